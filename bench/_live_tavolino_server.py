"""Tavolino for the benchmark: as ``tavolino serve``, without rate limits.

Arguments: port and data directory.
"""

from __future__ import annotations

import sys
from pathlib import Path

import uvicorn

from tavolino.server.app import create_app
from tavolino.server.config import Config

WEB_SERVER = {
    "loop": "uvloop",
    "http": "httptools",
    "ws": "websockets-sansio",
    "ws_per_message_deflate": False,
    "access_log": False,
    "log_level": "warning",
}
"""Settings of uvicorn, the same for the baseline server."""

if __name__ == "__main__":
    config = Config(
        data=Path(sys.argv[2]),
        workers=0,
        countdown_seconds=0.01,
        messages_per_second=1e6,
        guests_per_minute=1e6,
        tables_per_minute=1e6,
    )
    uvicorn.run(create_app(config), port=int(sys.argv[1]), **WEB_SERVER)  # type: ignore[arg-type]
