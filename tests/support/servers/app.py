"""The application in this process, for a test's own configuration."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

from litestar import Litestar
from litestar.testing import TestClient

from support.databases.migrated import place_database
from tavolino.server.config import Config
from tavolino.server.process.app import build_app, configure

_unused: list[Litestar] = []
"""Building one takes five times as long as starting it."""


@contextmanager
def app_for(config: Config) -> Iterator[Litestar]:
    """Not running yet; nobody else has it meanwhile."""
    place_database(config)
    app = _unused.pop() if _unused else build_app()
    configure(app, config)
    yield app
    _unused.append(app)  # only after a test that passed


@contextmanager
def client_of(config: Config) -> Iterator[TestClient[Litestar]]:
    """A browser without a session, and the server."""
    with app_for(config) as app, TestClient(app) as client:
        yield client


class InTurn:
    """A browser whose requests go to one process after the other, as through a load balancer."""

    def __init__(self, *clients: TestClient[Litestar]) -> None:
        self._next = itertools.cycle(clients)
        for other in clients[1:]:
            other._cookies = clients[0]._cookies

    def __getattr__(self, name: str) -> Any:
        return getattr(next(self._next), name)


@contextmanager
def two_in_turn(config: Config) -> Iterator[TestClient[Litestar]]:
    """A browser without a session, and two processes; ``config`` has PostgreSQL and Redis."""
    with client_of(config) as one, client_of(config) as other:
        yield cast(TestClient[Litestar], InTurn(one, other))
