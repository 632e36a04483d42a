"""Bots for nove_colonne; ``bots.patience`` has what both patiences share."""

from tavolino.extras import require

require("search")
