"""One table in this process: it takes acts, has them written, and tells those who watch.

There is one piece of work in flight for a table; what is asked meanwhile waits in the inbox and is
then done together. Nothing is shown before it is committed. All of it runs in the event loop,
without waiting, so that two acts never overlap.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING, Any

from tavolino.game import TavolinoError
from tavolino.match import settle
from tavolino.server.errors import (
    NotAllowed,
    NotSeated,
    NotStarted,
    NotYourTurn,
    Refusal,
    Stale,
    TableOver,
    TimeUp,
    Unavailable,
)
from tavolino.server.live import messages as m
from tavolino.server.live.bot_seats import BotSeats
from tavolino.server.live.broadcast import Watchers
from tavolino.server.live.clock import Clock
from tavolino.server.live.commands import doing
from tavolino.server.live.commit import Command, Commit, steps_beside
from tavolino.server.live.projection import Projection
from tavolino.server.live.table_settings import TableSettings
from tavolino.server.storage.writer import ConflictError, Work
from tavolino.server.workers.referee import verdict

if TYPE_CHECKING:
    from tavolino.server.live.registry import TableRegistry
    from tavolino.server.sockets.connection import Connection

INBOX = 256
"""Acts that may wait at one table."""


class Table:
    def __init__(
        self,
        registry: TableRegistry,
        settings: TableSettings,
        projection: Projection | None,
        played: set[str],
    ) -> None:
        self.registry, self.settings, self.projection = registry, settings, projection
        self.played = played
        """Keys of the messages that are in the log."""
        self.watchers = Watchers(self)
        self.clock = Clock(self)
        self.bot_seats = BotSeats(self)
        self.rematch: str | None = None
        self._inbox: deque[Command] = deque()
        self._beginning: asyncio.Future[None] | None = None
        self._is_writing = False

    @property
    def id(self) -> str:
        return self.settings.id

    @property
    def is_idle(self) -> bool:
        """Does it do nothing that needs it in memory?"""
        is_at_rest = not self._is_writing and not self._inbox and not self.bot_seats.is_thinking
        is_live = self.settings.kind in ("table", "contest")
        runs = is_live and self.settings.phase in ("countdown", "playing")
        return is_at_rest and not runs and not len(self.watchers)

    def players_of(self, user: str) -> list[int]:
        return [seat.player for seat in self.settings.seats if seat.user == user]

    # Acts

    def ask(self, connection: Connection, act: m.Act) -> None:
        """A message of a player; whatever is wrong with it is said to the sender alone."""
        try:
            asked = Command(act, self._player(connection, act), connection)
            if len(self._inbox) >= INBOX:
                raise Unavailable("the table is too busy, try again")
        except Refusal as refusal:
            connection.refuse(refusal, act.id, self.id)
            return
        self.put(asked)

    def put(self, asked: Command | None = None) -> None:
        if asked:
            self._inbox.append(asked)
        if not self._is_writing:
            self._pump()

    def _player(self, connection: Connection, act: m.Act) -> int:
        """Who acts; at a hot seat the one whose turn it is, or whose move is taken back."""
        mine = self.players_of(connection.user.id)
        if not mine:
            raise NotSeated("you have no seat at this table")
        if len(mine) == 1 or self.projection is None:
            return mine[0]
        line = self.projection.line
        moves = {m.Undo: line.played, m.Redo: line.undone}.get(type(act))
        if moves is not None:
            return next((who for who, _ in reversed(moves) if who in mine), mine[0])
        actor = self.projection.match.actor(0)
        return actor if actor in mine else mine[0]

    def hint_for(self, connection: Connection, ask: m.AskHint) -> tuple[Any, Any, int]:
        """The question for an adviser: the game, what the player sees, and the seat."""
        player = self._player(connection, ask)
        if not self.settings.is_practice or self.projection is None:
            raise NotAllowed("hints are for practice only")
        match, board = self.projection.match, player // self.settings.game.seats
        self._check(Command(ask, player), self.projection, self.registry.now())
        if match.actor(board) != match.place(player)[1]:
            raise NotYourTurn("it is another player's turn")
        return match.game, match.view(player), match.place(player)[1]

    def _board(self, asked: Command) -> int:
        return asked.player // self.settings.game.seats

    def _pump(self) -> None:
        """Do what has gathered, one act after the other, and have it written in one piece."""
        if self.projection is None:
            self._refuse_all(NotStarted("the game has not begun"))
            return
        at, projection = self.registry.now(), self.projection
        commits: list[Commit] = []
        if self.clock.is_time_up(projection, at):
            projection = self._did(
                commits, projection, None, self.clock.time_up(projection.match), at
            )
        while self._inbox:
            asked = self._inbox.popleft()
            if self._is_known(asked, commits):
                continue
            try:
                self._check(asked, projection, at)
                match = doing(asked.act, projection, asked.player, verdict)
            except Refusal as refusal:
                self._refuse(asked, refusal, projection)
            else:
                projection = self._did(commits, projection, asked, match, at)
        if commits:
            self._write(projection, commits, at)

    def _is_known(self, asked: Command, commits: list[Commit]) -> bool:
        """Sent again while the first was on its way: that one's update answers both."""
        if asked.key in self.played and asked.connection:
            self.watchers.send_position(asked.connection, self._board(asked), asked.act.id)
            return True
        is_again = any(e.asked and e.asked.key == asked.key for e in commits)
        return asked.connection is not None and is_again

    def _did(
        self,
        commits: list[Commit],
        projection: Projection,
        asked: Command | None,
        match: Any,
        at: int,
    ) -> Projection:
        after = projection.after(match, at, bool(asked and asked.is_automatic))
        commits.append(Commit(projection, after, asked))
        return after

    def _check(self, asked: Command, projection: Projection, at: int) -> None:
        match, board = projection.match, self._board(asked)
        if self.clock.is_late(projection, at):
            raise TimeUp("time is up: the move came too late (R-S40-45)")
        if match.is_board_over(board) and not isinstance(asked.act, m.Undo):
            raise TableOver("this game is over")
        if asked.act.count != projection.counts[board]:
            expected = projection.counts[board]
            raise Stale(f"expected an act on position {expected}, got one on {asked.act.count}")

    def _refuse(self, asked: Command, refusal: Refusal, projection: Projection) -> None:
        if asked.connection is None:
            self.bot_seats.was_refused(asked.player)
            return
        asked.connection.refuse(refusal, asked.act.id, self.id)
        if isinstance(refusal, Stale | TimeUp | TableOver) and projection is self.projection:
            self.watchers.send_position(asked.connection, self._board(asked))

    def _refuse_all(self, refusal: Refusal) -> None:
        while self._inbox:
            asked = self._inbox.popleft()
            if asked.connection:
                asked.connection.refuse(refusal, asked.act.id, self.id)

    # Writing

    def begin(self) -> None:
        """Chance deals; called when the countdown is over."""
        if self.projection is not None or self._is_writing:
            return
        at = self.registry.now()
        empty = Projection.empty(self.settings.new_match(), at)
        after = empty.after(settle(empty.match, verdict), at)
        self._write(after, [Commit(empty, after)], at)

    async def begun(self) -> None:
        """Begin, and wait until the deal is written."""
        if self.projection is None:
            self._beginning = self._beginning or self.registry.loop.create_future()
            waiting = self._beginning
            self.begin()
            await asyncio.shield(waiting)

    def _write(self, projection: Projection, commits: list[Commit], at: int) -> None:
        self._is_writing = True
        rows = [row for commit in commits for row in commit.rows(self.settings, at)]
        steps = steps_beside(self.settings, commits[0].before, projection, at)
        work = Work(rows, steps)
        self.registry.writer.submit(
            work, lambda error: self._written(projection, commits, at, error)
        )

    def _written(
        self, projection: Projection, commits: list[Commit], at: int, error: Exception | None
    ) -> None:
        self._is_writing = False
        if error is not None:
            self._not_written(commits, error)
            return
        self._begun()
        was_over = self.projection is not None and self.projection.match.is_over
        is_first, self.projection = self.projection is None, projection
        self._note_phase(commits[0].before, at)
        self.played.update(e.asked.key for e in commits if e.asked and e.asked.key)
        self.registry.moves += len(commits)
        self.registry.ring(self.id)
        self.watchers.see_again(commits)
        self.clock.schedule()
        self.bot_seats.look()
        if (
            is_first
            or was_over != projection.match.is_over
            or projection.left_since(commits[0].before)
        ):
            self.watchers.send_table()
        self.put()
        self.registry.may_forget(self)

    def _note_phase(self, before: Projection, at: int) -> None:
        """The rows say the same, written in the same commit."""
        projection = self.projection
        assert projection is not None
        is_over = projection.match.is_over
        self.settings = self.settings.at_phase(
            "over" if is_over else "playing", at if is_over else None
        )
        for player in projection.left_since(before):
            self.settings = self.settings.with_away(player, True)

    def _not_written(self, commits: list[Commit], error: Exception) -> None:
        """Somebody else wrote first, or the disk is full: nothing has happened here."""
        if not isinstance(error, ConflictError):
            self.registry.log.error("table %s: not written: %s", self.id, error)
            for commit in commits:
                if commit.asked and commit.asked.connection:
                    refusal = Unavailable("the move could not be written, try again")
                    commit.asked.connection.refuse(refusal, commit.asked.act.id, self.id)
            self.bot_seats.forget()
            self._begun(Unavailable("the deal could not be written, try again"))
            return
        # In front, in their order: they will be verified by the position that is there now.
        for commit in reversed(commits):
            if commit.asked:
                self._inbox.appendleft(commit.asked)
        self._is_writing = True
        self.registry.spawn(self._catch_up_and_go_on())

    async def _catch_up_and_go_on(self) -> None:
        try:
            await self.catch_up()
        finally:
            self._is_writing = False
        self.put()

    async def catch_up(self) -> None:
        """With what other processes wrote."""
        try:
            settings, projection, played = await self.registry.read(self.id)
        except TavolinoError:
            self.registry.log.exception("table %s cannot be read", self.id)
            return
        before, self.settings = self.projection, settings
        if projection is not None and (before is None or projection.seq > before.seq):
            self.projection, self.played = projection, played
            self.watchers.see_again(
                [Commit(before or Projection.empty(settings.new_match(), 0), projection)]
            )
            self._begun()
        self.watchers.send_table()
        self.clock.schedule()
        self.bot_seats.look()

    def _begun(self, error: Refusal | None = None) -> None:
        waiting, self._beginning = self._beginning, None
        if waiting and not waiting.done():
            if error:
                waiting.set_exception(error)
            else:
                waiting.set_result(None)

    # Who watches

    def may_watch(self, user: str) -> None:
        """In the lobby whoever has the code may look in, to sit down."""
        is_shown = self.settings.host_settings.onlookers != "none" or self.settings.phase == "lobby"
        is_past = self.settings.phase == "over" and self.settings.kind in ("table", "contest")
        if not is_shown and not is_past and not self.players_of(user):
            raise NotAllowed("this table has no onlookers")
