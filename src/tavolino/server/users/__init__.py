"""What users do apart from playing: friends, notices, and their personal data."""

from tavolino.extras import require

require("server")
