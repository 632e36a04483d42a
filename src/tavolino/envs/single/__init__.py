"""One board of a game for one player: Gymnasium environments, one file per game."""
