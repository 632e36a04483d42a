"""The middleware around every request: origin check, security headers, metrics, log.

Paths that do not belong to the API are served as static files.
"""

from __future__ import annotations

from time import perf_counter
from typing import Any
from urllib.parse import urlsplit

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from tavolino.server.config import Config
from tavolino.server.errors import ForeignOrigin, NotFound
from tavolino.server.http import openapi
from tavolino.server.http.logs import log
from tavolino.server.http.metrics import Metrics
from tavolino.server.http.static_files import StaticFiles, send_problem

API_PATHS = ("/api", "/live", "/health", "/metrics", *openapi.PATHS)
"""Everything else is a static file."""
LIVE = "/live"
"""The WebSocket over which games are played."""
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
QUIET = frozenset({"/health", "/metrics"})
"""Polled by monitoring: counted, but not logged."""

HEADERS = [
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
]
DEFAULT_HEADERS = [
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
    (b"cache-control", b"no-store"),
]
STRICT_TRANSPORT = (b"strict-transport-security", b"max-age=31536000")


class Middleware:
    def __init__(
        self, inner: ASGIApp, config: Config, metrics: Metrics, static_files: StaticFiles
    ) -> None:
        self._inner, self._config, self._metrics = inner, config, metrics
        self._static_files = static_files
        self._headers = [*HEADERS, STRICT_TRANSPORT] if config.is_secure else HEADERS

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.WEBSOCKET:
            await self._socket(scope, receive, send)
            return
        await self._request(scope, receive, self._observed(scope, send))

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Calls the endpoint directly: the framework would wrap every frame."""
        if scope["path"] == LIVE and is_own_origin(scope, self._config):
            await scope["litestar_app"].state.runtime.endpoint.serve(scope, receive, send)
            return
        await receive()
        reason = ForeignOrigin.code if scope["path"] == LIVE else NotFound.code
        await send({"type": "websocket.close", "code": 1008, "reason": reason})

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] not in SAFE and not is_own_origin(scope, self._config):  # type: ignore[typeddict-item]
            problem = "expected a request from a page of this server, got another origin"
            await send_problem(send, ForeignOrigin(problem))
        elif is_api_path(scope["path"]):
            await self._inner(scope, receive, send)
        else:
            await self._static_files(scope, receive, send)

    def _observed(self, scope: Scope, send: Send) -> Send:
        started = perf_counter()

        async def observed(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = self._with_headers(list(message.get("headers", ())))
                self._record(scope, message["status"], perf_counter() - started)
            await send(message)

        return observed

    def _with_headers(self, headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
        present = {name.lower() for name, _ in headers}
        return [*headers, *self._headers, *(h for h in DEFAULT_HEADERS if h[0] not in present)]

    def _record(self, scope: Any, status: int, seconds: float) -> None:
        route = scope.get("path_template", "")
        self._metrics.requests.labels(_method_label(scope["method"]), route, status).inc()
        self._metrics.seconds.observe(seconds)
        if scope["path"] not in QUIET:
            log(
                "request",
                method=scope["method"],
                path=scope["path"],
                status=status,
                ms=round(seconds * 1000, 1),
            )


METHODS = frozenset({"GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"})


def _method_label(method: str) -> str:
    """Invented methods share one label, so that they cannot fill the memory with counters."""
    return method if method in METHODS else "other"


def is_api_path(path: str) -> bool:
    """
    >>> is_api_path("/api/me"), is_api_path("/apicoltura")
    (True, False)
    """
    return path.startswith("/api/") or path.rstrip("/") in API_PATHS


def is_own_origin(scope: Scope, config: Config) -> bool:
    """Browsers send the origin of a request; other programs need not."""
    headers = dict(scope["headers"])
    origin = headers.get(b"origin")
    if origin is None:
        return True
    name = origin.decode("latin-1").lower()
    if name in config.origins:
        return True
    host = headers.get(b"host", b"").decode("latin-1").lower()
    try:
        return bool(host) and urlsplit(name).netloc == host
    except ValueError:
        return False
