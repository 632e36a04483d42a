"""The app: the house, the routes, the edge, put together from a configuration."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar
from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler
from litestar.types import ControllerRouterHandler

from tavolino.server.answers import EXCEPTION_HANDLERS
from tavolino.server.config import Config
from tavolino.server.edge import SAFE, Edge
from tavolino.server.errors import WrongMedia
from tavolino.server.garbage import collect_seldom, collect_when_quiet
from tavolino.server.given import DEPENDENCIES
from tavolino.server.house import open_house
from tavolino.server.metrics import Metrics
from tavolino.server.openapi import openapi_config
from tavolino.server.pages import WEB, Pages
from tavolino.server.routes import (
    daily,
    deals,
    health,
    history,
    identity,
    lobby,
    records,
    rules,
)

HANDLERS: Sequence[ControllerRouterHandler] = (
    *health.handlers,
    *identity.handlers,
    *lobby.handlers,
    *history.handlers,
    *records.handlers,
    *daily.handlers,
    *deals.handlers,
    *rules.handlers,
)
MAX_BODY = 32_768
"""A handler that takes more says so by ``request_max_body_size``."""


def create_app(config: Config) -> Litestar:
    metrics = Metrics()

    @asynccontextmanager
    async def living_in(app: Litestar) -> AsyncIterator[None]:
        async with open_house(config, metrics) as house:
            app.state.house = house
            collect_seldom()
            house.hall.spawn(collect_when_quiet(house.hall))
            yield

    app = Litestar(
        HANDLERS,
        lifespan=[living_in],
        dependencies=DEPENDENCIES,
        exception_handlers=EXCEPTION_HANDLERS,
        guards=[check_media],
        openapi_config=openapi_config(),
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
