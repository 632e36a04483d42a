"""Help: the pages of `-h` in both languages, the rules of the games, completion in shells."""
