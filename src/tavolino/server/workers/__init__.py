"""Processes and threads for slow work: bots, the compiled referee, reading records."""

from tavolino.extras import require

require("server")
