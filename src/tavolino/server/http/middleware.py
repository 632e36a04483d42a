"""The edge: what holds for every request before and after its handler, whatever its path.

Unsafe requests and sockets of foreign pages are refused, answers get their headers, requests are
counted and logged; what is not of the program's own paths is a page.
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

OURS = ("/api", "/live", "/health", "/metrics", *openapi.PATHS)
"""Everything else is a page."""
LIVE = "/live"
"""The socket at which everything is played."""
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
QUIET = frozenset({"/health", "/metrics"})
"""Asked every few seconds by monitoring: counted, but not logged."""

HEADERS = [
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
]
UNLESS_SAID = [
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
    (b"cache-control", b"no-store"),
]
STRICT_TRANSPORT = (b"strict-transport-security", b"max-age=31536000")


class Middleware:
    def __init__(
        self, inner: ASGIApp, config: Config, metrics: Metrics, pages: StaticFiles
    ) -> None:
        self._inner, self._config, self._metrics, self._pages = inner, config, metrics, pages
        self._headers = [*HEADERS, STRICT_TRANSPORT] if config.is_secure else HEADERS

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.WEBSOCKET:
            await self._socket(scope, receive, send)
            return
        await self._answer(scope, receive, self._watching(scope, send))

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Straight to the endpoint: the framework would wrap every frame."""
        if scope["path"] == LIVE and is_own_origin(scope, self._config):
            await scope["litestar_app"].state.runtime.endpoint.serve(scope, receive, send)
            return
        await receive()
        reason = ForeignOrigin.code if scope["path"] == LIVE else NotFound.code
        await send({"type": "websocket.close", "code": 1008, "reason": reason})

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] not in SAFE and not is_own_origin(scope, self._config):  # type: ignore[typeddict-item]
            problem = "expected a request from a page of this server, got one from another origin"
            await send_problem(send, ForeignOrigin(problem))
        elif is_ours(scope["path"]):
            await self._inner(scope, receive, send)
        else:
            await self._pages(scope, receive, send)

    def _watching(self, scope: Scope, send: Send) -> Send:
        started = perf_counter()

        async def watching(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = self._with_ours(list(message.get("headers", ())))
                self._note(scope, message["status"], perf_counter() - started)
            await send(message)

        return watching

    def _with_ours(self, headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
        said = {name.lower() for name, _ in headers}
        return [*headers, *self._headers, *(h for h in UNLESS_SAID if h[0] not in said)]

    def _note(self, scope: Any, status: int, seconds: float) -> None:
        route = scope.get("path_template", "")
        self._metrics.requests.labels(_known(scope["method"]), route, status).inc()
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


def _known(method: str) -> str:
    """Whoever sends methods of their own does not fill our memory with counters."""
    return method if method in METHODS else "other"


def is_ours(path: str) -> bool:
    """
    >>> is_ours("/api/me"), is_ours("/apicoltura")
    (True, False)
    """
    return path.startswith("/api/") or path.rstrip("/") in OURS


def is_own_origin(scope: Scope, config: Config) -> bool:
    """Browsers say where a request comes from; other programs need not."""
    headers = dict(scope["headers"])
    origin = headers.get(b"origin")
    if origin is None:
        return True
    said = origin.decode("latin-1").lower()
    if said in config.origins:
        return True
    host = headers.get(b"host", b"").decode("latin-1").lower()
    try:
        return bool(host) and urlsplit(said).netloc == host
    except ValueError:
        return False
