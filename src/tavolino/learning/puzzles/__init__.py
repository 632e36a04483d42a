"""Puzzles: positions with a proved answer."""
