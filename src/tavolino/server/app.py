"""The app: the house, the routes, the edge, put together from a configuration."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar
from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme, Tag
from litestar.types import ControllerRouterHandler

from tavolino.server import cookies
from tavolino.server.answers import EXCEPTION_HANDLERS
from tavolino.server.config import Config
from tavolino.server.edge import SAFE, Edge
from tavolino.server.errors import WrongMedia
from tavolino.server.given import DEPENDENCIES
from tavolino.server.house import open_house
from tavolino.server.metrics import Metrics
from tavolino.server.pages import WEB, Pages
from tavolino.server.routes import health, identity, live, lobby

HANDLERS: Sequence[ControllerRouterHandler] = (
    *health.handlers,
    *identity.handlers,
    *lobby.handlers,
    *live.handlers,
)
MAX_BODY = 32_768
"""A handler that takes more says so by ``request_max_body_size``."""

DESCRIPTION = """\
Four Italian games: tables, contests, history. Begin with `POST /api/me`, which gives a guest and a
cookie. Games are played over the WebSocket `/live`, told in docs/protocol.md. Every refusal has the
form `{"code": …, "text": …}`, and has changed nothing.
"""
TAGS = [
    Tag("identity", "Guests, accounts, signing in and out."),
    Tag("tables", "Opening tables, sitting down, starting, playing again."),
    Tag("server", "For those who keep a server."),
]


def create_app(config: Config) -> Litestar:
    metrics = Metrics()

    @asynccontextmanager
    async def living_in(app: Litestar) -> AsyncIterator[None]:
        async with open_house(config, metrics) as house:
            app.state.house = house
            yield

    app = Litestar(
        HANDLERS,
        lifespan=[living_in],
        dependencies=DEPENDENCIES,
        exception_handlers=EXCEPTION_HANDLERS,
        guards=[check_media],
        openapi_config=_openapi(),
        request_max_body_size=MAX_BODY,
        logging_config=None,
        debug=False,
        pdb_on_exception=False,
    )
    app.asgi_handler = Edge(app.asgi_handler, config, metrics, Pages(WEB))
    return app


def check_media(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    """Bodies are JSON, or what the handler says in ``opt``; forms come from other sites."""
    method = connection.scope.get("method", "GET")
    got = connection.headers.get("content-type", "").partition(";")[0].strip().lower()
    has_body = (
        connection.headers.get("content-length", "0") != "0"
        or "transfer-encoding" in connection.headers
    )
    wanted = handler.opt.get("media", "application/json")
    if method not in SAFE and got != wanted and (has_body or got):
        raise WrongMedia(f"expected a body of {wanted}, got {got[:60] or 'no content-type'}")


def _openapi() -> OpenAPIConfig:
    cookie = SecurityScheme(type="apiKey", name=cookies.NAME, security_scheme_in="cookie")
    return OpenAPIConfig(
        title="Tavolino",
        version=health.VERSION,
        description=DESCRIPTION,
        tags=TAGS,
        use_handler_docstrings=True,
        components=Components(security_schemes={"cookie": cookie}),
        operation_id_creator=lambda handler, _method, _path: handler.handler_name,
        render_plugins=[JsonRenderPlugin(path=["/openapi.json", "/"])],
    )
