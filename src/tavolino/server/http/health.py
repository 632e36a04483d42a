"""Routes for monitoring: the health check and the metrics."""

from __future__ import annotations

import asyncio
from importlib.metadata import version
from typing import Annotated, Literal

from litestar import MediaType, Response, get
from litestar.di import NamedDependency
from msgspec import Meta, Struct
from sqlalchemy import literal, select

from tavolino.server.errors import Unavailable
from tavolino.server.http.error_handlers import refusals
from tavolino.server.http.metrics import Metrics
from tavolino.server.storage.database import Database

VERSION = version("tavolino")
DATABASE_SECONDS = 5.0


class Health(Struct, frozen=True):
    """The server is up and its database responds."""

    status: Literal["ok"]
    version: Annotated[str, Meta(examples=["0.1.0"])]


@get(
    "/health",
    tags=["server"],
    summary="Check the server's health",
    response_description="The server is up and its database responds.",
    responses=refusals(Unavailable),
)
async def health(database: NamedDependency[Database]) -> Health:
    """Succeeds only if the database responds."""
    try:
        async with asyncio.timeout(DATABASE_SECONDS):
            await database.rows(select(literal(1)))
    except TimeoutError:
        raise Unavailable(f"the database has not responded for {DATABASE_SECONDS:g} s") from None
    return Health("ok", VERSION)


@get(
    "/metrics",
    tags=["server"],
    summary="Get the metrics",
    response_description="The metrics.",
    media_type=MediaType.TEXT,
)
async def metrics(metrics: NamedDependency[Metrics]) -> Response[str]:
    """In the Prometheus text format."""
    return Response(metrics.text().decode(), media_type="text/plain; version=1.0.0; charset=utf-8")


handlers = [health, metrics]
