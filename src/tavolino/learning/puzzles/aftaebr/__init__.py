"""Puzzles of AFTAEBR: endgames, and turns that take many pieces."""
