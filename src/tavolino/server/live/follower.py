"""Keeps the tables in memory in step with what other processes commit.

Committed entries come with messages. A table that may have missed one is compared with the
database, many tables with one query, and only what was added to their logs is read. All tables are
compared every few seconds, since a message may be lost unnoticed, and every second while none
arrive. A read that fails is tried again.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import NamedTuple, TypeAlias

from sqlalchemy import Connection, func, select

from tavolino.server.live.interfaces import Spawn
from tavolino.server.live.pubsub import PubSub
from tavolino.server.live.pubsub.table_messages import (
    Changed,
    Committed,
    Spoken,
    TableMessage,
    channel_of,
    decode,
    encode,
)
from tavolino.server.live.table import LiveTable
from tavolino.server.storage.database import Database
from tavolino.server.storage.schema import entries, seats, tables

RETRY_SECONDS = 0.5
CHUNK = 200
"""Tables that are compared with one query."""

log = logging.getLogger("tavolino.live")
Find: TypeAlias = Callable[[str], LiveTable | None]
OnSpoken: TypeAlias = Callable[[Spoken], None]


class Follower:
    def __init__(
        self,
        database: Database,
        pubsub: PubSub,
        spawn: Spawn,
        find: Find,
        read: Callable[[LiveTable], object],
        on_spoken: OnSpoken,
    ) -> None:
        """``find``: a table in memory. ``read``: a coroutine function that reads the rest of it."""
        self._database, self._pubsub, self._spawn = database, pubsub, spawn
        self._find, self._read, self._on_spoken = find, read, on_spoken
        self._to_compare: set[str] = set()
        self._has_to_compare = asyncio.Event()
        self._reading: set[str] = set()

    def publish(self, table: str, message: TableMessage) -> None:
        if self._pubsub.is_shared:
            self._pubsub.publish(channel_of(table), encode(message))

    def follow(self, table: str) -> None:
        """From now on; what was committed just before is looked up."""

        def on_gap() -> None:
            self.compare_soon([table])

        self._pubsub.subscribe(channel_of(table), lambda content: self._on(table, content), on_gap)

    def leave(self, table: str) -> None:
        self._pubsub.unsubscribe(channel_of(table))

    def compare_soon(self, names: Iterable[str]) -> None:
        """Something may have been missed at these tables."""
        self._to_compare.update(names)
        self._has_to_compare.set()

    def look(self, name: str) -> None:
        """Reads what was added at a table, until that succeeds."""
        if name not in self._reading:
            self._reading.add(name)
            self._spawn(self._read_surely(name))

    def _on(self, name: str, content: str) -> None:
        message, table = decode(content), self._find(name)
        if table is None:
            return
        if isinstance(message, Committed):
            if name in self._reading or not table.receive(message.first, message.entries()):
                self._look_again(name)
        elif isinstance(message, Changed):
            self._look_again(name)
        else:
            self._on_spoken(message)

    def _look_again(self, name: str) -> None:
        """Also if a read is under way, which may have begun before this change."""
        if name in self._reading:
            self.compare_soon([name])
        else:
            self.look(name)

    async def _read_surely(self, name: str) -> None:
        try:
            while (table := self._find(name)) is not None:
                try:
                    await self._read(table)  # type: ignore[misc]
                    return
                except Exception as error:  # the database may be back soon
                    log.warning("table %s cannot be read, again soon: %s", name, error)
                    await asyncio.sleep(RETRY_SECONDS)
        finally:
            self._reading.discard(name)

    async def keep_comparing(self) -> None:
        """Background task."""
        while True:
            await self._has_to_compare.wait()
            self._has_to_compare.clear()
            names, self._to_compare = self._to_compare, set()
            try:
                rest = iter(names)
                while part := list(islice(rest, CHUNK)):
                    await self._compare(part)
            except Exception as error:
                log.warning("tables cannot be compared, again soon: %s", error)
                self.compare_soon(names)
                await asyncio.sleep(RETRY_SECONDS)

    async def _compare(self, names: list[str]) -> None:
        stored = await self._database.run(lambda connection: _read_states(connection, names))
        for name in names:
            table = self._find(name)
            if table is not None and _is_behind(table, stored.get(name)):
                if name in self._reading:
                    self.compare_soon([name])
                    await asyncio.sleep(0.01)
                else:
                    self.look(name)


class _State(NamedTuple):
    """Of a table in the database."""

    phase: str
    seq: int
    host: str
    seats: Sequence[tuple[int, str | None, str | None, bool]]
    """Player, user, bot, and whether the user is away."""
    rematch: str | None


def _read_states(connection: Connection, names: Sequence[str]) -> Mapping[str, _State]:
    taken = defaultdict(list)
    columns = (seats.c.table_id, seats.c.player, seats.c.person, seats.c.bot, seats.c.is_away)
    in_order = select(*columns).where(seats.c.table_id.in_(names)).order_by(seats.c.player)
    for name, *seat, is_away in connection.execute(in_order):
        taken[name].append((*seat, bool(is_away)))
    after = tables.alias()
    last = select(func.max(entries.c.seq)).where(entries.c.table_id == tables.c.id)
    rematch = select(after.c.id).where(after.c.follows == tables.c.id)
    found = select(
        tables.c.id,
        tables.c.phase,
        tables.c.host,
        last.scalar_subquery().label("seq"),
        rematch.scalar_subquery().label("rematch"),
    ).where(tables.c.id.in_(names))
    return {
        row.id: _State(row.phase, row.seq or 0, row.host, taken[row.id], row.rematch)
        for row in connection.execute(found)
    }


def _is_behind(table: LiveTable, stored: _State | None) -> bool:
    if stored is None or stored.phase == "lobby":
        return True
    settings, seq = table.settings, table.seq
    here = sorted((seat.player, seat.user, seat.bot, seat.is_away) for seat in settings.seats)
    rematch = table.rematch.table if table.rematch else None
    has_rematch = settings.phase == "over" and not settings.is_alone
    return (
        stored.seq > seq
        or (stored.phase, stored.host, stored.seats) != (settings.phase, settings.host, here)
        or (has_rematch and stored.rematch != rematch)
    )
