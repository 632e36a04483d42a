"""Bots for Azul in solitario."""

from tavolino.extras import require

require("search")
