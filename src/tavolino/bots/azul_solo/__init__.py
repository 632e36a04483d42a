"""Bots for Azul in solitario."""
