"""Loads stored tables and their records, and decides who may see how much of them.

A table that is over is public for everybody who has its link. Before that, its players see what
they saw while playing. A daily deal counts as being played until its day is over, so that nobody
can look at it as a guest first.
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
from tavolino.server.clock import is_day_over
from tavolino.server.errors import NotAllowed, NotFound, NotOver, NotStarted, OtherRules
from tavolino.server.live.domain.table_settings import TableSeat, TableSettings
from tavolino.server.queues.fair_queue import Requester
from tavolino.server.storage.database import Database
from tavolino.server.storage.schema import entries, seats, tables


async def load_settings(database: Database, requester: Requester, table_id: str) -> TableSettings:
    """The settings of a table that has started."""
    is_id = re.fullmatch("[A-Za-z0-9_-]{1,32}", table_id)
    query = select(tables).where(tables.c.id == table_id)
    row = await database.row(query, requester) if is_id else None
    if row is None:
        raise NotFound(f"there is no table {table_id[:40]!r}")
    rows = await database.rows(select(seats).where(seats.c.table_id == table_id), requester)
    settings = TableSettings.from_row(row, tuple(map(TableSeat.from_row, rows)))
    if row.version != settings.game.version:
        raise OtherRules(
            f"table {table_id} was played by version {row.version} of {row.game}, "
            f"and this server has version {settings.game.version}"
        )
    if settings.phase in ("lobby", "countdown"):
        raise NotStarted(f"table {table_id} has not started")
    return settings


async def load_log(database: Database, requester: Requester, table_id: str) -> Sequence[str]:
    query = select(entries.c.text).where(entries.c.table_id == table_id).order_by(entries.c.seq)
    log = [row.text for row in await database.rows(query, requester, is_long=True)]
    if not log:  # abandoned in the lobby
        raise NotStarted(f"table {table_id} never started")
    return log


def build_record(settings: TableSettings, log: Sequence[str], with_seed: bool) -> Record:
    """The record of a table. Slow: the rules play the whole log."""
    match = settings.new_match()
    try:
        for text in log:
            match = match.play(match.parse_entry(text))
    except TavolinoError as error:  # not the client's fault
        raise RuntimeError(f"the log of table {settings.id} cannot be replayed") from error
    names, origin = tuple(seat.name for seat in settings.seats), settings.origin()
    if isinstance(origin, FairSeed) and not with_seed:
        return Record(replace(match, seed=None), names, origin.hidden())
    return Record(match, names, origin)


def is_revealed(settings: TableSettings, now: int) -> bool:
    """May everybody see everything of this table?"""
    return settings.phase == "over" and (settings.day is None or is_day_over(settings.day, now))


async def load_revealed(
    database: Database, requester: Requester, table_id: str, now: int
) -> tuple[TableSettings, Sequence[str]]:
    """The settings and the log of a table of which everybody may see everything."""
    settings = await load_settings(database, requester, table_id)
    if is_revealed(settings, now):
        return settings, await load_log(database, requester, table_id)
    if settings.phase == "over":
        raise NotOver(f"the deal of {settings.day} is revealed when that day is over (UTC)")
    raise NotOver(f"table {settings.id} is still being played")


class Visibility(NamedTuple):
    """How much of a table a user may see."""

    is_full: bool
    """Everything, including what was hidden."""
    seats: dict[int, int]
    """Otherwise, the seat from which each visible board is seen."""

    def seat(self, board: int) -> int | None:
        if self.is_full:
            return None
        if board not in self.seats:
            raise NotAllowed(f"board {board} belongs to another player, and the game is not over")
        return self.seats[board]


def visibility_for(settings: TableSettings, user: str | None, now: int) -> Visibility:
    if is_revealed(settings, now):
        return Visibility(True, {})
    mine = [seat.player for seat in settings.seats if user and seat.user == user]
    if not mine:
        raise NotAllowed(f"only its players can see table {settings.id} until it is over")
    return Visibility(False, dict(divmod(player, settings.game.seats) for player in reversed(mine)))
