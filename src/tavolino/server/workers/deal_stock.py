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
from tavolino.server.errors import BadOption, TooMany, Unavailable
from tavolino.server.workers import study_worker
from tavolino.server.workers.bot_pool import BotPool
from tavolino.study.deals.difficulty import thresholds_of
from tavolino.study.deals.finder import ANY, WISHES, Wish, check_wish, wishes_met

BATCH = 6
"""Deals that are sorted at once."""
WANTED = 6
"""Numbers of each kind that are kept ready."""
MOST_BATCHES = 60
"""After which a search is given up; the rarest kind is one deal in seven."""
SERVER_USER = ""
"""Who asks for what is made ahead."""

log = logging.getLogger("tavolino.server")
_Shelves = dict[Wish, deque[int]]


class DealStock:
    def __init__(self, bot_pool: BotPool) -> None:
        self._bot_pool = bot_pool
        self._shelves: dict[AnyGame, _Shelves] = {}
        self._filling: set[AnyGame] = set()

    async def take(self, user: str, game: AnyGame, wish: Wish) -> int:
        """A random deal number of this kind."""
        try:
            check_wish(game, wish)
        except OptionError as error:
            raise BadOption(str(error)) from None
        if wish == ANY:
            return new_deal_number()
        shelves = self._shelves.setdefault(game, {wish: deque() for wish in WISHES})
        for _ in range(MOST_BATCHES):
            if shelves[wish]:
                return shelves[wish].popleft()
            await self._sort_batch(user, game, is_patient=False)
        raise Unavailable(f"no {wish} deal was found in time: try again")

    def ready(self, game: AnyGame, wish: Wish) -> int:
        """How many numbers are made ahead."""
        return len(self._shelves.get(game, {}).get(wish, ()))

    async def fill(self, game: AnyGame) -> None:
        """Makes ahead what is missing; other work comes first."""
        if game in self._filling:
            return
        self._filling.add(game)
        try:
            shelves = self._shelves.setdefault(game, {wish: deque() for wish in WISHES})
            wanted = [w for w in WISHES if w != ANY and (w == "winnable" or thresholds_of(game))]
            while any(len(shelves[wish]) < WANTED for wish in wanted):
                await self._sort_batch(SERVER_USER, game, is_patient=True)
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

    async def _sort_batch(self, user: str, game: AnyGame, is_patient: bool) -> None:
        sorting = self._bot_pool.study(user, is_patient, study_worker.classify_some, game, BATCH)
        for number, found in await asyncio.shield(sorting):
            for wish in wishes_met(found):
                if len(self._shelves[game][wish]) < 2 * WANTED:
                    self._shelves[game][wish].append(number)
