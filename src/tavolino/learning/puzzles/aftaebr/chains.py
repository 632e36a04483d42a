"""Puzzles of AFTAEBR: the turn that takes the most pieces, with one placement to begin with.

It is not the largest capture: the bots ``greedy`` and ``safe``, which always make one of those,
miss it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tavolino.bots.bot import seed_of
from tavolino.chance import Rng
from tavolino.game import dealt
from tavolino.games.aftaebr import State
from tavolino.learning.puzzles.aftaebr.chain_search import (
    GAME,
    Capture,
    ChainSearch,
    captures,
)
from tavolino.learning.puzzles.aftaebr.endgames import CAREFUL, careless
from tavolino.learning.puzzles.grading import graded
from tavolino.learning.puzzles.puzzle import Puzzle, PuzzleError, Theme, position_of

CARELESS_PIECES = (24, 40, 64)
"""In both hands; from one of these on nobody captures, so that captures are left to find."""
EVERY = 3
"""One position in ``EVERY`` is looked at, with every placement that may follow."""
MOST_LINE = 6
MOST_TRIED = 4
"""Positions of a deal whose grades are compared."""


def find(deal: int) -> Puzzle | None:
    """The hardest puzzle that is found in a game of this deal."""
    found: list[tuple[int, Puzzle]] = []
    for state, moves in _positions(deal):
        search = ChainSearch(GAME.actor(state))
        try:
            firsts = search.captures(state)
        except PuzzleError:
            continue
        if only := only_first(firsts):
            line = _line(state, search)
            if len(line) <= MOST_LINE:
                traps = tuple(str(one.move) for one in firsts if one is not only)
                puzzle = Puzzle(GAME.name, deal, moves, Theme.CHAIN, str(only.total), line, traps)
                found.append((search.positions, puzzle))
    found.sort(key=lambda one: (-len(one[1].traps), -one[0]))
    puzzles = [graded(puzzle, size) for size, puzzle in found[:MOST_TRIED]]
    return max(puzzles, key=lambda puzzle: puzzle.grade, default=None)


def prove(puzzle: Puzzle) -> None:
    """Raises ``PuzzleError`` unless one first placement alone leads to the most pieces."""
    state = position_of(puzzle)
    if state.note.captured:
        raise PuzzleError(f"{puzzle.id}: expected the beginning of a turn")
    only = only_first(captures(state))
    first = puzzle.line[0] if puzzle.line else "-"
    if only is None or str(only.move) != first:
        raise PuzzleError(f"{puzzle.id}: expected {first}, got {only and only.move}")
    if str(only.total) != puzzle.key:
        raise PuzzleError(f"{puzzle.id}: expected {puzzle.key} pieces, got {only.total}")


def only_first(firsts: Sequence[Capture]) -> Capture | None:
    """The capture that alone leads to the most pieces, if it is none of the largest ones."""
    most = max((one.total for one in firsts), default=0)
    best = [one for one in firsts if one.total == most]
    if len(best) != 1 or best[0].captured == max(one.captured for one in firsts):
        return None
    return best[0]


def _line(state: State, search: ChainSearch) -> tuple[str, ...]:
    """A turn that takes the most."""
    line: list[str] = []
    while found := search.captures(state):
        best = max(found, key=lambda one: one.total)
        line.append(str(best.move))
        state = GAME.apply(state, best.move)
    return tuple(line)


def _positions(deal: int) -> Iterator[tuple[State, tuple[str, ...]]]:
    """Positions at the beginning of a turn, with the moves so far."""
    state, moves = dealt(GAME, deal), tuple[str, ...]()
    limit = CARELESS_PIECES[deal % len(CARELESS_PIECES)]
    while (actor := GAME.actor(state)) is not None:
        if None not in state.colours and len(moves) % EVERY == 0:
            for move in GAME.legal_moves(state):
                after = GAME.apply(state, move)
                if GAME.actor(after) is not None and not after.note.captured:
                    yield after, (*moves, str(move))
        seed = seed_of("puzzle", GAME.name, deal, len(moves))
        if sum(map(sum, state.hands)) > limit or None in state.colours:
            choice = CAREFUL.choose(GAME, state, actor, seed)
        else:
            choice = careless(state, actor, Rng(seed, 0))
        moves, state = (*moves, str(choice)), GAME.apply(state, choice)
