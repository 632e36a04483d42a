"""The web server: uvicorn with the limits of a configuration."""

from __future__ import annotations

import importlib
from dataclasses import replace
from functools import partial
from typing import Any

import uvicorn

from tavolino.server.config import Config
from tavolino.server.http.limits.addresses import ForwardedFor, Proxies
from tavolino.server.http.limits.connections import Connections
from tavolino.server.http.limits.protocol import HttpProtocol
from tavolino.server.http.limits.small_reads import RoundRobin, RoundRobinReads
from tavolino.server.sockets.protocol import SocketProtocol

GRACE_SECONDS = 10
"""For requests in progress when the server shuts down."""
OTHER_FILES = 200
"""File descriptors for the database, the bots, Redis and the log."""
REQUESTS = 1_000
"""Connections besides the WebSockets."""


def raise_file_limit(config: Config) -> int:
    """The number of files that this process may now have open."""
    wanted = config.max_connections + REQUESTS + OTHER_FILES
    try:
        resource: Any = importlib.import_module("resource")
    except ModuleNotFoundError:  # Windows has no such limit
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        return wanted
    return int(soft) if soft != resource.RLIM_INFINITY else wanted


def fit(config: Config, files: int) -> Config:
    """Limits for a number of open files: room for requests, and for more than one address.

    >>> from pathlib import Path
    >>> few = fit(Config(Path("data")), files=1_024)
    >>> few.max_connections, few.max_connections_of_address
    (721, 412)
    """
    room = max(files - OTHER_FILES, 16)
    return replace(
        config,
        max_connections=min(config.max_connections, room - room // 8),
        max_connections_of_address=min(config.max_connections_of_address, room // 2),
    )


def web_server(app: Any, config: Config, **settings: Any) -> uvicorn.Server:
    """``settings`` are further settings of uvicorn. The limits are those of ``config``."""
    proxies = Proxies(config.proxies)
    most = config.max_connections + min(REQUESTS, config.max_connections // 7)
    turns = RoundRobin()
    connections = Connections(most, config.max_connections_of_address, proxies)

    def http_protocol(**parts: Any) -> RoundRobinReads:
        return RoundRobinReads(HttpProtocol(config, connections, proxies, turns, **parts), turns)

    return uvicorn.Server(
        uvicorn.Config(
            ForwardedFor(app, proxies),
            **{
                # uvloop where it exists: Windows has asyncio's own.
                "loop": "auto",
                "http": http_protocol,
                "ws": partial(SocketProtocol, config, connections),
                "ws_max_size": config.max_frame,
                # For small messages compression costs more than it saves.
                "ws_per_message_deflate": False,
                "interface": "asgi3",
                "lifespan": "on",
                "log_config": None,
                "access_log": False,
                "server_header": False,
                "proxy_headers": False,
                "timeout_graceful_shutdown": GRACE_SECONDS,
                **settings,
            },
        )
    )
