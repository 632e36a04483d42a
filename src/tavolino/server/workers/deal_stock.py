"""Practice deals of every kind, made ahead in the bot processes.

Random deals are sorted in small batches. Those with the default options are there before anybody
asks; for others the first player waits for a batch or two, well under a second.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Coroutine
from typing import Any

from tavolino.catalogue import entries
from tavolino.chance import new_deal_number
from tavolino.game import AnyGame, OptionError
from tavolino.learning.deals.difficulty import thresholds_of
from tavolino.learning.deals.finder import check_deal_kind, kinds_of
from tavolino.learning.deals.kinds import ANY, DEAL_KINDS, DealKind
from tavolino.server.errors import BadOption, TooMany, Unavailable
from tavolino.server.workers import job_worker
from tavolino.server.workers.bot_pool import BotPool

BATCH = 6
"""Deals that are sorted at once."""
WANTED = 6
"""Numbers of each kind that are kept ready."""
MOST_BATCHES = 60
"""After which a search is given up; the rarest kind is one deal in seven."""
SERVER_USER = ""
"""Who asks for what is made ahead."""

log = logging.getLogger("tavolino.server")
_Numbers = dict[DealKind, deque[int]]


class DealStock:
    def __init__(self, bot_pool: BotPool) -> None:
        self._bot_pool = bot_pool
        self._numbers: dict[AnyGame, _Numbers] = {}
        self._filling: set[AnyGame] = set()

    async def take(self, user: str, game: AnyGame, kind: DealKind) -> int:
        """A random deal number of this kind."""
        try:
            check_deal_kind(game, kind)
        except OptionError as error:
            raise BadOption(str(error)) from None
        if kind == ANY:
            return new_deal_number()
        numbers = self._numbers.setdefault(game, {kind: deque() for kind in DEAL_KINDS})
        for _ in range(MOST_BATCHES):
            if numbers[kind]:
                return numbers[kind].popleft()
            await self._sort_batch(user, game, is_background=False)
        raise Unavailable(f"no {kind} deal was found in time: try again")

    def ready(self, game: AnyGame, kind: DealKind) -> int:
        """How many numbers are made ahead."""
        return len(self._numbers.get(game, {}).get(kind, ()))

    async def fill(self, game: AnyGame) -> None:
        """Makes ahead what is missing; other work comes first."""
        if game in self._filling:
            return
        self._filling.add(game)
        try:
            numbers = self._numbers.setdefault(game, {kind: deque() for kind in DEAL_KINDS})
            wanted = [
                k for k in DEAL_KINDS if k != ANY and (k == "winnable" or thresholds_of(game))
            ]
            while any(len(numbers[kind]) < WANTED for kind in wanted):
                await self._sort_batch(SERVER_USER, game, is_background=True)
        except (TooMany, Unavailable) as error:  # the bots have more urgent work
            log.info("deals of %s are not made ahead now: %s", game.name, error)
        finally:
            self._filling.discard(game)

    async def fill_all(self, is_ready: Callable[[AnyGame], Coroutine[Any, Any, None]]) -> None:
        """Background task: the default options of all games, once their searches are loaded."""
        for entry in entries():
            if entry.has_difficulty:
                game = entry.rules()
                await is_ready(game)
                await self.fill(game)

    async def _sort_batch(self, user: str, game: AnyGame, is_background: bool) -> None:
        sorting = self._bot_pool.run_job(user, is_background, job_worker.classify_some, game, BATCH)
        for number, found in await asyncio.shield(sorting):
            for kind in kinds_of(found):
                if len(self._numbers[game][kind]) < 2 * WANTED:
                    self._numbers[game][kind].append(number)
