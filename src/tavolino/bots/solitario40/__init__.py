"""Bots for the Solitario."""

from tavolino.extras import require

require("search")
