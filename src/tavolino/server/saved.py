"""Stored tables, read again: their records, and who may see how much of them.

A table that is over lies open to everybody who has its link. Before that its people see what they
saw while they played. The deal of a day counts as being played until the day is over, so that no
guest can look at it for somebody else.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from sqlalchemy import select

from tavolino.chance import FairSeed
from tavolino.game import TavolinoError
from tavolino.record import Record
from tavolino.server.days import is_day_over
from tavolino.server.errors import NotAllowed, NotFound, NotOver, NotStarted, OtherRules
from tavolino.server.readers import in_reader
from tavolino.server.schema import entries, seats, tables
from tavolino.server.sheet import SeatRow, Sheet
from tavolino.server.store import Store


async def load_sheet(store: Store, table_id: str) -> Sheet:
    """A table that has begun."""
    is_id = re.fullmatch("[A-Za-z0-9_-]{1,32}", table_id)
    row = await store.row(select(tables).where(tables.c.id == table_id)) if is_id else None
    if row is None:
        raise NotFound(f"there is no table {table_id[:40]!r}")
    rows = await store.rows(select(seats).where(seats.c.table_id == table_id))
    sheet = Sheet.read(row, tuple(map(SeatRow.read, rows)))
    if row.version != sheet.game.version:
        raise OtherRules(
            f"table {table_id} was played by version {row.version} of {row.game}, "
            f"and this server has version {sheet.game.version}"
        )
    if sheet.phase in ("lobby", "countdown"):
        raise NotStarted(f"table {table_id} has not begun")
    return sheet


async def load_log(store: Store, table_id: str) -> Sequence[str]:
    query = select(entries.c.text).where(entries.c.table_id == table_id).order_by(entries.c.seq)
    return [row.text for row in await store.rows(query)]


async def load_record(store: Store, table_id: str, now: int) -> Record:
    """The record of a stored table; where the seed is still secret, without it."""
    return await record_of(store, await load_sheet(store, table_id), now)


async def record_of(store: Store, sheet: Sheet, now: int) -> Record:
    log = await load_log(store, sheet.id)
    if not log:  # given up in the lobby
        raise NotStarted(f"table {sheet.id} has never begun")
    return await in_reader(lambda: fold_record(sheet, log, is_told(sheet, now)))


def fold_record(sheet: Sheet, log: Sequence[str], is_seed_told: bool) -> Record:
    match = sheet.new_match()
    try:
        for text in log:
            match = match.play(match.parse_entry(text))
    except TavolinoError as error:  # not the fault of whoever asks
        raise RuntimeError(f"the log of table {sheet.id} cannot be replayed") from error
    names, origin = tuple(seat.name for seat in sheet.seats), sheet.origin()
    if isinstance(origin, FairSeed) and not is_seed_told:
        return Record(replace(match, seed=None), names, origin.hidden())
    return Record(match, names, origin)


def is_told(sheet: Sheet, now: int) -> bool:
    """May everybody know everything about this table?"""
    return sheet.phase == "over" and (sheet.day is None or is_day_over(sheet.day, now))


def check_told(sheet: Sheet, now: int) -> None:
    if is_told(sheet, now):
        return
    if sheet.phase == "over":
        raise NotOver(f"the deal of {sheet.day} is open once that day is over (UTC)")
    raise NotOver(f"table {sheet.id} is still being played")


class Sight(NamedTuple):
    """How much of a table's story somebody may see."""

    is_open: bool
    """All of it, with what was hidden."""
    seats: dict[int, int]
    """For each board that may be seen the seat from which it is; if open, by nobody."""

    def seat(self, board: int) -> int | None:
        if self.is_open:
            return None
        if board not in self.seats:
            raise NotAllowed(f"board {board} is another player's, and the game is still on")
        return self.seats[board]


def sight_of(sheet: Sheet, person: str | None, now: int) -> Sight:
    if is_told(sheet, now):
        return Sight(True, {})
    mine = [seat.player for seat in sheet.seats if person and seat.person == person]
    if not mine:
        raise NotAllowed(f"table {sheet.id} is open to its players only, until it is over")
    return Sight(False, dict(divmod(player, sheet.game.seats) for player in reversed(mine)))
