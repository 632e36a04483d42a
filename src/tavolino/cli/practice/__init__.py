"""A practice game in the terminal: the game, the input loop, the screen, saving."""
