"""The solver of nove_colonne: solutions, dead ends and hints."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from time import monotonic

import numpy as np

from tavolino.cards import DECK_52, UNSEEN
from tavolino.chance import Rng
from tavolino.game import TavolinoError, dealt
from tavolino.games.nove_colonne import KING, RESERVE, SIZES, Move, NoveColonne, State
from tavolino.games.patience import BASE, Carry
from tavolino.kernels.jit import Ints
from tavolino.kernels.nove_colonne import (
    BASES,
    HASH,
    HIDDEN,
    PLACES,
    apply,
    compute_hash,
    pack,
    play_line,
    unpack_move,
)
from tavolino.solvers import astar
from tavolino.solvers.astar import FEW_NODES, MOST_NODES
from tavolino.solvers.limits import Budget, never, or_timeout
from tavolino.solvers.nove_colonne.search import MOST, Search, combined
from tavolino.solvers.nove_colonne.search.best_first import Status
from tavolino.solvers.nove_colonne.search.visited import rehash
from tavolino.solvers.nove_colonne.shorten import shorten
from tavolino.solvers.nove_colonne.shortest.solver import find_shortest
from tavolino.solvers.nove_colonne.views import can_progress, shortest_ways
from tavolino.solvers.result import (
    Hint,
    Impossible,
    Limit,
    Result,
    Score,
    Shortest,
    Solved,
    Unknown,
)
from tavolino.solvers.shortest_win import shortest_if_winnable

SAMPLE_ROUNDS = 4
"""How many times the search of a sampled deal is advanced."""


IMPOSSIBLE, WINNABLE = 1, 2
"""Numbers of two deals that are decided quickly."""


class PositionError(TavolinoError):
    """A position that the solver does not accept."""


def solve(
    game: NoveColonne, state: State, seconds: float | None = None, positions: int | None = None
) -> Result[Move]:
    """Whether and how a position with all cards known can be won, within ``seconds``.

    ``positions`` limits the search too: a limit that means the same on every machine. A call of
    the referee on the position is ignored.
    """
    packed = _pack_face_up(state)
    status, search = _searched(packed, seconds, positions)
    if status == Status.WON:
        line = shorten(packed, search.solution())
        _check(state, line)
        return Solved(_as_moves(line), search.positions)
    if status == Status.EXHAUSTED:
        return Impossible(search.positions)
    return Unknown(Limit.MEMORY if status == Status.FULL else Limit.TIME, search.positions)


def is_winnable(game: NoveColonne, state: State, positions: int | None = None) -> bool | None:
    """The verdict alone; None if ``positions`` did not suffice."""
    status, _ = _searched(_pack_face_up(state), None, positions)
    return {Status.WON: True, Status.EXHAUSTED: False}.get(status)


def best_score(
    game: NoveColonne,
    state: State,
    seconds: float | None = None,
    positions: int | None = None,
    nodes: int = MOST,
) -> Score[Move]:
    """The most cards that any play from here brings to the bases, or bounds at the limit.

    There is memory for ``nodes`` nodes of about 130 bytes each.
    """
    status, search = _searched(_pack_face_up(state), seconds, positions, nodes)
    most, line = search.most_on_bases()
    if game.scores(state)[0] >= most:
        most, line = game.scores(state)[0], line[:0]
    packed = pack(state)
    if play_line(packed, line) < len(line) or packed[BASES:PLACES].sum() != most:
        raise RuntimeError(f"the solver is wrong: {most} cards promised by {line} from {state}")
    is_exact = status in (Status.WON, Status.EXHAUSTED)
    return Score(most, most if is_exact else 4 * KING, _as_moves(line), search.positions)


def _searched(
    packed: Ints, seconds: float | None, positions: int | None, nodes: int = MOST
) -> tuple[Status, Search]:
    """The search, and how it ended; PAUSED at a limit."""
    deadline = None if seconds is None else monotonic() + seconds
    search = combined(packed, nodes)
    while True:
        status = search.advance()
        is_late = deadline is not None and monotonic() > deadline
        is_spent = positions is not None and search.positions >= positions
        if status != Status.PAUSED or is_late or is_spent:
            return status, search


def shortest(
    game: NoveColonne, state: State, seconds: float | None = None, nodes: int = MOST_NODES
) -> Shortest[Move] | Impossible | Unknown:
    """The shortest win of a position, or bounds of its length.

    Stops after ``seconds``, or when the memory is full: ``nodes`` nodes of about 32 bytes each. A
    call of the referee on the position is ignored.
    """
    state = replace(state, stopped=None)
    return shortest_if_winnable(solve, find_shortest, game, state, seconds, nodes)


def _as_moves(line: Ints) -> tuple[Move, ...]:
    return tuple(unpack_move(int(move)) for move in line)


def _pack_face_up(state: State) -> Ints:
    """The packed position with all cards face up."""
    if not state.columns:
        raise PositionError("expected a position after the deal, got one before it")
    if any(UNSEEN in column for column in state.columns):
        raise PositionError(f"expected a position without unseen cards, got {str(state)[:80]!r}")
    packed = pack(state)
    packed[HIDDEN:HASH] = 0
    compute_hash(packed)
    return packed


def _check(state: State, line: Ints) -> None:
    """Checks a solution with the compiled rules."""
    packed = pack(state)
    count = play_line(packed, line)
    if count < len(line) or any(packed[BASES:PLACES] != KING):
        raise RuntimeError(f"the solver is wrong: move {count + 1} of {line} from {state}")


def is_dead_end(game: NoveColonne, view: State, budget: Budget | None = None) -> bool:
    """Whether no card can be uncovered any more and the game cannot be won (R-N9-19)."""
    if not view.columns or game.is_won(view):
        return False
    forward = can_progress(game.view(view, 0), budget)
    return game.is_dead_end(view) if forward is None else not forward


def hint(
    game: NoveColonne,
    view: State,
    seed: bytes,
    samples: int = 32,
    seconds: float | None = None,
    stop: Callable[[], bool] = never,
) -> Hint[Move] | None:
    """The first move on the way to uncover the card after which most sampled deals can be won.

    No new sample is begun after ``seconds``, or when ``stop()`` is true. None if the game is over
    or at a dead end. Following the hints of one seed without a limit always comes to an end: until
    the next card is uncovered the sampled deals stay the same, and each move leads to a better card
    or shortens the way to an equally good one.
    """
    view = game.view(view, 0)
    if not game.legal_moves(view):
        return None
    if not any(view.hidden):  # only descending runs are left: lifts alone win
        lift = next(move for move in game.legal_moves(view) if _is_lift(move))
        return Hint(lift, 0, 0, "hint.open")
    ways = shortest_ways(view)
    if not ways:
        return None
    winnable, sampled, should_stop = np.zeros(len(ways), np.int64), 0, or_timeout(stop, seconds)
    while sampled < samples and not (sampled and should_stop()):
        packed = _pack_face_up(game.fill(view, Rng(seed, sampled)))
        sampled += 1
        if _is_winnable(packed):
            winnable += [_is_winnable(_after(packed, way)) for way in ways]
    best = int(winnable.argmax())  # the first of equals is the shortest way
    move = unpack_move(ways[best][0])
    return Hint(move, int(winnable[best]), sampled, _reason(move, int(winnable[best])))


def _is_lift(move: Move) -> bool:
    return isinstance(move, Carry) and move.to == BASE


def _after(packed: Ints, moves: Sequence[int]) -> Ints:
    packed = packed.copy()
    for move in moves:
        apply(packed, move)
    return packed


def _is_winnable(packed: Ints) -> bool:
    """Whether a short search finds a win."""
    search = Search(packed)
    return any(search.advance() == Status.WON for _ in range(SAMPLE_ROUNDS))


def _reason(move: Move, winnable: int) -> str:
    if not winnable:
        return "hint.lost"
    return "hint.base" if _is_lift(move) else "hint.uncovers"


def warm_up() -> None:
    """Compile, or load from the cache, everything that the solver calls."""
    game = NoveColonne()
    for number in (IMPOSSIBLE, WINNABLE):
        state = dealt(game, number)
        solve(game, state)
        is_dead_end(game, state)
        hint(game, state, b"", samples=1)
    rehash(np.zeros(1, np.int64), np.zeros(1, np.int64))


def warm_up_shortest() -> None:
    """The same for ``shortest``."""
    warm_up()
    astar.warm_up()
    game = NoveColonne()
    kings = tuple((card,) for card in DECK_52 if card.rank == KING)
    state = State((*kings, *[()] * 5), (0,) * len(SIZES), (None,) * RESERVE, (KING - 1,) * 4)
    find_shortest(game, state, tuple(Carry(king, BASE) for (king,) in kings * 2), None, FEW_NODES)
