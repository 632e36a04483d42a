"""What every request passes: middleware, static files, error handlers, limits, metrics, logs."""

from tavolino.extras import require

require("server")
