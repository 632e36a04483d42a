"""What only the bots of nove_colonne need; the rest is in ``bots.patience``."""
