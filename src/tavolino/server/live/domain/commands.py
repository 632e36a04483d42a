"""Commands of players: functions from a projection to the match after the command."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from tavolino.catalogue import entry_of
from tavolino.game import IllegalMoveError, NotationError, Stop
from tavolino.match import Match, Referee
from tavolino.match.undo import redo, undo, undoing_player
from tavolino.server.errors import BadMessage, IllegalMove, NotAllowed, NotSeated, NotYourTurn
from tavolino.server.live.domain import messages as m
from tavolino.server.live.domain.projection import Projection
from tavolino.server.live.domain.table_settings import TableSettings


class ForbiddenMove(IllegalMove):
    """An illegal move, with the clause that forbids it."""

    def __init__(self, sentence: str, clause: str | None) -> None:
        super().__init__(sentence)
        self.clause = clause


class SeatCommand(Struct, frozen=True):
    """A command and its player."""

    command: m.Command
    player: int
    is_from_bot: bool = False
    is_automatic: bool = False
    """A bot's move for a user whose clock has run out."""

    @property
    def key(self) -> str | None:
        """Identifies a message that is sent again."""
        return None if self.is_from_bot else f"{self.player}:{self.command.id}"


def player_for(
    settings: TableSettings, projection: Projection | None, user: str, command: m.Command
) -> int:
    """The player of a user's command; at a hot seat, the one to move or whose move is undone."""
    own = settings.players_of(user)
    if not own:
        raise NotSeated("you have no seat at this table")
    if len(own) == 1 or projection is None:
        return own[0]
    stack = projection.undo_stack
    player: int | None
    if isinstance(command, m.Undo):
        player = undoing_player(projection.match, stack, own)
    elif isinstance(command, m.Redo):
        player = stack.next_player()
    else:
        player = projection.match.actor(0)
    return player if player in own and player is not None else own[0]


def execute(
    seat_command: SeatCommand, settings: TableSettings, projection: Projection, referee: Referee
) -> Match[Any, Any]:
    """The match after a command."""
    try:
        return _HANDLERS[type(seat_command.command)](seat_command, settings, projection, referee)
    except IllegalMoveError as error:
        raise ForbiddenMove(str(error), error.clause) from None
    except NotationError as error:
        raise BadMessage(str(error)) from None


def _move(
    seat_command: SeatCommand, settings: TableSettings, projection: Projection, referee: Referee
) -> Match[Any, Any]:
    match, player = projection.match, seat_command.player
    assert isinstance(seat_command.command, m.Move)
    board, seat = match.place(player)
    actor = match.actor(board)
    if actor is not None and actor != seat:
        raise NotYourTurn("it is another player's turn")
    return match.move(player, match.game.parse_move(seat_command.command.move), referee)


def _undo(
    seat_command: SeatCommand, settings: TableSettings, projection: Projection, referee: Referee
) -> Match[Any, Any]:
    match, stack = projection.match, projection.undo_stack
    if not match.is_practice:
        raise NotAllowed("moves can be undone in practice only (R-S40-46)")
    if undoing_player(match, stack, [seat_command.player]) is None:
        raise NotAllowed("there is no move to undo")
    return undo(match, stack, seat_command.player, referee)


def _redo(
    seat_command: SeatCommand, settings: TableSettings, projection: Projection, referee: Referee
) -> Match[Any, Any]:
    stack = projection.undo_stack
    player = stack.next_player()
    if player is None:
        raise NotAllowed("there is no move to redo")
    if player != seat_command.player:
        raise NotYourTurn("the move to redo belongs to another player")
    return redo(projection.match, stack, settings.people, referee)


def _finish(
    seat_command: SeatCommand, settings: TableSettings, projection: Projection, referee: Referee
) -> Match[Any, Any]:
    """Every card is a move of its own (R-S40-47)."""
    match, player = projection.match, seat_command.player
    view, entry = match.view(player), entry_of(match.game.name)
    if not entry.can_finish(match.game, view):
        raise NotAllowed("the game cannot be finished automatically yet (R-S40-47)")
    moves: Sequence[Any] = tuple(entry.finishing_moves(match.game, view))
    for move in moves:
        match = match.move(player, move, referee)
    return match


def _give_up(
    seat_command: SeatCommand, settings: TableSettings, projection: Projection, referee: Referee
) -> Match[Any, Any]:
    match = projection.match
    if Stop.GIVEN_UP not in match.game.stops:
        raise NotAllowed(f"players cannot give up in {match.game.name}")
    board, _ = match.place(seat_command.player)
    return match.call(Stop.GIVEN_UP, board, referee)


Handler = Callable[[SeatCommand, TableSettings, Projection, Referee], Match[Any, Any]]

_HANDLERS: dict[type[m.Command], Handler] = {
    m.Move: _move,
    m.Undo: _undo,
    m.Redo: _redo,
    m.Finish: _finish,
    m.GiveUp: _give_up,
}
