"""Learning from games: analysis, difficulty of deals, lessons, puzzles."""
