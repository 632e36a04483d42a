"""One board of a match: its position, and how it came about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from tavolino.contest import Tally
from tavolino.game import CHANCE, Game, Seat
from tavolino.match.growing_tuple import GrowingTuple, History

S = TypeVar("S")

NOT_COMPUTED: Seat = -99
"""Neither a seat nor ``CHANCE`` nor None."""


@dataclass(slots=True)
class PositionCache:
    """Values computed once for a position: the check of a move and its display use the same."""

    actor: Seat | None = NOT_COMPUTED
    """Whose turn it is."""
    moves: Sequence[Any] | None = None
    """The legal moves."""
    spectator_view: Any = None
    """What a spectator sees."""


@dataclass(frozen=True, slots=True)
class Board(Generic[S]):
    """One board of a match: its position, and how it came about."""

    state: S
    """The present position."""
    past: GrowingTuple[tuple[Seat, S]] = GrowingTuple()
    """Who acted on which position, oldest first, without moves that were taken back."""
    tally: Tally = Tally()
    """What the standings need to know of this board."""
    has_call: bool = False
    """Whether the referee has made a call on the present line of play."""
    chances: int = 0
    """The number of chance events so far."""
    cache: PositionCache = field(
        default_factory=PositionCache, init=False, compare=False, repr=False
    )
    """Not part of the value: two boards with the same past are equal."""

    @property
    def history(self) -> Sequence[S]:
        """All positions so far, the present last."""
        return History(self.past, self.state)

    def after(self, actor: Seat, state: S, points: int, mossa: int) -> Board[S]:
        """The board after somebody has acted on it."""
        tally = self.tally.after(points, mossa, is_move=actor >= 0)
        past, chances = self.past.appended((actor, self.state)), self.chances
        if actor == CHANCE:
            chances += 1
        return Board(state, past, tally, self.has_call, chances)

    def taken_back(self, at: int, game: Game[S, Any]) -> Board[S]:
        """The board before what was done at this index of its past; a call is taken back too."""
        state, kept = self.past[at][1], self.past.first(at)
        tally = self.tally._replace(points=game.scores(state)[0])
        chances = sum(actor == CHANCE for actor, _ in kept)
        return Board(state, kept, tally, chances=chances)


def fresh_boards(game: Game[S, Any], boards: int) -> tuple[Board[S], ...]:
    """As many boards before the first entry.

    Points at the start, for instance for four aces, do not count as a gain (R-S40-31).
    """
    start = game.start()
    return (Board(start, tally=Tally(game.scores(start)[0])),) * boards
