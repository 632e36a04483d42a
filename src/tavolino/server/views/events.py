"""What happened on a board between two moments of a match, for the players to see."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from tavolino.catalogue import entry_of
from tavolino.game import AnyGame, Stop
from tavolino.match import Call, Entry, Match
from tavolino.narration import Sentence, describe_act
from tavolino.server.views.azul_scoring import Preview, RoundCount


class BoardEvent(NamedTuple):
    """An entry, with what a spectator sees of a board before and after it."""

    entry: Entry[Any]
    old: Any
    new: Any


def events_between(before: Match[Any, Any], after: Match[Any, Any], board: int) -> list[BoardEvent]:
    """The entries since ``before`` that concern a board."""
    entries = after.log.since(len(before.log))
    own = [entry for entry in entries if entry.board in (None, board)]
    if len(own) < 2:
        return [BoardEvent(entry, before.watch(board), after.watch(board)) for entry in own]
    if any(entry.board is None or entry.act is Call.UNDO for entry in own):
        return _replayed(before, entries, board)
    # The positions between are in the past of the board: nothing has to be played again.
    game, positions = after.game, after.boards[board].past[len(before.boards[board].past) :]
    views = [before.watch(board), *(game.view(state, None) for _, state in positions[1:])]
    views.append(after.watch(board))
    found, at = [], 0
    for entry in own:
        is_notice = entry.act is Stop.STALL and after.is_practice  # which changes no position
        there = min(at + (not is_notice), len(views) - 1)
        found.append(BoardEvent(entry, views[at], views[there]))
        at = there
    return found


def _replayed(
    before: Match[Any, Any], entries: Sequence[Entry[Any]], board: int
) -> list[BoardEvent]:
    found, here = [], before
    for entry in entries:
        there = here.play(entry)
        if entry.board in (None, board):
            found.append(BoardEvent(entry, here.watch(board), there.watch(board)))
        here = there
    return found


def describe_events(match: Match[Any, Any], events: Sequence[BoardEvent]) -> list[Sentence]:
    return [one for entry, old, new in events for one in describe_act(entry, match, old, new)]


def round_count(game: AnyGame, events: Sequence[BoardEvent]) -> RoundCount | None:
    """A take or a roll may end a round, so every entry is checked."""
    count = entry_of(game.name).round_count
    if count is None:
        return None
    counts: Iterator[RoundCount | None] = (
        count.load()(old, new) for entry, old, new in events if entry.board is not None
    )
    return next((one for one in counts if one), None)


def move_previews(game: AnyGame, view: Any, moves: Sequence[Any]) -> dict[str, Preview] | None:
    """The effect of each legal move, if the game shows it."""
    previews = entry_of(game.name).previews
    return previews.load()(view, moves) if previews else None
