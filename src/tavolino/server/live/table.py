"""A table in memory: takes commands, writes their commits, and notifies its listeners.

One write at a time is in flight for a table; commands that arrive meanwhile wait in the inbox and
are then executed together. Nothing is shown before it is committed. All of this runs in the event
loop without awaiting, so two commands never overlap.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from tavolino.game import TavolinoError
from tavolino.match import Referee
from tavolino.server.errors import NotStarted, Refusal, Unavailable
from tavolino.server.live.commands import SeatCommand
from tavolino.server.live.interfaces import Spawn
from tavolino.server.live.journal import Journal, StoredTable
from tavolino.server.live.projection import Projection
from tavolino.server.live.step import Commit, Repeated, begin, step
from tavolino.server.storage.writer import ConflictError

log = logging.getLogger("tavolino.live")

MAX_INBOX = 256
"""Commands that may wait at one table."""

Reply: TypeAlias = Callable[[Refusal | Repeated], None]
"""Answers the sender of a command that was refused or is already in the log."""


class Listener:
    """Follows the events of a table; ignores those it does not override."""

    def on_commit(self, commits: Sequence[Commit]) -> None:
        """Entries were committed, and the table has them."""

    def on_catch_up(self, commits: Sequence[Commit]) -> None:
        """Another process has written entries."""
        self.on_commit(commits)

    def on_settings(self) -> None:
        """Seats, phase or host may have changed."""

    def on_failure(self) -> None:
        """A write failed."""

    def on_close(self) -> None:
        """The table is evicted from memory."""


class Submitted(NamedTuple):
    command: SeatCommand
    reply: Reply


class LiveTable:
    def __init__(
        self,
        stored: StoredTable,
        journal: Journal,
        referee: Referee,
        now: Callable[[], int],
        spawn: Spawn,
    ) -> None:
        self.settings, self.projection, self._logged = stored
        self.rematch: str | None = None
        """The table of the rematch."""
        self.listeners: list[Listener] = []
        self._journal, self._referee, self._now, self._spawn = journal, referee, now, spawn
        self._inbox: deque[Submitted] = deque()
        self._beginning: asyncio.Future[None] | None = None
        self.is_writing = False

    @property
    def id(self) -> str:
        return self.settings.id

    @property
    def has_no_work(self) -> bool:
        return not self.is_writing and not self._inbox

    def submit(self, command: SeatCommand, reply: Reply) -> None:
        if len(self._inbox) >= MAX_INBOX:
            reply(Unavailable("the table is busy: try again"))
            return
        self._inbox.append(Submitted(command, reply))
        self.wake()

    def wake(self) -> None:
        """Executes waiting commands; also called by the clock, because time may be up."""
        if not self.is_writing:
            self._step()

    def _step(self) -> None:
        batch, self._inbox = list(self._inbox), deque()
        if self.projection is None:
            for one in batch:
                one.reply(NotStarted("the game has not started"))
            return
        commands, at = [one.command for one in batch], self._now()
        result = step(self.settings, self.projection, commands, at, self._referee, self._logged)
        if result.commits:
            done = [one for one, answer in zip(batch, result.answers) if answer is None]
            self._write(result.commits, done, at)
        for one, answer in zip(batch, result.answers):
            if answer is not None:
                one.reply(answer)

    # Beginning

    def begin(self) -> None:
        """Deals; called at the end of the countdown."""
        if self.projection is None and not self.is_writing:
            at = self._now()
            self._write([begin(self.settings, at, self._referee)], [], at)

    async def begin_and_wait(self) -> None:
        """Begins, and waits until the deal is committed."""
        if self.projection is None:
            self._beginning = self._beginning or asyncio.get_running_loop().create_future()
            waiting = self._beginning
            self.begin()
            await asyncio.shield(waiting)

    def _resolve_beginning(self, error: Refusal | None = None) -> None:
        waiting, self._beginning = self._beginning, None
        if waiting and not waiting.done():
            if error:
                waiting.set_exception(error)
            else:
                waiting.set_result(None)

    # Writing

    def _write(self, commits: Sequence[Commit], batch: Sequence[Submitted], at: int) -> None:
        self.is_writing = True
        self._journal.append(
            self.settings, commits, at, lambda error: self._written(commits, batch, at, error)
        )

    def _written(
        self,
        commits: Sequence[Commit],
        batch: Sequence[Submitted],
        at: int,
        error: Exception | None,
    ) -> None:
        self.is_writing = False
        if isinstance(error, ConflictError):
            self._retry_after_conflict(batch)
            return
        if error is not None:
            self._report_failure(batch, error)
            return
        self._resolve_beginning()
        before, after = commits[0].before, commits[-1].after
        was_over = self.projection is not None and self.projection.match.is_over
        is_changed = self.projection is None or was_over != after.match.is_over
        self.projection = after
        away, is_over = after.newly_away(before), after.match.is_over
        self.settings = self.settings.at_phase(
            "over" if is_over else "playing", at if is_over else None
        )
        for player in away:
            self.settings = self.settings.with_away(player, True)
        self._logged.update(c.command.key for c in commits if c.command and c.command.key)
        self._notify(lambda listener: listener.on_commit(commits))
        if is_changed or away:
            self.notify_settings()
        if self._inbox:
            self.wake()

    def _report_failure(self, batch: Sequence[Submitted], error: Exception) -> None:
        """The write failed, for instance because the disk is full: nothing has changed."""
        log.error("table %s: write failed: %s", self.id, error)
        for one in batch:
            one.reply(Unavailable("the move could not be saved: try again"))
        self._notify(lambda listener: listener.on_failure())
        self._resolve_beginning(Unavailable("the deal could not be saved: try again"))

    def _retry_after_conflict(self, batch: Sequence[Submitted]) -> None:
        """Another process wrote first: the commands are executed on the new position."""
        self._inbox.extendleft(reversed(batch))
        self.is_writing = True
        self._spawn(self._catch_up_and_wake())

    async def _catch_up_and_wake(self) -> None:
        try:
            await self.catch_up()
        finally:
            self.is_writing = False
        self.wake()

    async def catch_up(self) -> None:
        """Reads what other processes wrote."""
        try:
            settings, projection, logged = await self._journal.read(self.id)
        except TavolinoError:
            log.exception("table %s cannot be read", self.id)
            return
        before, self.settings = self.projection, settings
        if projection is not None and (before is None or projection.seq > before.seq):
            self.projection, self._logged = projection, logged
            commit = Commit(before or Projection.empty(settings.new_match(), 0), projection)
            self._notify(lambda listener: listener.on_catch_up([commit]))
            self._resolve_beginning()
        self.notify_settings()

    def notify_settings(self) -> None:
        """Notifies the listeners that the settings may have changed."""
        self._notify(lambda listener: listener.on_settings())

    def _notify(self, event: Callable[[Listener], None]) -> None:
        for listener in tuple(self.listeners):
            event(listener)

    def close(self) -> None:
        """Breaks the reference cycle between the table and its listeners."""
        self._notify(lambda listener: listener.on_close())
        self.listeners.clear()
