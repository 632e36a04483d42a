"""What becomes of an act: rows for the log, and what changes beside it when a game ends."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from sqlalchemy import delete, insert, update

from tavolino.match import Entry
from tavolino.server.live import messages as m
from tavolino.server.live.projection import Projection
from tavolino.server.live.table_settings import TableSettings
from tavolino.server.storage.schema import results, seats, tables
from tavolino.server.storage.writer import LogRow, Row, Step

if TYPE_CHECKING:
    from tavolino.server.sockets.connection import Connection


class Command(Struct, frozen=True):
    """An act that waits to be done."""

    act: m.Act
    player: int
    connection: Connection | None = None
    """Who gets a refusal; None for a program."""
    is_automatic: bool = False
    """Played by a program for a user."""

    @property
    def key(self) -> str | None:
        """By which a message sent again is known."""
        return f"{self.player}:{self.act.id}" if self.connection else None


class Commit(Struct, frozen=True):
    before: Projection
    after: Projection
    asked: Command | None = None
    """None: the clock, or the beginning."""

    @property
    def entries(self) -> Sequence[Entry[Any]]:
        """What it adds to the log."""
        return self.after.match.log[self.before.seq :]

    def rows(self, settings: TableSettings, at: int) -> list[LogRow]:
        table, seq, asked = settings.id, self.before.seq, self.asked
        key = asked.key if asked else None
        is_automatic = asked is not None and asked.is_automatic
        rows: list[LogRow] = []
        for n, entry in enumerate(self.entries, 1):
            automatic = is_automatic and entry.actor >= 0
            rows.append((table, seq + n, at, str(entry), key if n == 1 else None, automatic))
        return rows


def steps_beside(
    settings: TableSettings, before: Projection, after: Projection, at: int
) -> list[Step]:
    """What has to be written in the same commit as the entries."""
    steps = []
    if after.match.is_over != before.match.is_over or (not before.seq and after.seq):
        steps += ending(settings, after, at) if after.match.is_over else _opening(settings)
    return steps + [away(settings.id, player, True) for player in after.left_since(before)]


def away(table: str, player: int, is_away: bool) -> Step:
    here = (seats.c.table_id == table) & (seats.c.player == player)
    return Step(update(seats).where(here).values(is_away=is_away))


def _opening(settings: TableSettings) -> list[Step]:
    """The game is on; in practice also after its end, when a move is taken back."""
    return [
        Step(
            update(tables).where(tables.c.id == settings.id).values(phase="playing", ended_at=None),
        ),
        Step(delete(results).where(results.c.table_id == settings.id)),
    ]


def ending(settings: TableSettings, projection: Projection, at: int) -> list[Step]:
    rows = result_rows(settings, projection, at)
    return [
        Step(update(tables).where(tables.c.id == settings.id).values(phase="over", ended_at=at)),
        Step(delete(results).where(results.c.table_id == settings.id)),
        Step(insert(results), rows),
    ]


def result_rows(settings: TableSettings, projection: Projection, at: int) -> list[Row]:
    match, game = projection.match, projection.match.game
    places = {standing.player: standing.place for standing in match.standings()}
    rows = []
    for seat in settings.seats:
        board, place = match.place(seat.player)
        state, tally = match.boards[board].state, match.boards[board].tally
        points = game.scores(state)[place]
        is_won = places[seat.player] == 1 if settings.contest else place in game.winners(state)
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
                "lot": lot(settings, seat.user),
                "seconds": max(0, at - projection.began_at) // 1000,
                "ended_at": at,
            }
        )
    return rows


def lot(settings: TableSettings, user: str | None) -> int:
    """Drawn by the secret, so that nobody chose it (RULES 8.11)."""
    secret = settings.fair.secret if settings.fair and settings.fair.secret else ""
    return int.from_bytes(blake2b(f"{secret} {user}".encode(), digest_size=7).digest(), "big")
