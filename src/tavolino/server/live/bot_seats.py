"""Bots at the seats of a table, and for people whose clock has run out."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from tavolino.game import Stop
from tavolino.games.nove_colonne import NoveColonne
from tavolino.games.solitario40 import Solitario40
from tavolino.match import Match
from tavolino.server.errors import Unavailable
from tavolino.server.live import messages as m
from tavolino.server.live.commit import Command

if TYPE_CHECKING:
    from tavolino.server.live.table import Table

PATIENCES = (Solitario40, NoveColonne)
STAND_IN = "medio"
"""The program that plays for a user."""
PATIENCE = 5.0
"""Seconds after which a program that failed is asked again."""


class BotSeats:
    def __init__(self, table: Table) -> None:
        self.table = table
        self._asked: dict[int, int] = {}
        """For each player whose program thinks, the count of the position."""

        self.resting: set[int] = set()
        """Players whose programs have had enough."""

    @property
    def is_thinking(self) -> bool:
        return bool(self._asked)

    def look(self) -> None:
        """Ask every program whose turn it is."""
        table = self.table
        if table.projection is None or not any(
            seat.is_played_by_bot for seat in table.settings.seats
        ):
            return
        match = table.projection.match
        for board in range(len(match.boards)):
            actor = match.actor(board)
            if actor is not None and actor >= 0:
                seat = table.settings.seats[board * match.game.seats + actor]
                if seat.is_played_by_bot:
                    self._ask(seat.player, seat.bot or STAND_IN, is_automatic=seat.bot is None)

    def play_for_absent(self) -> None:
        """One move for the user whose clock has run out."""
        projection = self.table.projection
        if projection is not None:
            actor = projection.match.actor(0)
            if actor is not None and actor >= 0:
                self._ask(actor, STAND_IN, is_automatic=True)

    def was_refused(self, player: int) -> None:
        """The position has changed meanwhile: think again."""
        self._asked.pop(player, None)
        self.table.registry.loop.call_soon(self.look)

    def forget(self) -> None:
        """Nothing could be written: try again, but not at once."""
        self._asked.clear()
        self.table.registry.loop.call_later(PATIENCE, self.look)

    def _ask(self, player: int, bot: str, is_automatic: bool) -> None:
        projection = self.table.projection
        assert projection is not None
        count = projection.counts[player // projection.match.game.seats]
        if self._asked.get(player) != count:
            self._asked[player] = count
            self.table.registry.spawn(self._think(player, bot, count, is_automatic))

    async def _think(self, player: int, bot: str, count: int, is_automatic: bool) -> None:
        table, projection = self.table, self.table.projection
        assert projection is not None
        registry, match = table.registry, projection.match
        seen_at = registry.loop.time()
        act: m.Act | None
        try:
            act = await self._choice(match, player, bot, count)
        except Unavailable:
            registry.log.exception("table %s: program %s failed", table.id, bot)
            self._asked.pop(player, None)
            registry.loop.call_later(PATIENCE, self.look)
            return
        if act is None:
            self.resting.add(player)
            return
        if not is_automatic:
            await asyncio.sleep(registry.config.bot_seconds - (registry.loop.time() - seen_at))
        self._asked.pop(player, None)
        table.put(Command(act, player, None, is_automatic))

    async def _choice(
        self, match: Match[Any, Any], player: int, bot: str, count: int
    ) -> m.Act | None:
        """None: the program has had enough of this patience, and waits for the others."""
        table = self.table.id
        board, seat = match.place(player)
        if isinstance(match.game, PATIENCES):
            from tavolino.bots.patience import gives_up

            if gives_up(match.game, match.boards[board].history):
                can_say_so = Stop.GIVEN_UP in match.game.stops
                return m.GiveUp(table, "program", count) if can_say_so else None
        seed = f"{table} {player} {count}"
        view = match.view(player)
        move = await self.table.registry.bot_pool.choose(match.game, view, seat, bot, seed)
        return m.Move(table, "program", count, move)
