"""The e-mail addresses of users: confirmed by a link before anything else is sent there."""

from __future__ import annotations

from secrets import token_urlsafe
from typing import Any

from sqlalchemy import ColumnElement, Row, delete, insert, select, update

from tavolino.server.clock import DAY_MS, now
from tavolino.server.errors import NotFound
from tavolino.server.queues.fair_queue import SERVER, Requester
from tavolino.server.storage.database import Database
from tavolino.server.storage.schema import mail_addresses as table
from tavolino.server.storage.writer import ConflictError, Statement
from tavolino.server.users.notices.mail import check_address

CONFIRM_MS = DAY_MS
"""The time to confirm an address."""


class MailAddresses:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, user: str, requester: Requester = SERVER) -> Row[Any] | None:
        return await self._database.row(select(table).where(table.c.person == user), requester)

    async def by_token(self, token: str, requester: Requester) -> Row[Any]:
        row = await self._database.row(select(table).where(_is_current(token)), requester)
        if row is None:
            raise NotFound("this link has expired, or another one has replaced it")
        return row

    async def set(self, user: str, address: str, language: str) -> str:
        """Replaces the address of a user; returns the token of the new one."""
        check_address(address)
        row = {"person": user, "address": address, "language": language, "is_confirmed": False}
        token = token_urlsafe(24)
        await self._database.writer.write(
            Statement(delete(table).where(table.c.person == user)),
            Statement(insert(table), [row | {"token": token, "created_at": now()}]),
        )
        return token

    async def confirm(self, token: str) -> None:
        change = update(table).where(_is_current(token)).values(is_confirmed=True)
        try:
            await self._database.writer.write(Statement(change, must_change=True))
        except ConflictError:
            raise NotFound("this link has expired, or another one has replaced it") from None

    async def remove(self, user: str) -> None:
        await self._database.writer.write(Statement(delete(table).where(table.c.person == user)))

    async def stop(self, token: str) -> None:
        """The reader of a mail may stop further ones; twice is as good as once."""
        await self._database.writer.write(Statement(delete(table).where(table.c.token == token)))


def _is_current(token: str) -> ColumnElement[bool]:
    is_young = table.c.created_at > now() - CONFIRM_MS
    return (table.c.token == token) & (table.c.is_confirmed | is_young)
