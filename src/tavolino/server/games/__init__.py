"""Information about the games: their list, practice deals, rules pages."""
