"""The solver of nove_colonne: can it be won, the dead end, hints."""

from tavolino.extras import require

require("search")
