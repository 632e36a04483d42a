"""Bots for the Solitario."""
