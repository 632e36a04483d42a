"""A practice game at the terminal: the game, the input loop, the screen, saving."""
