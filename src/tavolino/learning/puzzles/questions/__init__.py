"""What a puzzle asks, one file per kind: judging an attempt, and putting it in words.

The catalogue entry of a game names them by theme. They load no compiler.
"""
