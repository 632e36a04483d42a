"""Is this deal winnable, is the game over, what is the best move."""
