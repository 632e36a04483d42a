"""Bots for AFTAEBR."""

from tavolino.extras import require

require("search")
