"""Bots for nove_colonne; ``bots.patience`` has what both patiences share."""
