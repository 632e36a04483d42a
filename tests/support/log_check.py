"""Compares everything that clients were sent with the log of each table, which is the truth.

Every update and every ranking has to be that of a position of the log, exactly, and no client may
be taken back to an earlier one, not even by a reconnection.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from sqlalchemy import Engine, select

from tavolino.client import Live
from tavolino.game import TavolinoError
from tavolino.server.live.domain import messages as m
from tavolino.server.live.domain.projection import Projection, StoredEntry
from tavolino.server.live.domain.table_settings import TableSeat, TableSettings
from tavolino.server.live.domain.updates import standings
from tavolino.server.storage.schema import entries, seats, tables
from tavolino.server.views import board_view

STANDINGS = -1
"""In the place of a board."""


class Transcript:
    """Keeps every message that a client receives."""

    def __init__(self, live: Live) -> None:
        self.messages: list[m.Outgoing] = []
        self._reading = asyncio.create_task(self._read(live))

    async def _read(self, live: Live) -> None:
        try:
            async for message in live:
                self.messages.append(message)
        except TavolinoError:
            """The socket was closed."""

    async def end(self) -> list[m.Outgoing]:
        """To be called after the client has left."""
        await self._reading
        return self.messages


def check_against_log(engine: Engine, transcripts: Iterable[list[m.Outgoing]]) -> int:
    """The number of messages that were compared; an AssertionError if one is not in the log."""
    logs: dict[str, list[Projection]] = {}
    compared = 0
    for messages in transcripts:
        newest: defaultdict[tuple[str, int], int] = defaultdict(int)
        for message in messages:
            if not isinstance(message, m.Update | m.Standings):
                continue
            if message.table not in logs:
                logs[message.table] = positions(engine, message.table)
            log = logs[message.table]
            here = (message.table, getattr(message, "board", STANDINGS))
            assert message.seq >= newest[here], f"taken back from {newest[here]}: {message}"
            newest[here] = message.seq
            assert message.seq < len(log), f"shown before it was stored: {message}"
            if isinstance(message, m.Update):
                check_update(message, log[message.seq])
            else:
                assert message == standings(message.table, log[message.seq].match)
            compared += 1
    return compared


def positions(engine: Engine, table: str) -> list[Projection]:
    """The projection after 0, 1, 2 … entries of the log."""
    with engine.connect() as connection:
        row = connection.execute(select(tables).where(tables.c.id == table)).one()
        sitting = connection.execute(select(seats).where(seats.c.table_id == table)).all()
        query = select(entries).where(entries.c.table_id == table).order_by(entries.c.seq)
        log = connection.execute(query).all()
    assert [entry.seq for entry in log] == list(range(1, len(log) + 1)), "the log has no gaps"
    settings = TableSettings.from_row(row, tuple(map(TableSeat.from_row, sitting)))
    began_at = log[0].at if log else settings.starts_at or settings.created_at
    found = [Projection.empty(settings.new_match(), began_at)]
    for entry in log:
        stored = StoredEntry(entry.text, entry.at, entry.message, bool(entry.is_automatic))
        found.append(found[-1].replayed([stored]))
    return found


def check_update(update: m.Update, projection: Projection) -> None:
    match, game = projection.match, projection.match.game
    actor = match.actor(update.board)
    moves: Any = match.legal_moves(update.board) if actor is not None and actor >= 0 else ()
    assert update.view == board_view(game, match.watch(update.board)), update.seq
    assert update.moves == list(map(str, moves)), update.seq
    assert update.count == projection.counts[update.board], update.seq
    player = None if actor is None else update.board * game.seats + actor
    assert update.actor == player, update.seq
