"""The daily deal: one for each day (UTC) and each one-seat game, the same for everybody.

The server draws its secret and publishes the commitment on the day before, so that it cannot pick
a deal later; it reveals the secret when the day is over. Undo and hints are not available.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import insert, select

from tavolino.catalogue import entries
from tavolino.chance import SECRET_BYTES, FairSeed, commit
from tavolino.server.clock import day_after, day_of, start_of
from tavolino.server.errors import BadOption, NotFound
from tavolino.server.live.domain.table_settings import day_nonce
from tavolino.server.lobby.table_factory import daily_code
from tavolino.server.queues.fair_queue import SERVER, Requester
from tavolino.server.storage.database import Database
from tavolino.server.storage.schema import dailies
from tavolino.server.storage.writer import ConflictError, Statement

logger = logging.getLogger("tavolino.server")


def daily_games() -> tuple[str, ...]:
    return tuple(entry.name for entry in entries() if entry.has_daily)


@dataclass(frozen=True, slots=True)
class DailyDeal:
    day: str
    game: str
    commitment: str
    secret: str
    """Not to be shown before the day is over."""
    committed_at: int

    @property
    def is_committed_before(self) -> bool:
        """False on the server's first day, and after a day on which it did not run."""
        return self.committed_at < start_of(self.day)

    @property
    def fair(self) -> FairSeed:
        return FairSeed(self.commitment, (day_nonce(self.day),), self.secret)

    def table_of(self, user: str) -> str:
        """The id of the user's table; the primary key allows one game per user."""
        return daily_code(self.day, self.game, user)


async def deal_of(database: Database, requester: Requester, day: str, game: str) -> DailyDeal:
    check_daily_game(game)
    query = select(dailies).where(dailies.c.day == day, dailies.c.game == game)
    row = await database.row(query, requester)
    if row is None:
        raise NotFound(f"there is no deal of {game} for {day}")
    return DailyDeal(row.day, row.game, row.commitment, row.secret, row.created_at)


def check_daily_game(game: str) -> None:
    if game not in daily_games():
        raise BadOption(f"expected {', '.join(daily_games())} for a daily deal, got {game[:40]!r}")


async def deals_at(
    database: Database, now: int, requester: Requester = SERVER
) -> dict[str, dict[str, DailyDeal]]:
    """The deals of today and tomorrow, by day and game; draws those that are missing."""
    days = (day_of(now), day_after(day_of(now)))
    found = await _deals(database, requester, days)
    missing = [(day, game) for day in days for game in daily_games() if game not in found[day]]
    if missing:
        await asyncio.gather(*(_draw(database, day, game, now) for day, game in missing))
        found = await _deals(database, requester, days)
    return found


async def _deals(
    database: Database, requester: Requester, days: tuple[str, ...]
) -> dict[str, dict[str, DailyDeal]]:
    found: dict[str, dict[str, DailyDeal]] = {day: {} for day in days}
    for row in await database.rows(select(dailies).where(dailies.c.day.in_(days)), requester):
        found[row.day][row.game] = DailyDeal(
            row.day, row.game, row.commitment, row.secret, row.created_at
        )
    return found


async def _draw(database: Database, day: str, game: str, now: int) -> None:
    secret = secrets.token_hex(SECRET_BYTES)
    row = {"day": day, "game": game, "secret": secret, "commitment": commit(secret)}
    try:
        await database.writer.write(Statement(insert(dailies).values(**row, created_at=now)))
    except ConflictError:
        pass  # another process drew first: its deal counts


async def keep_committing(
    database: Database, clock: Callable[[], int], seconds: float = 600
) -> None:
    """Background task: commits to tomorrow's deals even if nobody asks for them."""
    while True:
        try:
            await deals_at(database, clock())
        except Exception:  # the database may be unavailable for a while
            logger.exception("tomorrow's deals could not be drawn")
        await asyncio.sleep(seconds)
