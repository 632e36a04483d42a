"""A match as it stands: its boards and its log, whose turn it is, what everybody sees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from tavolino.contest import Contest, Standing
from tavolino.game import Game, IllegalMoveError, Seat, Stop
from tavolino.match.board import NOT_COMPUTED, Board
from tavolino.match.entry import Entry, Lots
from tavolino.match.growing_tuple import GrowingTuple
from tavolino.match.limits import time_limit_of

S = TypeVar("S")
M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class MatchState(Generic[S, M]):
    """What a match is and what can be asked of it; ``Match`` adds what can be entered.

    Two classes, so that ``due`` need not know the one that asks it.
    """

    game: Game[S, M]
    """The rules of every board."""
    boards: tuple[Board[S], ...]
    """One for a table, one for each player of a contest."""
    seed: bytes | None = None
    """Never part of a view or a message; None if the seed of a record is not revealed."""
    contest: Contest | None = None
    """The rules of the contest, if it is one."""
    is_practice: bool = False
    """Undo is free, and a stall is a notice, not the end (RULES 8.9)."""
    log: GrowingTuple[Entry[M]] = GrowingTuple()
    """All entries so far."""
    mossa: int = 0
    """The general counter: the number of players' entries in the log (R-S40-30)."""
    lots: Lots = Lots()
    """The order drawn for ties; empty until it is drawn."""
    new_games: int = 0
    """The number of new games after a tie (R-S40-33)."""

    @property
    def players(self) -> int:
        """The number of players at all boards."""
        return len(self.boards) * self.game.seats

    @property
    def time_limit(self) -> float | None:
        """In seconds; None if there is no limit."""
        return time_limit_of(self.game, self.contest)

    @property
    def is_over(self) -> bool:
        """Whether the game on every board is over."""
        for number, board in enumerate(self.boards):
            actor = board.cache.actor
            if (self.actor(number) if actor == NOT_COMPUTED else actor) is not None:
                return False
        return True

    @property
    def has_given_up(self) -> bool:
        """Whether the last entry is giving up."""
        return bool(self.log) and self.log[-1].act is Stop.GIVEN_UP

    def is_board_over(self, board: int) -> bool:
        """Whether the game on this board is over."""
        return self.actor(board) is None

    def actor(self, board: int) -> Seat | None:
        """Whose turn it is on a board: a seat, ``CHANCE``, or None when the game is over."""
        here = self.boards[board]
        actor = here.cache.actor
        if actor == NOT_COMPUTED:
            actor = here.cache.actor = self.game.actor(here.state)
        return actor

    def place(self, player: int) -> tuple[int, Seat]:
        """The board and the seat of a player; raises ``IllegalMoveError`` if there is none.

        In a contest everybody has a board of their own, so their seat is 0.
        """
        seats = self.game.seats
        if not 0 <= player < len(self.boards) * seats:
            raise IllegalMoveError(
                f"expected a player from 1 to {self.players}, got player {player + 1}"
            )
        return divmod(player, seats)

    def view(self, player: int) -> S:
        """What a player sees of their own board."""
        board, seat = self.place(player)
        return self.game.view(self.boards[board].state, seat)

    def watch(self, board: int) -> S:
        """What a spectator sees of a board."""
        cache = self.boards[board].cache
        if cache.spectator_view is None:
            cache.spectator_view = self.game.view(self.boards[board].state, None)
        view: S = cache.spectator_view
        return view

    def legal_moves(self, board: int) -> Sequence[M]:
        """The legal moves on a board, of the seat whose turn it is."""
        cache = self.boards[board].cache
        if cache.moves is None:
            cache.moves = self.game.legal_moves(self.boards[board].state)
        return cache.moves

    def standings(self) -> tuple[Standing, ...]:
        """The standings so far; final when the match is over."""
        lots = self.lots or Lots(range(len(self.boards)))
        tallies = [board.tally for board in self.boards]
        return (self.contest or Contest()).standings(tallies, lots)

    def needs_new_game(self) -> bool:
        """Whether a contest is over and the first two are equal (R-S40-34)."""
        if not self.contest or not self.is_over:
            return False
        points = [board.tally.points for board in self.boards]
        return self.contest.needs_new_game(points, self.new_games)
