"""Reads tables from the database, and appends the commits of a step."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import NamedTuple

from sqlalchemy import delete, insert, select, update

from tavolino.server.errors import NotFound
from tavolino.server.live.projection import Projection, StoredEntry
from tavolino.server.live.step import Commit
from tavolino.server.live.table_settings import TableSeat, TableSettings
from tavolino.server.queues.fair_queue import Ask
from tavolino.server.storage.database import Database
from tavolino.server.storage.schema import entries, results, seats, tables
from tavolino.server.storage.writer import Done, LogRow, Row, Statement, Work

NEVER_GAINED = 2**31 - 1


class StoredTable(NamedTuple):
    settings: TableSettings
    projection: Projection | None
    """None before the deal."""
    logged: set[str]
    """Keys of the commands in the log."""

    @property
    def seq(self) -> int:
        """The number of entries; -1 before the deal."""
        return self.projection.seq if self.projection else -1


class Journal:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def read(self, table_id: str, user: str = "") -> StoredTable:
        """For a user, or for the server itself."""
        return await self._database.tables.run(Ask(user), lambda: self._read(table_id))

    def _read(self, table_id: str) -> StoredTable:
        with self._database.snapshot() as connection:
            row = connection.execute(select(tables).where(tables.c.id == table_id)).first()
            if row is None:
                raise NotFound(f"expected the code of a table, got {table_id[:40]!r}")
            seat_rows = connection.execute(select(seats).where(seats.c.table_id == table_id)).all()
            own = entries.c.table_id == table_id
            log = connection.execute(select(entries).where(own).order_by(entries.c.seq)).all()
        settings = TableSettings.from_row(row, tuple(map(TableSeat.from_row, seat_rows)))
        if not log and settings.phase in ("lobby", "countdown"):
            return StoredTable(settings, None, set())
        stored = [StoredEntry(e.text, e.at, e.message, bool(e.is_automatic)) for e in log]
        # A game without chance has an empty log until its first move.
        began_at = stored[0].at if stored else settings.starts_at or settings.created_at
        projection = Projection.empty(settings.new_match(), began_at).replayed(stored)
        return StoredTable(settings, projection, {e.message for e in stored if e.message})

    def append(
        self, settings: TableSettings, commits: Sequence[Commit], at: int, done: Done
    ) -> None:
        """``done`` is called in the event loop after the commit, with None or the error."""
        rows = [row for commit in commits for row in _rows(commit, settings.id, at)]
        statements = _statements(settings, commits[0].before, commits[-1].after, at)
        self._database.writer.submit(Work(rows, statements), done)

    async def set_away(self, table_id: str, player: int, is_away: bool) -> None:
        await self._database.writer.write(_away(table_id, player, is_away))

    async def end(self, settings: TableSettings, projection: Projection, at: int) -> None:
        """Ends a game without an entry, as at the end of the day of a daily deal."""
        await self._database.writer.write(*_ending(settings, projection, at))


def _rows(commit: Commit, table_id: str, at: int) -> list[LogRow]:
    command = commit.command
    key = command.key if command else None
    is_automatic = command is not None and command.is_automatic
    rows: list[LogRow] = []
    for n, entry in enumerate(commit.entries, 1):
        automatic = is_automatic and entry.actor >= 0
        seq = commit.before.seq + n
        rows.append((table_id, seq, at, str(entry), key if n == 1 else None, automatic))
    return rows


def _statements(
    settings: TableSettings, before: Projection, after: Projection, at: int
) -> list[Statement]:
    """The other statements of the same database commit."""
    statements = []
    if after.match.is_over != before.match.is_over or settings.phase in ("lobby", "countdown"):
        statements += _ending(settings, after, at) if after.match.is_over else _playing(settings)
    return statements + [_away(settings.id, player, True) for player in after.newly_away(before)]


def _away(table: str, player: int, is_away: bool) -> Statement:
    here = (seats.c.table_id == table) & (seats.c.player == player)
    return Statement(update(seats).where(here).values(is_away=is_away))


def _playing(settings: TableSettings) -> list[Statement]:
    """The game starts; in practice, it may also continue after its end by an undo."""
    return [
        Statement(
            update(tables).where(tables.c.id == settings.id).values(phase="playing", ended_at=None),
        ),
        Statement(delete(results).where(results.c.table_id == settings.id)),
    ]


def _ending(settings: TableSettings, projection: Projection, at: int) -> list[Statement]:
    rows = result_rows(settings, projection, at)
    return [
        Statement(
            update(tables).where(tables.c.id == settings.id).values(phase="over", ended_at=at)
        ),
        Statement(delete(results).where(results.c.table_id == settings.id)),
        Statement(insert(results), rows),
    ]


def result_rows(settings: TableSettings, projection: Projection, at: int) -> list[Row]:
    match, game = projection.match, projection.match.game
    places = {standing.player: standing.place for standing in match.standings()}
    rows = []
    for seat in settings.seats:
        number, board_seat = match.place(seat.player)
        state, tally = match.boards[number].state, match.boards[number].tally
        points = game.scores(state)[board_seat]
        winners = game.winners(state)
        is_won = places[seat.player] == 1 if settings.contest else board_seat in winners
        if game.seats > 1:
            places[seat.player] = 1 if is_won else 2
        rows.append(
            {
                "table_id": settings.id,
                "player": seat.player,
                "person": seat.user,
                "game": game.name,
                "kind": settings.kind,
                "day": settings.day,
                "points": points,
                "place": places.get(seat.player, 1),
                "is_won": is_won,
                "moves": tally.moves,
                "last_gain": tally.last_gain,
                "ranking": ranking_number(points, tally.last_gain),
                "lot": lot(settings, seat.user),
                "seconds": max(0, at - projection.began_at) // 1000,
                "ended_at": at,
            }
        )
    return rows


def ranking_number(points: int, last_gain: int | None) -> int:
    """More points first, then the earlier last gain; who never gained is last (RULES 8.11).

    >>> ranking_number(8, None) < ranking_number(7, 3) < ranking_number(7, 4)
    True
    """
    return (NEVER_GAINED if last_gain is None else last_gain) - points * (NEVER_GAINED + 1)


def lot(settings: TableSettings, user: str | None) -> int:
    """A lot that depends on the secret, so that nobody can choose it (RULES 8.11)."""
    secret = settings.fair.secret if settings.fair and settings.fair.secret else ""
    return int.from_bytes(blake2b(f"{secret} {user}".encode(), digest_size=7).digest(), "big")
