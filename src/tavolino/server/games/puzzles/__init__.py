"""Puzzles for everybody: which one comes next, attempts, ratings, the puzzle of the day."""
