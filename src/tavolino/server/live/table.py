"""A table in memory: takes commands, writes their commits, and notifies its listeners.

One write at a time is in flight for a table; commands that arrive meanwhile wait in the inbox and
are then executed together. Nothing is shown before it is committed. All of this runs in the event
loop without awaiting, so two commands never overlap. Only if the referee needs long for a command,
the step is done in a thread: the table waits for it as it waits for a write, the others go on.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple, TypeAlias

from sqlalchemy.exc import SQLAlchemyError

from tavolino.game import TavolinoError
from tavolino.match import OverBudget
from tavolino.server.clock import Clock
from tavolino.server.errors import NotFound, NotStarted, Refusal, TooMany, Unavailable
from tavolino.server.live.domain.commands import SeatCommand
from tavolino.server.live.domain.projection import Projection, StoredEntry
from tavolino.server.live.domain.series import SeriesGame
from tavolino.server.live.domain.step import (
    REPEATED,
    Behind,
    Commit,
    Repeated,
    StepResult,
    begin,
    step,
)
from tavolino.server.live.domain.table_info import Rematch
from tavolino.server.live.domain.table_settings import TableSettings
from tavolino.server.live.interfaces import LiveReferee, Referees, Spawn
from tavolino.server.live.journal import Journal, StoredTable
from tavolino.server.live.loading import load_table
from tavolino.server.storage.writer import ConflictError

log = logging.getLogger("tavolino.live")

MAX_INBOX = 256
"""Commands that may wait at one table."""

Reply: TypeAlias = Callable[[Refusal | Repeated], None]
"""Answers the sender of a command that was refused or is already in the log."""

Decide: TypeAlias = Callable[[LiveReferee], StepResult]
"""A step that lacks only its referee; it may run in any thread."""


class Listener:
    """Follows the events of a table; ignores those it does not override."""

    def on_commit(self, commits: Sequence[Commit]) -> None:
        """Entries were committed, and the table has them."""

    def on_catch_up(self, commits: Sequence[Commit]) -> None:
        """Another process has written entries."""
        self.on_commit(commits)

    def on_read_back(self, commits: Sequence[Commit]) -> None:
        """Own entries were read from the log before their commit was reported."""

    def on_settings(self) -> None:
        """Seats, phase or host may have changed; or this process now runs the table."""

    def on_failure(self) -> None:
        """A write failed."""

    def on_close(self) -> None:
        """The table is evicted from memory."""


class Submitted(NamedTuple):
    command: SeatCommand
    reply: Reply
    has_looked: bool = False
    """The log was read because its sender knows a newer position."""


class LiveTable:
    def __init__(
        self,
        stored: StoredTable,
        journal: Journal,
        referees: Referees,
        clock: Clock,
        spawn: Spawn,
    ) -> None:
        self.settings, self.projection = stored.settings, stored.projection
        self.logged = stored.logged
        """The keys of the commands in the log."""
        self.rematch: Rematch | None = None
        self.earlier: tuple[SeriesGame, ...] = ()
        """The games of its series before this one."""
        self.listeners: list[Listener] = []
        self._journal, self._referees, self._spawn = journal, referees, spawn
        self._clock, self._clock_steps = clock, clock.steps
        self._inbox: deque[Submitted] = deque()
        self._beginning: asyncio.Future[None] | None = None
        self.runs_here = self.settings.is_alone
        """Does this process run its clock and its bots?"""
        self._must_look = False
        """The log may have more: it is read before the next step."""
        self.is_busy = False
        """Is a step being decided elsewhere, or written?"""
        self.is_deleted = False
        """Its owner has deleted it: nothing more is written."""
        self._reading = asyncio.Lock()
        self._reads_wanted = self._reads_done = 0

    @property
    def id(self) -> str:
        return self.settings.id

    @property
    def has_commands(self) -> bool:
        """Has a player done anything?"""
        return bool(self.logged)

    @property
    def has_no_work(self) -> bool:
        return not self.is_busy and not self._inbox

    @property
    def seq(self) -> int:
        """The number of entries that the table has; -1 before the deal."""
        return self.projection.seq if self.projection else -1

    def now(self) -> int:
        """The time. If the system's clock was set, the running clocks of the table are set too."""
        at, by = self._clock.now(), self._clock.steps - self._clock_steps
        if by:
            self._clock_steps += by
            self.projection = self.projection and self.projection.moved(by)
        return at

    def submit(self, command: SeatCommand, reply: Reply) -> None:
        if len(self._inbox) >= MAX_INBOX:
            reply(Unavailable("the table is busy: try again"))
            return
        self._inbox.append(Submitted(command, reply))
        self.wake()

    def wake(self) -> None:
        """Executes waiting commands; also called by the clock, because time may be up."""
        if not self.is_busy:
            self._step()

    def _step(self) -> None:
        if self._must_look:
            self.is_busy = True
            self._spawn(self._look_and_wake())
            return
        batch, self._inbox = list(self._inbox), deque()
        if self.projection is None:
            for one in batch:
                one.reply(NotStarted("the game has not started"))
            return
        at = self.now()
        try:
            result = self._decision(batch, at)(self._referees.quick())
        except OverBudget:
            first, rest = batch[:1], batch[1:]
            self._inbox.extendleft(reversed(rest))
            self._ask(first, at, self._decision(first, at))
        else:
            self._execute(result, batch, at)

    def _decision(self, batch: Sequence[Submitted], at: int) -> Decide:
        assert self.projection is not None
        settings, projection, logged = self.settings, self.projection, self.logged
        commands = [one.command for one in batch]
        return lambda referee: step(settings, projection, commands, at, referee, logged)

    def _execute(self, result: StepResult, batch: Sequence[Submitted], at: int) -> None:
        if batch and len(result.commits) == len(batch) and not any(result.answers):
            self._write(result.commits, batch, at)  # as nearly always: each has its commit
            return
        answered = list(zip(batch, result.answers))
        rest = batch[len(answered) :]
        self._inbox.extendleft(reversed(rest))
        if result.commits:
            self._write(result.commits, [one for one, answer in answered if answer is None], at)
        behind = []
        for one, answer in answered:
            if isinstance(answer, Behind) and not one.has_looked:
                behind.append(one._replace(has_looked=True))
            elif answer is not None:
                one.reply(answer)
        if behind:
            self._must_look = True
            self._inbox.extendleft(reversed(behind))
        if rest or behind:
            self.wake()

    def _ask(self, batch: Sequence[Submitted], at: int, decide: Decide) -> None:
        """Decides in a thread what takes long."""
        self.is_busy = True
        self._spawn(self._ask_and_execute(batch, at, decide))

    async def _ask_and_execute(self, batch: Sequence[Submitted], at: int, decide: Decide) -> None:
        seq = self.seq
        try:
            result = await self._referees.ask(self.settings.game, self.settings.host, decide)
        except Exception as error:
            self.is_busy = False
            self._report_failure(batch, _refusal(self.id, error))
        else:
            self.is_busy = False
            if self.seq == seq:
                self._execute(result, batch, at)
            else:  # another process wrote meanwhile
                self._inbox.extendleft(reversed(batch))
        if self._inbox:
            self.wake()

    # Beginning

    def begin(self) -> None:
        """Deals; called at the end of the countdown."""
        if self.projection is None and not self.is_busy:
            at = self.now()
            decide = partial(_begun, self.settings, at)
            try:
                result = decide(self._referees.quick())
            except OverBudget:
                self._ask([], at, decide)
            else:
                self._execute(result, [], at)

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
        if self.is_deleted:
            for one in batch:
                if not one.command.is_from_bot:
                    one.reply(NotFound("this game has been deleted"))
            return
        self.is_busy = True
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
        self.is_busy = False
        if isinstance(error, ConflictError):  # another process wrote first
            has_moved_on = self.seq > commits[0].before.seq
            self._must_look = self._must_look or not has_moved_on
            self._inbox.extendleft(reversed(batch))
            self.wake()
            return
        if error is not None:
            self.is_busy = True
            self._spawn(self._recover(batch, _refusal(self.id, error)))
            return
        self._resolve_beginning()
        before, after = commits[0].before, commits[-1].after
        if self.seq >= after.seq:
            self._notify(lambda listener: listener.on_read_back(commits))
            self._answer_from_log(batch)
            return
        if self.projection and self.projection.last_at != before.last_at:
            after = after.moved(self.projection.last_at - before.last_at)  # the clock was set
        after = after.known_at(self.now())
        self.logged.update([key for c in commits if c.command and (key := c.command.key)])
        self._adopt(before, after, at, lambda listener: listener.on_commit(commits))
        if self._inbox:
            self.wake()

    def _adopt(
        self, before: Projection, after: Projection, at: int, event: Callable[[Listener], None]
    ) -> None:
        """Entries are in the log: they change the phase too, and who is away."""
        settings = self.settings.at_phase(after.phase, at if after.has_result else None)
        is_changed = self.projection is None or settings is not self.settings
        self.projection, self.settings = after, settings
        away, back = after.newly_away(before), after.newly_back(before, settings.away)
        for player in (*away, *back):
            self.settings = self.settings.with_away(player, player in away)
        self._notify(event)
        if is_changed or away or back:
            self.notify_settings()

    def _answer_from_log(self, batch: Sequence[Submitted]) -> None:
        """The entries were read back before their commit was reported, perhaps with later ones."""
        for one in batch:
            one.reply(REPEATED)
        if self._inbox:
            self.wake()

    def _report_failure(self, batch: Sequence[Submitted], refusal: Refusal) -> None:
        """Nothing has changed: the disk may be full, or too many questions wait for the referee."""
        for one in batch:
            one.reply(refusal)
        self._notify(lambda listener: listener.on_failure())
        self._resolve_beginning(Unavailable("the deal could not be saved: try again"))

    async def _recover(self, batch: Sequence[Submitted], refusal: Refusal) -> None:
        """A database that was lost may have committed: the log says what it has."""
        self._must_look = True
        try:
            await self.catch_up()
        except Exception as error:
            log.warning("table %s cannot be read: %s", self.id, str(error).splitlines()[0])
        self.is_busy = False
        stored = [one for one in batch if one.command.key in self.logged]
        for one in stored:
            one.reply(REPEATED)
        self._report_failure([one for one in batch if one not in stored], refusal)
        if self._inbox:
            self.wake()

    async def _look_and_wake(self) -> None:
        try:
            await self.catch_up()
        except Exception as error:
            self.is_busy = False
            batch, self._inbox = list(self._inbox), deque()
            self._report_failure(batch, _refusal(self.id, error))
        else:
            self.is_busy = False
            self.wake()

    def receive(self, first: int, commits: Sequence[Sequence[StoredEntry]]) -> bool:
        """Entries that another process has committed; False if the log has to be read instead."""
        last = first - 1 + sum(map(len, commits))
        if last <= self.seq:
            return True
        if self.projection is None or first != self.seq + 1:
            return False
        now = self.now()
        received, here, referee = [], self.projection, self._referees.quick()
        try:
            for entries in commits:
                received.append(Commit.between(here, here.replayed(entries), referee))
                here = received[-1].after
        except (OverBudget, TavolinoError):
            return False
        self.logged.update(e.message for entries in commits for e in entries if e.message)
        at, after = here.last_at, here.not_after(now).known_at(now)
        before = self.projection
        self._adopt(before, after, at, lambda listener: listener.on_catch_up(received))
        return True

    async def catch_up(self) -> None:
        """Reads what other processes wrote; one read after the other, so that none goes back."""
        self._reads_wanted += 1
        wanted = self._reads_wanted
        async with self._reading:
            if self._reads_done < wanted:
                covered = self._reads_wanted
                # What is found out during the read has to be looked up by another one.
                had_to_look, self._must_look = self._must_look, False
                try:
                    await self._read()
                except BaseException:
                    self._must_look = had_to_look
                    raise
                self._reads_done = covered

    async def _read(self) -> None:
        try:
            stored = await self._load()
            while stored.seq < self.seq:  # read before the last entries came
                stored = await self._load()
        except NotFound:
            self.is_deleted = True
            return
        except (TooMany, Unavailable):  # it can be read later
            raise
        except TavolinoError:
            log.exception("table %s cannot be read", self.id)
            return
        now = self.now()
        before, projection, self.settings = self.projection, stored.projection, stored.settings
        if projection is not None and stored.seq > self.seq:
            after = projection.continuing(before)
            self.projection = after = after.known_at(now) if before else after
            self.logged |= stored.logged
            empty = before or Projection.empty(self.settings.new_match(), 0)
            commit = Commit.between(empty, after)
            self._notify(lambda listener: listener.on_catch_up([commit]))
            self._resolve_beginning()
        self.notify_settings()

    async def _load(self) -> StoredTable:
        """Only what was added to the log."""
        parts = (self._journal, self._referees, self._clock)
        return await load_table(*parts, self.id, self.settings.host, self.projection)

    def notify_settings(self) -> None:
        """Notifies the listeners that the settings may have changed."""
        self._notify(lambda listener: listener.on_settings())

    def _notify(self, event: Callable[[Listener], None]) -> None:
        for listener in tuple(self.listeners):
            event(listener)

    def leave(self, at: int) -> None:
        """The game counts as it stands, until somebody goes on with it."""
        self.settings = self.settings.at_phase(self.settings.phase, at)
        self.notify_settings()

    def close(self) -> None:
        """Breaks the reference cycle between the table and its listeners."""
        self._notify(lambda listener: listener.on_close())
        self.listeners.clear()


def _refusal(table: str, error: Exception) -> Refusal:
    if isinstance(error, Refusal):
        log.warning("table %s: %s", table, error)
        return error
    if isinstance(error, SQLAlchemyError):  # the database is away, or its disk is full
        log.error("table %s: step failed: %s", table, str(error).splitlines()[0])
    else:
        log.error("table %s: step failed: %s", table, error, exc_info=error)
    return Unavailable("the move could not be saved: try again")


def _begun(settings: TableSettings, at: int, referee: LiveReferee) -> StepResult:
    return StepResult([begin(settings, at, referee)], [])
