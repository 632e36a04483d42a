"""The daily deal: one per day and game, the same for everybody, with a ranking."""

from tavolino.extras import require

require("server")
