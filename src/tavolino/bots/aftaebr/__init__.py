"""Bots for AFTAEBR."""
