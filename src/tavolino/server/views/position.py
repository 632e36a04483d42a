"""A position outside a live table, for instance of a lesson, and what led to it.

It has the fields of an ``Update`` that boards of clients use: one sends back one of its moves, and
the server answers with the next positions.
"""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from tavolino.catalogue import entry_of
from tavolino.game import AnyGame
from tavolino.match import Entry, Match
from tavolino.narration import Sentence, describe_entry, describe_outcome
from tavolino.server.views import BoardView, board_view
from tavolino.server.views.azul_scoring import Preview, RoundCount


class Position(Struct, frozen=True):
    """A position with its legal moves, and what happened since the one before."""

    count: Annotated[int, Meta(description="The number of entries so far.")]
    actor: Annotated[int | None, Meta(description="The seat to move; null at the end.")]
    view: BoardView
    moves: Annotated[list[str], Meta(description="The legal moves of that seat.")]
    told: Annotated[list[Sentence], Meta(description="What happened since the last position.")]
    last: Annotated[str | None, Meta(description="The last move of a player.")]
    previews: Annotated[
        dict[str, Preview] | None, Meta(description="The effect of each move of azul_solo.")
    ] = None
    count_of_round: Annotated[
        RoundCount | None, Meta(description="The scoring of a round that has just ended.")
    ] = None


def position(
    before: Match[Any, Any] | None, match: Match[Any, Any], *, is_open: bool = False
) -> Position:
    """The position of a match with one board; ``is_open`` shows what is hidden from players."""
    game, actor = match.game, match.actor(0)
    has_player = actor is not None and actor >= 0
    view = match.boards[0].state if is_open else match.watch(0)
    return Position(
        count=len(match.log),
        actor=actor if has_player else None,
        view=board_view(game, view),
        moves=[str(move) for move in match.legal_moves(0)] if has_player else [],
        told=_told_with_end(before, match) if before else [],
        last=next((str(entry.act) for entry in reversed(match.log) if entry.actor >= 0), None),
        previews=move_previews(game, match.watch(0)) if has_player else None,
        count_of_round=round_between(before, match, 0) if before else None,
    )


def positions(
    before: Match[Any, Any], match: Match[Any, Any], *, is_open: bool = False
) -> list[Position]:
    """The positions after each move of a player since ``before``.

    What chance enters belongs to the move before it, as on a live table.
    """
    found: list[Position] = []
    shown, here = before, before
    new: list[Entry[Any]] = list(match.log[len(before.log) :])
    for entry, following in zip(new, [*new[1:], None], strict=True):
        here = here.play(entry)
        if following is None or following.actor >= 0:
            found.append(position(shown, here, is_open=is_open))
            shown = here
    return found


def _told_with_end(before: Match[Any, Any], after: Match[Any, Any]) -> list[Sentence]:
    is_end = after.is_over and not before.is_over
    return told_between(before, after, 0) + (list(describe_outcome(after)) if is_end else [])


def told_between(before: Match[Any, Any], after: Match[Any, Any], board: int) -> list[Sentence]:
    """What happened on a board between two moments of a match."""
    sentences: list[Sentence] = []
    here = before
    for entry in after.log[len(before.log) :]:
        there = here.play(entry) if entry is not after.log[-1] else after
        if entry.board in (None, board):
            sentences += describe_entry(entry, here, there)
        here = there
    return sentences


def move_previews(game: AnyGame, view: Any) -> dict[str, Preview] | None:
    """The effect of each legal move, if the game shows it."""
    previews = entry_of(game.name).previews
    return previews.load()(game, view) if previews else None


def round_between(before: Match[Any, Any], after: Match[Any, Any], board: int) -> RoundCount | None:
    """A take or a roll may end a round, so every entry is checked."""
    round_count = entry_of(after.game.name).round_count
    if round_count is None:
        return None
    here = before
    for entry in after.log[len(before.log) :]:
        there = here.play(entry)
        old, new = here.boards[board].state, there.boards[board].state
        count: RoundCount | None = round_count.load()(old, new) if entry.board == board else None
        if count:
            return count
        here = there
    return None
