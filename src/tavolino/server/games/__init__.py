"""Information about the games: their list, practice deals, rules pages."""

from tavolino.extras import require

require("server")
