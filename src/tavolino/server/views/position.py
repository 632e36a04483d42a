"""A position outside a live table, for instance of a lesson, and what led to it.

It has the fields of an ``Update`` that boards of clients use: one sends back one of its moves, and
the server answers with the next positions.
"""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from tavolino.match import Entry, Match
from tavolino.narration import Sentence, describe_outcome
from tavolino.server.views import BoardView, board_view
from tavolino.server.views.azul_scoring import Preview, RoundCount
from tavolino.server.views.events import describe_events, events_between, move_previews, round_count


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
    events = events_between(before, match, 0) if before else []
    has_player = actor is not None and actor >= 0
    view = match.boards[0].state if is_open else match.watch(0)
    return Position(
        count=len(match.log),
        actor=actor if has_player else None,
        view=board_view(game, view),
        moves=[str(move) for move in match.legal_moves(0)] if has_player else [],
        told=describe_events(match, events) + _end(before, match),
        last=next((str(entry.act) for entry in reversed(match.log) if entry.actor >= 0), None),
        previews=move_previews(game, match.watch(0), match.legal_moves(0)) if has_player else None,
        count_of_round=round_count(game, events),
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


def _end(before: Match[Any, Any] | None, after: Match[Any, Any]) -> list[Sentence]:
    is_end = before is not None and after.is_over and not before.is_over
    return list(describe_outcome(after)) if is_end else []
