"""The middleware around every request: host, origin, limits, security headers, metrics, log.

Paths that do not belong to the API are served as static files.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from contextlib import suppress
from time import perf_counter
from typing import Any
from urllib.parse import urlsplit

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from tavolino.server.config import Config
from tavolino.server.errors import (
    ClientDisconnected,
    ForeignOrigin,
    NotFound,
    Refusal,
    TooFast,
    Unavailable,
    WrongHost,
)
from tavolino.server.http import openapi
from tavolino.server.http.close_codes import FULL
from tavolino.server.http.limits.addresses import address_key
from tavolino.server.http.limits.hosts import is_known_host
from tavolino.server.http.logs import log
from tavolino.server.http.metrics import Metrics
from tavolino.server.http.static_files import StaticFiles, send_problem

API_PATHS = ("/api", "/live", "/health", "/health/live", "/metrics", *openapi.PATHS)
"""Everything else is a static file."""
LIVE = "/live"
"""The WebSocket over which games are played."""
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
QUIET = frozenset({"/health", "/health/live", "/metrics"})
"""Polled by monitoring: counted, but not logged."""
TOKEN = re.compile("(?<=/)[A-Za-z0-9_-]{24,}(?=/|$)")
"""A part of a path that is a secret; codes of tables are shorter."""

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
        self._in_progress: Counter[str] = Counter()
        """WebSockets and requests, by the client's address, also behind a proxy."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.WEBSOCKET:
            await self._socket(scope, receive, send)
            return
        send = self._observed(scope, send)
        try:
            self._check_request(scope)
            key = self._enter(scope)
        except Refusal as refusal:
            await send_problem(send, refusal)
            return
        try:
            await self._request(scope, receive, send)
        except asyncio.CancelledError:
            # The server shuts down. The web server would log a traceback for each such request.
            await _refuse_late(send)
        finally:
            self._leave(key)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Calls the endpoint directly: the framework would wrap every frame."""
        try:
            self._check_socket(scope)
            key = self._enter(scope)
        except Refusal as refusal:
            await _refuse_socket(refusal, receive, send)
            return
        try:
            await scope["litestar_app"].state.runtime.endpoint.serve(scope, receive, send)
        finally:
            self._leave(key)

    def _check_request(self, scope: Any) -> None:
        check_host(scope, self._config)
        if scope["method"] not in SAFE and not is_own_origin(scope, self._config):
            problem = "expected a request from a page of this server, got another origin"
            raise ForeignOrigin(problem)

    def _check_socket(self, scope: Scope) -> None:
        check_host(scope, self._config)
        if scope["path"] != LIVE:
            raise NotFound(f"there is no socket at {scope['path'][:80]!r}")
        if not is_own_origin(scope, self._config):
            raise ForeignOrigin("expected a socket of a page of this server")

    async def _request(self, scope: Any, receive: Receive, send: Send) -> None:
        if not is_api_path(scope["path"]):
            await self._static_files(scope, receive, send)
        elif scope["method"] in SAFE:
            await self._inner(scope, receive, send)
        else:
            await self._inner(scope, _whole_body(receive), send)

    def _enter(self, scope: Scope) -> str:
        """Counts a request or socket; to be followed by ``_leave``."""
        client = scope.get("client")
        key = address_key(client[0]) if client else ""
        if self._in_progress[key] >= self._config.max_connections_of_address:
            raise TooFast("too many requests at once from this address: try again later")
        self._in_progress[key] += 1
        return key

    def _leave(self, key: str) -> None:
        self._in_progress[key] -= 1
        if not self._in_progress[key]:
            del self._in_progress[key]

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
                path=without_tokens(scope["path"]),
                status=status,
                ms=round(seconds * 1000, 1),
            )


METHODS = frozenset({"GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"})


def _method_label(method: str) -> str:
    """Invented methods share one label, so that they cannot fill the memory with counters."""
    return method if method in METHODS else "other"


def without_tokens(path: str) -> str:
    """For the log: links of friends and of mails work for everybody who reads them.

    >>> without_tokens("/api/mail/kQ3v9xWmT0c2bR7yJ5hLsA8e/stop")
    '/api/mail/…/stop'
    >>> without_tokens("/t/cfk5s2w2"), without_tokens("/assets/source-sans-3-latin-BqRLTx4X.woff2")
    ('/t/cfk5s2w2', '/assets/source-sans-3-latin-BqRLTx4X.woff2')
    """
    return TOKEN.sub("…", path)


def is_api_path(path: str) -> bool:
    """
    >>> is_api_path("/api/me"), is_api_path("/apicoltura")
    (True, False)
    """
    return path.startswith("/api/") or path.rstrip("/") in API_PATHS


async def _refuse_late(send: Send) -> None:
    """Answers, unless an answer has begun; that one breaks off."""
    with suppress(RuntimeError):
        await send_problem(send, Unavailable("the server shuts down: try again soon"))


async def _refuse_socket(refusal: Refusal, receive: Receive, send: Any) -> None:
    await receive()
    if isinstance(refusal, TooFast):
        await send({"type": "websocket.accept"})  # or the client would not see the code
        await send({"type": "websocket.close", "code": FULL, "reason": str(refusal)})
    else:
        await send({"type": "websocket.close", "code": 1008, "reason": refusal.code})


def _whole_body(receive: Receive) -> Receive:
    """A body that breaks off is the client's fault, not an error of the server."""

    is_complete = False

    async def received() -> Any:
        nonlocal is_complete
        message = await receive()
        if message["type"] == "http.request":
            is_complete = not message.get("more_body", False)
        elif not is_complete:
            raise ClientDisconnected("the connection was closed before the end of the request")
        return message

    return received


def check_host(scope: Scope, config: Config) -> None:
    """Browsers always send the name by which they call a server."""
    host = dict(scope["headers"]).get(b"host", b"").decode("latin-1")
    if config.hosts and host and not is_known_host(host, config.hosts):
        name = f"{'https' if config.is_secure else 'http'}://{host[:60]}"
        raise WrongHost(
            f"this server does not know the name {host[:60]!r}: start it with --origin {name}"
        )


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
