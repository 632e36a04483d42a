"""What becomes of an act: rows for the log, and what changes beside it when a game ends."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from sqlalchemy import delete, insert, update

from tavolino.match import Entry
from tavolino.server import messages as m
from tavolino.server.fold import Fold
from tavolino.server.schema import results, seats, tables
from tavolino.server.sheet import Sheet
from tavolino.server.writer import LogRow, Row, Step

if TYPE_CHECKING:
    from tavolino.server.connection import Connection


class Asked(Struct, frozen=True):
    """An act that waits to be done."""

    act: m.Act
    player: int
    connection: Connection | None = None
    """Who gets a refusal; None for a program."""
    is_automatic: bool = False
    """Played by a program for a person."""

    @property
    def key(self) -> str | None:
        """By which a message sent again is known."""
        return f"{self.player}:{self.act.id}" if self.connection else None


class Effect(Struct, frozen=True):
    before: Fold
    after: Fold
    asked: Asked | None = None
    """None: the clock, or the beginning."""

    @property
    def entries(self) -> Sequence[Entry[Any]]:
        """What it adds to the log."""
        return self.after.match.log[self.before.seq :]

    def rows(self, sheet: Sheet, at: int) -> list[LogRow]:
        table, seq, asked = sheet.id, self.before.seq, self.asked
        key = asked.key if asked else None
        is_automatic = asked is not None and asked.is_automatic
        rows: list[LogRow] = []
        for n, entry in enumerate(self.entries, 1):
            automatic = is_automatic and entry.actor >= 0
            rows.append((table, seq + n, at, str(entry), key if n == 1 else None, automatic))
        return rows


def steps_beside(sheet: Sheet, before: Fold, after: Fold, at: int) -> list[Step]:
    """What has to be written in the same commit as the entries."""
    steps = []
    if after.match.is_over != before.match.is_over or (not before.seq and after.seq):
        steps += ending(sheet, after, at) if after.match.is_over else _opening(sheet)
    return steps + [away(sheet.id, player, True) for player in after.left_since(before)]


def away(table: str, player: int, is_away: bool) -> Step:
    here = (seats.c.table_id == table) & (seats.c.player == player)
    return Step(update(seats).where(here).values(is_away=is_away))


def _opening(sheet: Sheet) -> list[Step]:
    """The game is on; in practice also after its end, when a move is taken back."""
    return [
        Step(
            update(tables).where(tables.c.id == sheet.id).values(phase="playing", ended_at=None),
        ),
        Step(delete(results).where(results.c.table_id == sheet.id)),
    ]


def ending(sheet: Sheet, fold: Fold, at: int) -> list[Step]:
    rows = result_rows(sheet, fold, at)
    return [
        Step(update(tables).where(tables.c.id == sheet.id).values(phase="over", ended_at=at)),
        Step(delete(results).where(results.c.table_id == sheet.id)),
        Step(insert(results), rows),
    ]


def result_rows(sheet: Sheet, fold: Fold, at: int) -> list[Row]:
    match, game = fold.match, fold.match.game
    places = {standing.player: standing.place for standing in match.standings()}
    rows = []
    for seat in sheet.seats:
        board, place = match.place(seat.player)
        state, tally = match.boards[board].state, match.boards[board].tally
        points = game.scores(state)[place]
        is_won = places[seat.player] == 1 if sheet.contest else place in game.winners(state)
        if game.seats > 1:
            places[seat.player] = 1 if is_won else 2
        rows.append(
            {
                "table_id": sheet.id,
                "player": seat.player,
                "person": seat.person,
                "game": game.name,
                "kind": sheet.kind,
                "day": sheet.day,
                "points": points,
                "place": places.get(seat.player, 1),
                "is_won": is_won,
                "moves": tally.moves,
                "last_gain": tally.last_gain,
                "lot": lot(sheet, seat.person),
                "seconds": max(0, at - fold.began_at) // 1000,
                "ended_at": at,
            }
        )
    return rows


def lot(sheet: Sheet, person: str | None) -> int:
    """Drawn by the secret, so that nobody chose it (RULES 8.11)."""
    secret = sheet.fair.secret if sheet.fair and sheet.fair.secret else ""
    return int.from_bytes(blake2b(f"{secret} {person}".encode(), digest_size=7).digest(), "big")
