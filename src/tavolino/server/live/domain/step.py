"""A table as a pure function: from state, commands and time to commits and answers.

There is no database, socket, timer or thread here: ``live.table`` writes the commits and notifies
its listeners.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from msgspec import Struct

from tavolino.catalogue import entry_of
from tavolino.game import AnyGame, Seat, Stop
from tavolino.match import Entry, Match, OverBudget, settle
from tavolino.server.errors import (
    NotAllowed,
    NotYourTurn,
    Refusal,
    Stale,
    TableOver,
    TimeUp,
)
from tavolino.server.live.domain import messages as m
from tavolino.server.live.domain.commands import SeatCommand, execute
from tavolino.server.live.domain.deadlines import is_late, is_time_up
from tavolino.server.live.domain.projection import Projection
from tavolino.server.live.domain.table_settings import TableSettings
from tavolino.server.live.interfaces import LiveReferee


class Commit(Struct, frozen=True):
    """The entries that a command, the clock or the deal adds to the log."""

    before: Projection
    after: Projection
    entries: Sequence[Entry[Any]]
    boards: Sequence[int]
    """The boards that the entries concern."""
    command: SeatCommand | None = None
    """None for the clock, the deal, or another process."""

    @classmethod
    def between(
        cls,
        before: Projection,
        after: Projection,
        referee: LiveReferee | None = None,
        command: SeatCommand | None = None,
    ) -> Commit:
        """``referee``: judges the boards, if ``after`` is not judged yet."""
        entries = after.match.log.since(before.seq)
        boards = _touched_boards(entries, len(after.match.boards))
        return cls(
            before, after.judged(boards, referee) if referee else after, entries, boards, command
        )


class Repeated(Struct, frozen=True):
    """The command is already in the log: its sender missed the answer."""


REPEATED: Final = Repeated()
Answer: TypeAlias = Refusal | Repeated | None
"""None if the command was executed: then an update answers it."""


class StepResult(Struct, frozen=True):
    commits: Sequence[Commit]
    answers: Sequence[Answer]
    """One for each command, in order; fewer if a later one needs another referee."""


ONLY_BOARD = range(1)


def _touched_boards(entries: Sequence[Entry[Any]], boards: int) -> Sequence[int]:
    if boards == 1:
        return ONLY_BOARD
    touched = {entry.board for entry in entries}
    if None in touched:
        return range(boards)
    return sorted(board for board in touched if board is not None)


def begin(settings: TableSettings, at: int, referee: LiveReferee) -> Commit:
    """The first commit of a table: the deal."""
    empty = Projection.empty(settings.new_match(), at)
    dealt = empty.after(settle(empty.match, referee.ruling), at)
    return Commit.between(empty, dealt, referee)


def step(
    settings: TableSettings,
    projection: Projection,
    commands: Sequence[SeatCommand],
    at: int,
    referee: LiveReferee,
    logged: Container[str] = (),
) -> StepResult:
    """Executes commands in order; ``logged`` holds the keys of commands in the log.

    Stops before the first command that needs more than the referee's budget; raises ``OverBudget``
    if nothing was done before it.
    """
    commits: list[Commit] = []
    answers: list[Answer] = []
    keys: set[str] = set()
    here = projection

    def commit(match: Match[Any, Any], command: SeatCommand | None = None) -> Projection:
        after = here.after(match, at, command is not None and command.is_automatic)
        commits.append(Commit.between(here, after, referee, command))
        return commits[-1].after

    if is_time_up(settings, here, at):
        here = commit(here.match.call(Stop.TIME_UP, referee=referee.ruling))
    for command in commands:
        key = command.key
        if key in keys:
            answers.append(None)  # sent twice: one update answers both
            continue
        if key is not None and key in logged:
            answers.append(REPEATED)
            continue
        try:
            check(command, settings, here, at)
            here = commit(execute(command, settings, here, referee.ruling), command)
        except Refusal as refusal:
            # Its traceback would make a reference cycle with this frame.
            answers.append(refusal.with_traceback(None))
            continue
        except OverBudget:
            if commits or answers:
                break
            raise
        answers.append(None)
        if key is not None:
            keys.add(key)
    return StepResult(commits, answers)


def check(command: SeatCommand, settings: TableSettings, projection: Projection, at: int) -> None:
    """Refuses a command that is late, after the end, or meant for another position."""
    match, board = projection.match, command.player // settings.game.seats
    if is_late(settings, projection, at):
        raise TimeUp("time is up: the move arrived too late (R-S40-45)")
    if match.is_board_over(board) and not isinstance(command.command, m.Undo):
        raise TableOver("this game is over")
    expected, got = projection.counts[board], command.command.count
    if got > expected:
        raise Behind(f"expected a command on position {expected}, got one on {got}")
    if got != expected:
        raise Stale(f"expected a command on position {expected}, got one on {got}")


class Behind(Stale):
    """The sender has seen a newer position: this process has to look at the log."""


class HintRequest(NamedTuple):
    """What an adviser needs: the game, the player's view and the seat."""

    game: AnyGame
    view: Any
    seat: Seat


def hint_request(
    ask: SeatCommand, settings: TableSettings, projection: Projection | None, at: int
) -> HintRequest:
    if not settings.is_practice or projection is None:
        raise NotAllowed("hints are available in practice only")
    if not entry_of(settings.game.name).has_hints:
        raise NotAllowed(f"there are no hints in {settings.game.name}")
    check(ask, settings, projection, at)
    match, player = projection.match, ask.player
    board, seat = match.place(player)
    if match.actor(board) != seat:
        raise NotYourTurn("it is another player's turn")
    return HintRequest(match.game, match.view(player), seat)
