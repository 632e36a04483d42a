"""Opening tables, joining, leaving, starting, rematches."""

from tavolino.extras import require

require("server")
