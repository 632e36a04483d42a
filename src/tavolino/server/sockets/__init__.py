"""The WebSocket endpoint and its connections."""

from tavolino.extras import require

require("server")
