"""Tavolino for the benchmark: as ``tavolino serve``, without rate limits.

Arguments: port and data directory; if wanted, a database and Redis.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tavolino.server.config import Config
from tavolino.server.process.app import create_app
from tavolino.server.process.web_server import web_server

WEB_SERVER = {
    "loop": "uvloop",
    "http": "h11",
    "ws": "websockets-sansio",
    "ws_per_message_deflate": False,
    "access_log": False,
    "log_level": "warning",
}
"""Settings of uvicorn for the reference server, as those of Tavolino."""

if __name__ == "__main__":
    config = Config(
        data=Path(sys.argv[2]),
        database=sys.argv[3] if len(sys.argv) > 3 else "",
        redis=sys.argv[4] if len(sys.argv) > 4 else "",
        workers=0,
        countdown_seconds=0.01,
        messages_per_second=1e6,
        guests_per_minute=1e6,
        tables_per_minute=1e6,
        max_connections_of_address=20_000,
    )
    web_server(create_app(config), config, port=int(sys.argv[1]), log_level="warning").run()
