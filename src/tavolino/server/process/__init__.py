"""One server process: its parts put together, the ASGI application, and uvicorn that runs it."""

from tavolino.extras import require

require("server")
