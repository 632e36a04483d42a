"""What a player may do, as functions from a projection to the match after it, or a refusal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tavolino.game import REFEREE, IllegalMoveError, NotationError, Stop
from tavolino.games.patience import can_finish, finishing_moves
from tavolino.match import Entry, Match, Referee, settle
from tavolino.server.errors import BadMessage, IllegalMove, NotAllowed, NotYourTurn
from tavolino.server.live import messages as m
from tavolino.server.live.projection import Projection

PATIENCES = ("solitario40", "nove_colonne")


class ForbiddenMove(IllegalMove):
    """With the clause that forbids it."""

    def __init__(self, sentence: str, clause: str | None) -> None:
        super().__init__(sentence)
        self.clause = clause


def doing(act: m.Act, projection: Projection, player: int, referee: Referee) -> Match[Any, Any]:
    """The match after a player's act."""
    try:
        return _DOINGS[type(act)](act, projection, player, referee)
    except IllegalMoveError as error:
        raise ForbiddenMove(str(error), error.clause) from None
    except NotationError as error:
        raise BadMessage(str(error)) from None


def move(text: str, projection: Projection, player: int, referee: Referee) -> Match[Any, Any]:
    match = projection.match
    board, seat = match.place(player)
    actor = match.actor(board)
    if actor is not None and actor != seat:
        raise NotYourTurn("it is another player's turn")
    return match.move(player, match.game.parse_move(text), referee)


def _undo(projection: Projection, player: int, referee: Referee) -> Match[Any, Any]:
    match = projection.match
    if not match.is_practice:
        raise NotAllowed("moves are taken back in practice only (R-S40-46)")
    if not any(who == player for who, _ in projection.line.played):
        raise NotAllowed("there is no move to take back")
    if match.log[-1].act is not Stop.GIVEN_UP:
        return match.undo(player)
    # Giving up is taken back alone: the move before it is made again.
    who, again = next(move for move in reversed(projection.line.played) if move[0] == player)
    return match.undo(player).move(who, again, referee)


def _redo(projection: Projection, player: int, referee: Referee) -> Match[Any, Any]:
    if not projection.line.undone:
        raise NotAllowed("there is no move to play again")
    who, again = projection.line.undone[-1]
    if who != player:
        raise NotYourTurn("it is another player's move that was taken back")
    return projection.match.move(who, again, referee)


def _finish(projection: Projection, player: int, referee: Referee) -> Match[Any, Any]:
    """Each card is a move of its own (R-S40-47)."""
    match = projection.match
    view = match.view(player)
    if match.game.name not in PATIENCES or not can_finish(match.game, view):
        raise NotAllowed("the cards cannot be brought to the bases by themselves yet (R-S40-47)")
    for one in tuple(finishing_moves(match.game, view)):
        match = match.move(player, one, referee)
    return match


def _give_up(projection: Projection, player: int, referee: Referee) -> Match[Any, Any]:
    match = projection.match
    if Stop.GIVEN_UP not in match.game.stops:
        raise NotAllowed(f"nobody gives up in {match.game.name}")
    board, _ = match.place(player)
    return settle(match.play(Entry(REFEREE, board, Stop.GIVEN_UP)), referee)


_DOINGS: dict[type[m.Act], Callable[[Any, Projection, int, Referee], Match[Any, Any]]] = {
    m.Move: lambda act, projection, player, referee: move(act.move, projection, player, referee),
    m.Undo: lambda _, projection, player, referee: _undo(projection, player, referee),
    m.Redo: lambda _, projection, player, referee: _redo(projection, player, referee),
    m.Finish: lambda _, projection, player, referee: _finish(projection, player, referee),
    m.GiveUp: lambda _, projection, player, referee: _give_up(projection, player, referee),
}
