"""AFTAEBR for two on small boards, solved exactly."""

from tavolino.extras import require

require("search")
