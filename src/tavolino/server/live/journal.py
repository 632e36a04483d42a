"""Reads tables from the database, and appends the commits of a step."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import NamedTuple

from sqlalchemy import delete, insert, select, update

from tavolino.server.errors import NotFound
from tavolino.server.live.domain.messages import Phase
from tavolino.server.live.domain.projection import Projection, StoredEntry
from tavolino.server.live.domain.step import Commit
from tavolino.server.live.domain.table_settings import TableSeat, TableSettings
from tavolino.server.queues.fair_queue import Requester
from tavolino.server.storage.claims import ended
from tavolino.server.storage.database import Database
from tavolino.server.storage.schema import entries, results, seats, tables
from tavolino.server.storage.totals import ChangedResults
from tavolino.server.storage.writer import Change, ConflictError, Done, LogRow, Row, Statement, Work

NEVER_GAINED = 2**31 - 1


class StoredTable(NamedTuple):
    settings: TableSettings
    projection: Projection | None
    """None before the deal."""
    logged: set[str]
    """Keys of the commands in the log."""

    @property
    def is_unused(self) -> bool:
        """A practice game without a command of its player."""
        return self.settings.is_unfinished_practice and not self.logged

    @property
    def seq(self) -> int:
        """The number of entries; -1 before the deal."""
        return self.projection.seq if self.projection else -1


class Journal:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def read(
        self, table_id: str, user: str = "", since: Projection | None = None
    ) -> StoredTable:
        """For a user, or for the server itself.

        ``since``: only later entries are read, and only their commands are ``logged``.
        """
        return await self._database.tables.run(Requester(user), lambda: self._read(table_id, since))

    def _read(self, table_id: str, since: Projection | None) -> StoredTable:
        with self._database.snapshot() as connection:
            row = connection.execute(select(tables).where(tables.c.id == table_id)).first()
            if row is None:
                raise NotFound(f"expected the code of a table, got {table_id[:40]!r}")
            seat_rows = connection.execute(select(seats).where(seats.c.table_id == table_id)).all()
            own = (entries.c.table_id == table_id) & (entries.c.seq > (since.seq if since else 0))
            log = connection.execute(select(entries).where(own).order_by(entries.c.seq)).all()
        settings = TableSettings.from_row(row, tuple(map(TableSeat.from_row, seat_rows)))
        if not log and not since and settings.phase in ("lobby", "countdown"):
            return StoredTable(settings, None, set())
        stored = [StoredEntry(e.text, e.at, e.message, bool(e.is_automatic)) for e in log]
        logged = {e.message for e in stored if e.message}
        if since:
            return StoredTable(settings, since.replayed(stored), logged)
        # A game without chance has an empty log until its first move.
        began_at = stored[0].at if stored else settings.starts_at or settings.created_at
        projection = Projection.empty(settings.new_match(), began_at).replayed(stored)
        return StoredTable(settings, projection, logged)

    def append(
        self, settings: TableSettings, commits: Sequence[Commit], at: int, done: Done
    ) -> None:
        """``done`` is called in the event loop after the commit, with None or the error."""
        rows = [row for commit in commits for row in log_rows(commit, settings.id, at)]
        changes = _changes(settings, commits[0].before, commits[-1].after, at)
        self._database.writer.submit(Work(rows, changes), done)

    async def renew(self, table_id: str, at: int) -> None:
        """Keeps a practice game without a move from the cleanup: somebody has opened it."""
        change = update(tables).where(tables.c.id == table_id).values(starts_at=at)
        try:
            await self._database.writer.write(Statement(change, must_change=True))
        except ConflictError:
            raise NotFound(f"table {table_id!r} was never used and has been removed") from None

    async def set_away(self, table_id: str, player: int, is_away: bool) -> None:
        await self._database.writer.write(_away(table_id, player, is_away))

    async def end(self, settings: TableSettings, projection: Projection, at: int) -> None:
        """Ends a game without an entry, as at the end of the day of a daily deal."""
        await self._database.writer.write(*_result(settings, projection, "over", at))

    async def leave(self, settings: TableSettings, projection: Projection) -> None:
        """Counts an unfinished game as it stands since its last move; raises ``ConflictError``."""
        is_open = (tables.c.id == settings.id) & tables.c.ended_at.is_(None)
        still = update(tables).where(is_open, tables.c.phase == "playing")
        await self._database.writer.write(
            Statement(still.values(phase="playing"), must_change=True),
            *_result(settings, projection, "playing", projection.last_at),
        )


def log_rows(commit: Commit, table_id: str, at: int) -> list[LogRow]:
    """The rows of ``entries`` for a commit."""
    command = commit.command
    key = command.key if command else None
    is_automatic = command is not None and command.is_automatic
    rows: list[LogRow] = []
    for n, entry in enumerate(commit.entries, 1):
        automatic = is_automatic and entry.actor >= 0
        seq = commit.before.seq + n
        rows.append((table_id, seq, at, str(entry), key if n == 1 else None, automatic))
    return rows


def _changes(
    settings: TableSettings, before: Projection, after: Projection, at: int
) -> list[Change]:
    """The other changes of the same database commit."""
    changes: list[Change] = []
    phase, has_result = after.phase, after.has_result
    if phase != settings.phase or has_result != (settings.ended_at is not None):
        changes += _result(settings, after, phase, at if has_result else None)
    changes += [_away(settings.id, player, True) for player in after.newly_away(before)]
    back = after.newly_back(before, settings.away)
    changes += [_away(settings.id, player, False) for player in back]
    return changes


def _away(table: str, player: int, is_away: bool) -> Statement:
    here = (seats.c.table_id == table) & (seats.c.player == player)
    return Statement(update(seats).where(here).values(is_away=is_away))


def _result(
    settings: TableSettings, projection: Projection, phase: Phase, ended_at: int | None
) -> list[Change]:
    """The phase and the result. Without ``ended_at`` the game starts, or goes on after a result."""
    here = tables.c.id == settings.id
    rows = [] if ended_at is None else result_rows(settings, projection, ended_at)
    replaced = [
        Statement(delete(results).where(results.c.table_id == settings.id)),
        *([Statement(insert(results), rows)] if rows else []),
    ]
    return [
        Statement(update(tables).where(here).values(phase=phase, ended_at=ended_at)),
        ChangedResults([settings.id], replaced),
        *([ended(settings.id)] if phase == "over" and not settings.is_alone else []),
    ]


def result_rows(settings: TableSettings, projection: Projection, at: int) -> list[Row]:
    """None for a practice game without a move."""
    match, game = projection.match, projection.match.game
    if match.is_practice and not any(board.tally.moves for board in match.boards):
        return []
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
