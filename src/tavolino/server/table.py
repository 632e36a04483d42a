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
from tavolino.server import messages as m
from tavolino.server.acts import doing
from tavolino.server.effect import Asked, Effect, steps_beside
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
from tavolino.server.fold import Fold
from tavolino.server.referee import verdict
from tavolino.server.seated import Seated
from tavolino.server.sheet import Sheet
from tavolino.server.table_clock import Clock
from tavolino.server.watchers import Watchers
from tavolino.server.writer import ConflictError, Work

if TYPE_CHECKING:
    from tavolino.server.connection import Connection
    from tavolino.server.hall import Hall

INBOX = 256
"""Acts that may wait at one table."""


class Table:
    def __init__(self, hall: Hall, sheet: Sheet, fold: Fold | None, played: set[str]) -> None:
        self.hall, self.sheet, self.fold = hall, sheet, fold
        self.played = played
        """Keys of the messages that are in the log."""
        self.watchers = Watchers(self)
        self.clock = Clock(self)
        self.programs = Seated(self)
        self.rematch: str | None = None
        self._inbox: deque[Asked] = deque()
        self._beginning: asyncio.Future[None] | None = None
        self._is_writing = False

    @property
    def id(self) -> str:
        return self.sheet.id

    @property
    def is_idle(self) -> bool:
        """Does it do nothing that needs it in memory?"""
        is_at_rest = not self._is_writing and not self._inbox and not self.programs.is_thinking
        is_live = self.sheet.kind in ("table", "contest")
        runs = is_live and self.sheet.phase in ("countdown", "playing")
        return is_at_rest and not runs and not len(self.watchers)

    def players_of(self, person: str) -> list[int]:
        return [seat.player for seat in self.sheet.seats if seat.person == person]

    # Acts

    def ask(self, connection: Connection, act: m.Act) -> None:
        """A message of a player; whatever is wrong with it is said to the sender alone."""
        try:
            asked = Asked(act, self._player(connection, act), connection)
            if len(self._inbox) >= INBOX:
                raise Unavailable("the table is too busy, try again")
        except Refusal as refusal:
            connection.refuse(refusal, act.id, self.id)
            return
        self.put(asked)

    def put(self, asked: Asked | None = None) -> None:
        if asked:
            self._inbox.append(asked)
        if not self._is_writing:
            self._pump()

    def _player(self, connection: Connection, act: m.Act) -> int:
        """Who acts; at a hot seat the one whose turn it is, or whose move is taken back."""
        mine = self.players_of(connection.person.id)
        if not mine:
            raise NotSeated("you have no seat at this table")
        if len(mine) == 1 or self.fold is None:
            return mine[0]
        line = self.fold.line
        moves = {m.Undo: line.played, m.Redo: line.undone}.get(type(act))
        if moves is not None:
            return next((who for who, _ in reversed(moves) if who in mine), mine[0])
        actor = self.fold.match.actor(0)
        return actor if actor in mine else mine[0]

    def hint_for(self, connection: Connection, ask: m.AskHint) -> tuple[Any, Any, int]:
        """The question for an adviser: the game, what the player sees, and the seat."""
        player = self._player(connection, ask)
        if not self.sheet.is_practice or self.fold is None:
            raise NotAllowed("hints are for practice only")
        match, board = self.fold.match, player // self.sheet.game.seats
        self._check(Asked(ask, player), self.fold, self.hall.now())
        if match.actor(board) != match.place(player)[1]:
            raise NotYourTurn("it is another player's turn")
        return match.game, match.view(player), match.place(player)[1]

    def _board(self, asked: Asked) -> int:
        return asked.player // self.sheet.game.seats

    def _pump(self) -> None:
        """Do what has gathered, one act after the other, and have it written in one piece."""
        if self.fold is None:
            self._refuse_all(NotStarted("the game has not begun"))
            return
        at, fold = self.hall.now(), self.fold
        effects: list[Effect] = []
        if self.clock.is_time_up(fold, at):
            fold = self._did(effects, fold, None, self.clock.time_up(fold.match), at)
        while self._inbox:
            asked = self._inbox.popleft()
            if self._is_known(asked, effects):
                continue
            try:
                self._check(asked, fold, at)
                match = doing(asked.act, fold, asked.player, verdict)
            except Refusal as refusal:
                self._refuse(asked, refusal, fold)
            else:
                fold = self._did(effects, fold, asked, match, at)
        if effects:
            self._write(fold, effects, at)

    def _is_known(self, asked: Asked, effects: list[Effect]) -> bool:
        """Sent again while the first was on its way: that one's update answers both."""
        if asked.key in self.played and asked.connection:
            self.watchers.send_position(asked.connection, self._board(asked), asked.act.id)
            return True
        is_again = any(e.asked and e.asked.key == asked.key for e in effects)
        return asked.connection is not None and is_again

    def _did(
        self, effects: list[Effect], fold: Fold, asked: Asked | None, match: Any, at: int
    ) -> Fold:
        after = fold.after(match, at, bool(asked and asked.is_automatic))
        effects.append(Effect(fold, after, asked))
        return after

    def _check(self, asked: Asked, fold: Fold, at: int) -> None:
        match, board = fold.match, self._board(asked)
        if self.clock.is_late(fold, at):
            raise TimeUp("time is up: the move came too late (R-S40-45)")
        if match.is_board_over(board) and not isinstance(asked.act, m.Undo):
            raise TableOver("this game is over")
        if asked.act.count != fold.counts[board]:
            raise Stale(
                f"expected an act on position {fold.counts[board]}, got one on {asked.act.count}"
            )

    def _refuse(self, asked: Asked, refusal: Refusal, fold: Fold) -> None:
        if asked.connection is None:
            self.programs.was_refused(asked.player)
            return
        asked.connection.refuse(refusal, asked.act.id, self.id)
        if isinstance(refusal, Stale | TimeUp | TableOver) and fold is self.fold:
            self.watchers.send_position(asked.connection, self._board(asked))

    def _refuse_all(self, refusal: Refusal) -> None:
        while self._inbox:
            asked = self._inbox.popleft()
            if asked.connection:
                asked.connection.refuse(refusal, asked.act.id, self.id)

    # Writing

    def begin(self) -> None:
        """Chance deals; called when the countdown is over."""
        if self.fold is not None or self._is_writing:
            return
        at = self.hall.now()
        empty = Fold.empty(self.sheet.new_match(), at)
        after = empty.after(settle(empty.match, verdict), at)
        self._write(after, [Effect(empty, after)], at)

    async def begun(self) -> None:
        """Begin, and wait until the deal is written."""
        if self.fold is None:
            self._beginning = self._beginning or self.hall.loop.create_future()
            waiting = self._beginning
            self.begin()
            await asyncio.shield(waiting)

    def _write(self, fold: Fold, effects: list[Effect], at: int) -> None:
        self._is_writing = True
        rows = [row for effect in effects for row in effect.rows(self.sheet, at)]
        steps = steps_beside(self.sheet, effects[0].before, fold, at)
        work = Work(rows, steps)
        self.hall.writer.submit(work, lambda error: self._written(fold, effects, at, error))

    def _written(self, fold: Fold, effects: list[Effect], at: int, error: Exception | None) -> None:
        self._is_writing = False
        if error is not None:
            self._not_written(effects, error)
            return
        self._begun()
        was_over = self.fold is not None and self.fold.match.is_over
        is_first, self.fold = self.fold is None, fold
        self._note_phase(effects[0].before, at)
        self.played.update(e.asked.key for e in effects if e.asked and e.asked.key)
        self.hall.moves += len(effects)
        self.hall.ring(self.id)
        self.watchers.see_again(effects)
        self.clock.schedule()
        self.programs.look()
        if is_first or was_over != fold.match.is_over or fold.left_since(effects[0].before):
            self.watchers.send_table()
        self.put()
        self.hall.may_forget(self)

    def _note_phase(self, before: Fold, at: int) -> None:
        """The rows say the same, written in the same commit."""
        fold = self.fold
        assert fold is not None
        is_over = fold.match.is_over
        self.sheet = self.sheet.at_phase("over" if is_over else "playing", at if is_over else None)
        for player in fold.left_since(before):
            self.sheet = self.sheet.with_away(player, True)

    def _not_written(self, effects: list[Effect], error: Exception) -> None:
        """Somebody else wrote first, or the disk is full: nothing has happened here."""
        if not isinstance(error, ConflictError):
            self.hall.log.error("table %s: not written: %s", self.id, error)
            for effect in effects:
                if effect.asked and effect.asked.connection:
                    refusal = Unavailable("the move could not be written, try again")
                    effect.asked.connection.refuse(refusal, effect.asked.act.id, self.id)
            self.programs.forget()
            self._begun(Unavailable("the deal could not be written, try again"))
            return
        # In front, in their order: they will be judged by the position that is there now.
        for effect in reversed(effects):
            if effect.asked:
                self._inbox.appendleft(effect.asked)
        self._is_writing = True
        self.hall.spawn(self._catch_up_and_go_on())

    async def _catch_up_and_go_on(self) -> None:
        try:
            await self.catch_up()
        finally:
            self._is_writing = False
        self.put()

    async def catch_up(self) -> None:
        """With what other processes wrote."""
        try:
            sheet, fold, played = await self.hall.read(self.id)
        except TavolinoError:
            self.hall.log.exception("table %s cannot be read", self.id)
            return
        before, self.sheet = self.fold, sheet
        if fold is not None and (before is None or fold.seq > before.seq):
            self.fold, self.played = fold, played
            self.watchers.see_again([Effect(before or Fold.empty(sheet.new_match(), 0), fold)])
            self._begun()
        self.watchers.send_table()
        self.clock.schedule()
        self.programs.look()

    def _begun(self, error: Refusal | None = None) -> None:
        waiting, self._beginning = self._beginning, None
        if waiting and not waiting.done():
            if error:
                waiting.set_exception(error)
            else:
                waiting.set_result(None)

    # Who watches

    def may_watch(self, person: str) -> None:
        """In the lobby whoever has the code may look in, to sit down."""
        is_shown = self.sheet.settings.onlookers != "none" or self.sheet.phase == "lobby"
        is_past = self.sheet.phase == "over" and self.sheet.kind in ("table", "contest")
        if not is_shown and not is_past and not self.players_of(person):
            raise NotAllowed("this table has no onlookers")
