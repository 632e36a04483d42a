"""Is this deal winnable, is the game over, what is the best move.

Importing a solver loads the compiler, which takes a moment; so import it where it is needed.
"""
