"""Browsers that asked for Web Push."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Any

from sqlalchemy import Row, delete, insert, select

from tavolino.server.clock import now
from tavolino.server.errors import TooMany
from tavolino.server.queues.fair_queue import SERVER, Requester
from tavolino.server.storage.database import Database
from tavolino.server.storage.schema import push_subscriptions as table
from tavolino.server.storage.writer import Statement
from tavolino.server.users.notices.push_endpoints import check_endpoint
from tavolino.server.users.notices.web_push import BrowserKeys

MAX_SUBSCRIPTIONS = 10
"""Of one user."""


class Subscriptions:
    def __init__(self, database: Database, may_be_anywhere: bool) -> None:
        self._database, self._may_be_anywhere = database, may_be_anywhere

    async def of(self, user: str, requester: Requester = SERVER) -> Sequence[Row[Any]]:
        return await self._database.rows(select(table).where(table.c.person == user), requester)

    async def add(
        self, user: str, endpoint: str, p256dh: str, auth: str, language: str, requester: Requester
    ) -> None:
        """A browser that another user had subscribed now belongs to this one."""
        check_endpoint(endpoint, self._may_be_anywhere)
        BrowserKeys.parse(p256dh, auth)
        name = _id(endpoint)
        others = [row for row in await self.of(user, requester) if row.id != name]
        if len(others) >= MAX_SUBSCRIPTIONS:
            raise TooMany(f"expected at most {MAX_SUBSCRIPTIONS} browsers with notifications")
        row = {"id": name, "person": user, "endpoint": endpoint, "p256dh": p256dh, "auth": auth}
        await self._database.writer.write(
            Statement(delete(table).where(table.c.id == name)),
            Statement(insert(table), [row | {"language": language, "created_at": now()}]),
        )

    async def remove(self, user: str, endpoint: str) -> None:
        own = (table.c.id == _id(endpoint)) & (table.c.person == user)
        await self._database.writer.write(Statement(delete(table).where(own)))

    async def drop(self, name: str) -> None:
        """The push service does not know it any more."""
        await self._database.writer.write(Statement(delete(table).where(table.c.id == name)))


def _id(endpoint: str) -> str:
    return blake2b(endpoint.encode(), digest_size=16).hexdigest()
