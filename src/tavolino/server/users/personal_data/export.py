"""All data of a user as one zip archive: ``account.json``, and the records of finished games.

The archive is written while it is sent, so that its size does not matter. What takes long for a
user with many games is done in the threads of replays, after the work of everybody else.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from functools import partial
from typing import IO, Any, TypeVar
from zipfile import ZIP_DEFLATED, ZipFile

import msgspec
from sqlalchemy import RowMapping, Select, select

from tavolino.server.accounts.users import User
from tavolino.server.clock import now
from tavolino.server.errors import NotFound, NotStarted, OtherRules, TooMany, Unavailable
from tavolino.server.queues.fair_queue import Requester
from tavolino.server.records.history import PastGame, history_page
from tavolino.server.records.statistics import statistics
from tavolino.server.records.stored_tables import (
    build_record,
    is_revealed,
    load_log,
    load_settings,
)
from tavolino.server.storage.database import Database
from tavolino.server.storage.schema import (
    blocks,
    friend_links,
    friendships,
    lesson_progress,
    mail_addresses,
    push_subscriptions,
    puzzle_attempts,
    puzzle_players,
    records,
    users,
)
from tavolino.server.workers.readers import Readers

T = TypeVar("T")

RETRY_SECONDS = 1.0
PAGE = 200
"""Games that are read at once: a large page takes hardly longer to find than a small one."""


class _Chunks:
    """The file that the archive is written to: it keeps what has not been sent."""

    def __init__(self) -> None:
        self._written: list[bytes] = []

    def write(self, data: bytes) -> int:
        self._written.append(bytes(data))
        return len(data)

    def flush(self) -> None:
        pass

    def take(self) -> bytes:
        data, self._written = b"".join(self._written), []
        return data


class _Archive:
    """Writes its parts in the threads of replays; ``take`` returns what was written."""

    def __init__(self, readers: Readers, requester: Requester) -> None:
        self._readers, self._requester = readers, requester
        self._chunks = _Chunks()
        self._file = ZipFile(self._chunks, "w", ZIP_DEFLATED)  # type: ignore[call-overload]

    def take(self) -> bytes:
        return self._chunks.take()

    async def run(self, work: Callable[[], object]) -> None:
        await retry_while_busy(lambda: self._readers.run(self._requester, work))

    async def add(self, name: str, text: Callable[[], str]) -> None:
        """``text`` is called in the thread."""
        await self.run(lambda: self._file.writestr(name, text()))

    def open(self, name: str) -> IO[bytes]:
        file: IO[bytes] = self._file.open(name, "w")
        return file

    async def close(self) -> None:
        await self.run(self._file.close)


async def retry_while_busy(work: Callable[[], Awaitable[T]]) -> T:
    """Tries again when there was no room in a queue: what was sent cannot be taken back."""
    while True:
        try:
            return await work()
        except (TooMany, Unavailable):
            await asyncio.sleep(RETRY_SECONDS)


async def export(database: Database, readers: Readers, user: User) -> AsyncIterator[bytes]:
    requester = Requester(user.id, is_background=True)
    archive = _Archive(readers, requester)
    games: list[tuple[str, str]] = []
    document = await retry_while_busy(partial(_document, database, requester, user))
    with archive.open("account.json") as file:
        await archive.run(partial(file.write, _beginning(document)))
        async for page in _games(database, requester):
            await archive.run(partial(_write_games, file, page, is_first=not games))
            games += [(game.game, game.table) for game in page]
            yield archive.take()
        file.write(b"\n  ]\n}\n")
    for game, table in games:
        if text := await retry_while_busy(partial(_record, database, requester, table)):
            await archive.add(f"games/{game}-{table}.record", text)
            yield archive.take()
    mine = select(records.c.id, records.c.game).where(records.c.person == user.id)
    for row in await retry_while_busy(partial(database.rows, mine, requester)):
        if text := await retry_while_busy(partial(_upload, database, requester, row.id)):
            await archive.add(f"uploads/{row.game}-{row.id}.record", text)
            yield archive.take()
    await archive.close()
    yield archive.take()


async def _games(database: Database, requester: Requester) -> AsyncIterator[list[PastGame]]:
    cursor: str | None = None
    while True:
        page = await retry_while_busy(
            partial(history_page, database, requester, requester.owner, cursor=cursor, limit=PAGE)
        )
        yield page.games
        cursor = page.cursor
        if cursor is None:
            return


def _beginning(document: Mapping[str, Any]) -> bytes:
    """Up to the list of games, which follow one by one."""
    text = msgspec.json.format(msgspec.json.encode(document), indent=2)
    return text.removesuffix(b"\n}") + b',\n  "games": ['


def _write_games(file: IO[bytes], games: list[PastGame], is_first: bool) -> None:
    lines = b",".join(b"\n    " + msgspec.json.encode(game) for game in games)
    file.write((b"" if is_first or not lines else b",") + lines)


async def _document(database: Database, requester: Requester, user: User) -> Mapping[str, Any]:
    """Everything but the games and secrets: the hash of the password, keys of push messages."""
    friends = (
        select(users.c.name, friendships.c.created_at)
        .join(users, users.c.id == friendships.c.friend)
        .where(friendships.c.person == user.id)
    )
    blocked = (
        select(users.c.name, blocks.c.created_at)
        .join(users, users.c.id == blocks.c.blocked)
        .where(blocks.c.person == user.id)
    )
    created = await database.row(select(users.c.created_at).where(users.c.id == user.id), requester)
    return {
        "exported_at": now(),
        "user": {
            "id": user.id,
            "name": user.name,
            "is_guest": user.is_guest,
            "created_at": created.created_at if created else None,
        },
        "friends": await _rows(database, requester, friends),
        "blocked": await _rows(database, requester, blocked),
        "friend_link": await _rows(database, requester, _of(friend_links, user.id)),
        "mail": await _rows(database, requester, _of(mail_addresses, user.id)),
        "push": await _rows(database, requester, _of(push_subscriptions, user.id)),
        "lessons": await _rows(database, requester, _of(lesson_progress, user.id)),
        "puzzles": await _rows(database, requester, _of(puzzle_attempts, user.id)),
        "puzzle_ratings": await _rows(database, requester, _of(puzzle_players, user.id)),
        "statistics": (await statistics(database, requester, user.id)).games,
    }


HIDDEN = {"person", "token", "p256dh", "auth"}


def _of(table: Any, user: str) -> Select[Any]:
    columns = [column for column in table.c if column.name not in HIDDEN]
    return select(*columns).where(table.c.person == user)


async def _rows(
    database: Database, requester: Requester, query: Select[Any]
) -> list[RowMapping | dict[str, Any]]:
    return [dict(row._mapping) for row in await database.rows(query, requester, is_long=True)]


async def _record(database: Database, requester: Requester, table: str) -> Callable[[], str] | None:
    """Builds the record.

    None for a game whose record nobody may see yet, that this server can no longer play, or that
    was deleted meanwhile.
    """
    try:
        settings = await load_settings(database, requester, table)
        if not is_revealed(settings, now()):
            return None
        log = await load_log(database, requester, table)
    except (NotFound, NotStarted, OtherRules):
        return None
    return lambda: str(build_record(settings, log, with_seed=True))


async def _upload(
    database: Database, requester: Requester, upload: str
) -> Callable[[], str] | None:
    row = await database.row(select(records.c.text).where(records.c.id == upload), requester)
    return partial(str, row.text) if row else None
