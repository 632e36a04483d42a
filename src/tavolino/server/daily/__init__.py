"""The daily deal: one deal a day and game, the same for everybody, with a ranking."""
