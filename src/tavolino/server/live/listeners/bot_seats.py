"""Bots at the seats of a table, and in place of users whose clock has run out."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Any

from tavolino.bots import gives_up
from tavolino.catalogue import entry_of
from tavolino.game import Stop
from tavolino.match import Match
from tavolino.server.errors import Stale, TooMany, Unavailable
from tavolino.server.live.domain import messages as m
from tavolino.server.live.domain.commands import SeatCommand
from tavolino.server.live.domain.step import Commit
from tavolino.server.live.interfaces import BotRequester, Bots, Referees, Spawn
from tavolino.server.live.table import Listener, LiveTable

log = logging.getLogger("tavolino.live")

RETRY_SECONDS = 5.0
"""After a failure of a bot or the database."""


class BotSeats(Listener):
    def __init__(
        self,
        table: LiveTable,
        bots: Bots,
        referees: Referees,
        spawn: Spawn,
        min_seconds: float,
    ) -> None:
        self._table, self._bots, self._referees, self._spawn = table, bots, referees, spawn
        self._min_seconds = min_seconds
        """Minimum time of a bot's move, so that people can follow."""
        self._thinking: dict[int, int] = {}
        """For each player whose bot is thinking, the count of the position."""
        self.resting: set[int] = set()
        """Players whose bots have stopped playing."""
        self._overdue: int | None = None
        """The count of the position whose player's clock has run out."""
        self._retry: asyncio.TimerHandle | None = None

    @property
    def is_thinking(self) -> bool:
        return bool(self._thinking)

    def on_commit(self, commits: Sequence[Commit]) -> None:
        self.ask_all()

    def on_settings(self) -> None:
        self.ask_all()

    def on_failure(self) -> None:
        self._thinking.clear()
        self._ask_later()

    def on_close(self) -> None:
        if self._retry:
            self._retry.cancel()

    def _ask_later(self) -> None:
        """One timer for all bots of the table, however many have failed."""
        if self._retry:
            self._retry.cancel()
        self._retry = asyncio.get_running_loop().call_later(RETRY_SECONDS, self._ask_again)

    def _ask_again(self) -> None:
        self.ask_all()
        if self._overdue is not None and self._table.runs_here and self._is_at(0, self._overdue):
            self.play_for_absent()

    def ask_all(self) -> None:
        """Asks every bot whose turn it is."""
        settings, projection = self._table.settings, self._table.projection
        if projection is None or not any(seat.is_played_by_bot for seat in settings.seats):
            return
        if not self._table.runs_here:
            return
        match = projection.match
        for board in range(len(match.boards)):
            actor = match.actor(board)
            if actor is not None and actor >= 0:
                seat = settings.seats[board * match.game.seats + actor]
                if seat.is_played_by_bot:
                    bot = seat.bot or self._stand_in
                    self._ask(seat.player, bot, is_automatic=seat.bot is None)

    @property
    def _stand_in(self) -> str:
        """The bot that plays in place of a user."""
        return entry_of(self._table.settings.game.name).stand_in

    def play_for_absent(self) -> None:
        """Plays one move for the user whose clock has run out."""
        projection = self._table.projection
        if projection is not None:
            actor = projection.match.actor(0)
            if actor is not None and actor >= 0:
                self._overdue = projection.counts[0]
                self._ask(actor, self._stand_in, is_automatic=True)

    def _ask(self, player: int, bot: str, is_automatic: bool) -> None:
        projection = self._table.projection
        assert projection is not None
        count = projection.counts[player // projection.match.game.seats]
        if self._thinking.get(player) != count:
            self._thinking[player] = count
            self._spawn(self._think(projection.match, player, bot, count, is_automatic))

    async def _think(
        self, match: Match[Any, Any], player: int, bot: str, count: int, is_automatic: bool
    ) -> None:
        loop = asyncio.get_running_loop()
        started = loop.time()
        try:
            command = await self._choose(match, player, bot, count)
        except Stale:  # the commit that changed the position has asked again, if need be
            if self._thinking.get(player) == count:
                del self._thinking[player]
            return
        except (TooMany, Unavailable) as refusal:
            log.warning("table %s: bot %s has to wait: %s", self._table.id, bot, refusal)
            self._thinking.pop(player, None)
            self._ask_later()
            return
        except Exception:
            log.exception("table %s: bot %s failed: it is asked again", self._table.id, bot)
            self._thinking.pop(player, None)
            self._ask_later()
            return
        if command is None:
            self.resting.add(player)
            return
        if not is_automatic:
            await asyncio.sleep(self._min_seconds - (loop.time() - started))
        self._thinking.pop(player, None)
        seat_command = SeatCommand(command, player, is_from_bot=True, is_automatic=is_automatic)
        # If it is refused, the position has changed meanwhile.
        self._table.submit(seat_command, lambda _: self._think_again(player))

    def _think_again(self, player: int) -> None:
        self._thinking.pop(player, None)
        asyncio.get_running_loop().call_soon(self.ask_all)

    async def _gives_up(self, match: Match[Any, Any], board: int) -> bool:
        """Some bots search for a dead end first, which may take long."""
        game, history = match.game, match.boards[board].history
        if entry_of(game.name).gives_up is None:
            return False
        host = self._table.settings.host
        return await self._referees.ask(game, host, lambda _: gives_up(game, history))

    async def _choose(
        self, match: Match[Any, Any], player: int, bot: str, count: int
    ) -> m.Command | None:
        """None if the bot stops playing and waits for the others."""
        table = self._table.id
        board, seat = match.place(player)
        if await self._gives_up(match, board):
            can_give_up = Stop.GIVEN_UP in match.game.stops
            return m.GiveUp(table, "bot", count) if can_give_up else None
        seed = f"{table} {player} {count}"
        requester = BotRequester(
            self._table.settings.host, table, lambda: self._is_at(board, count)
        )
        move = await self._bots.choose(requester, match.game, match.view(player), seat, bot, seed)
        return m.Move(table, "bot", count, move)

    def _is_at(self, board: int, count: int) -> bool:
        projection = self._table.projection
        return projection is not None and projection.counts[board] == count
