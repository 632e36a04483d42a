"""Routes for monitoring: liveness, readiness and the metrics."""

from __future__ import annotations

import asyncio
import time
from typing import Annotated, Literal

from litestar import MediaType, Response, get
from litestar.di import NamedDependency
from msgspec import Meta, Struct

from tavolino import __version__
from tavolino.server.errors import Unavailable
from tavolino.server.http.error_handlers import refusals
from tavolino.server.http.metrics import Metrics
from tavolino.server.queues.single_flight import SingleFlight
from tavolino.server.storage.database import Database
from tavolino.server.storage.database.probe import ProbeError, probe

DATABASE_SECONDS = 5.0
FRESH_SECONDS = 1.0
"""A result is used again for this long: a write takes time, and everybody may ask."""


class Health(Struct, frozen=True):
    """The server is up; for readiness, its database can be read and written too."""

    status: Literal["ok"]
    version: Annotated[str, Meta(examples=["0.1.0"])]


class Readiness:
    """Tests the database, once for all who ask at the same time."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._test: SingleFlight[str] | None = None
        self._tested_at = 0.0

    async def problem(self) -> str:
        """Why the database cannot be used, or nothing."""
        is_fresh = time.monotonic() - self._tested_at < FRESH_SECONDS
        if self._test is None or (self._test.is_done and not is_fresh):
            self._test = SingleFlight(self._find_problem())
        return await self._test.result()

    async def _find_problem(self) -> str:
        try:
            async with asyncio.timeout(DATABASE_SECONDS):
                await probe(self._database)
        except TimeoutError:
            return f"the database has not responded for {DATABASE_SECONDS:g} s"
        except ProbeError as error:
            return str(error)
        finally:
            self._tested_at = time.monotonic()
        return ""


@get(
    "/health",
    tags=["server"],
    summary="Check whether the server can be used (readiness)",
    response_description="The server is up, and its database can be read and written.",
    responses=refusals(Unavailable),
)
async def health(readiness: NamedDependency[Readiness]) -> Health:
    """Fails if the database does not respond, is damaged or cannot be written: a full disk."""
    if problem := await readiness.problem():
        raise Unavailable(problem)
    return Health("ok", __version__)


@get(
    "/health/live",
    tags=["server"],
    summary="Check whether the server runs (liveness)",
    response_description="The server is up.",
)
async def live() -> Health:
    """Costs nothing. If it fails, restart the server; if only `/health` fails, that won't help."""
    return Health("ok", __version__)


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


handlers = [health, live, metrics]
