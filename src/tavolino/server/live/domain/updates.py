"""Messages built from a table's projection: positions and standings."""

from __future__ import annotations

from collections import defaultdict
from typing import Any, Literal

import msgspec

from tavolino.catalogue import entry_of
from tavolino.game import Stop
from tavolino.match import Match
from tavolino.match.undo import undoing_player
from tavolino.server.live.domain import messages as m
from tavolino.server.live.domain.deadlines import turn_ends_at
from tavolino.server.live.domain.projection import Projection
from tavolino.server.live.domain.table_settings import TableSettings
from tavolino.server.live.interfaces import Frame
from tavolino.server.views import board_view
from tavolino.server.views.events import describe_events, events_between, move_previews, round_count

_encode = msgspec.json.Encoder().encode


def frame(message: m.Outgoing) -> Frame:
    return Frame(_encode(message))


class MoveTexts(dict[Any, str]):
    """A cache of moves as text: a game has some hundreds."""

    def __missing__(self, move: Any) -> str:
        text = str(move)
        if len(self) < MAX_TEXTS:
            self[move] = text
        return text


MAX_TEXTS = 1 << 14
TEXTS: defaultdict[str, MoveTexts] = defaultdict(MoveTexts)
"""By game, because equal tuples of two games may have different texts."""


def update(
    settings: TableSettings,
    before: Match[Any, Any] | None,
    projection: Projection,
    board: int,
    message: str | None = None,
) -> m.Update:
    """The position of a board, and what happened since ``before``."""
    match, game = projection.match, projection.match.game
    view = match.watch(board)
    actor = match.actor(board)
    moves = match.legal_moves(board) if actor is not None and actor >= 0 else ()
    texts = TEXTS[game.name]
    last = projection.last[board]
    events = events_between(before, match, board) if before else ()
    return m.Update(
        table=settings.id,
        board=board,
        seq=projection.seq,
        count=projection.counts[board],
        id=message,
        actor=None if actor is None else board * game.seats + actor,
        view=board_view(game, view, actor is None),
        moves=list(map(texts.__getitem__, moves)),
        told=describe_events(match, events),
        last=texts[last.act] if last else None,
        can=_can(settings, projection, board),
        notices=_notices(projection, board),
        turn_ends_at=turn_ends_at(settings, projection),
        previews=move_previews(game, view, moves) if moves else None,
        count_of_round=round_count(game, events),
    )


def _can(settings: TableSettings, projection: Projection, board: int) -> list[str]:
    match = projection.match
    is_over = match.is_board_over(board)
    can = []
    if match.is_practice:
        stack = projection.undo_stack
        can += ["undo"] * (undoing_player(match, stack, settings.people) is not None)
        can += ["redo"] * (stack.next_player() is not None)
        can += ["hint"] * (not is_over and entry_of(match.game.name).has_hints)
    if not is_over and Stop.GIVEN_UP in match.game.stops:
        can.append("give_up")
    return can


def _notices(projection: Projection, board: int) -> list[str]:
    match = projection.match
    if match.is_board_over(board):
        return []
    if match.boards[board].has_call:
        return ["stall"]
    return ["dead_end"] if projection.dead_ends[board] else []


def standings(table: str, match: Match[Any, Any]) -> m.Standings:
    rows = [
        m.Row(place, player, *tally, reason, state_of(match, player))
        for place, player, tally, reason in match.standings()
    ]
    return m.Standings(table, len(match.log), match.mossa, match.new_games, match.is_over, rows)


State = Literal["playing", "solved", "stall", "time_up", "given_up", "over"]
STATES: dict[Stop | None, State] = {
    Stop.STALL: "stall",
    Stop.TIME_UP: "time_up",
    Stop.GIVEN_UP: "given_up",
}


def state_of(match: Match[Any, Any], board: int) -> State:
    state = match.boards[board].state
    if not match.is_board_over(board):
        return "playing"
    if match.game.winners(state):
        return "solved"
    return STATES.get(getattr(state, "stopped", None), "over")
