"""The solver of solitario40: can it be won, the most points, the stall, hints."""

from tavolino.extras import require

require("search")
