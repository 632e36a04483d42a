"""Puzzles of solitario40: the only step that keeps the win, the most points, the shortest win."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from tavolino.bots.bot import seed_of
from tavolino.chance import Rng
from tavolino.game import dealt
from tavolino.games.solitario40 import Solitario40, State
from tavolino.learning.puzzles.grading import graded
from tavolino.learning.puzzles.puzzle import Puzzle, PuzzleError, Theme, position_of
from tavolino.learning.puzzles.questions.only_step import step_of
from tavolino.solvers.result import Impossible, Shortest, Solved
from tavolino.solvers.solitario40.next_steps import NextStep, next_steps
from tavolino.solvers.solitario40.solver import best_score, shortest, solve

GAME = Solitario40()
POSITIONS = 100_000
"""The budget of each search that finds or proves a puzzle."""
NODES = 1 << 16
"""The same for the shortest win."""
ENOUGH_TRAPS = 2
"""Steps that lose, beside the one that wins: then no better position is looked for."""
GAINS = range(30, 130)
"""Points to gain in a puzzle of points."""
SPARE_MOVES = 10
"""Moves that a puzzle of points allows beyond those of its line."""
LAST_MOVES = range(14, 24)
"""The shortest win is searched from these numbers of moves before the end of a known line."""


def find(deal: int) -> Puzzle | None:
    """The puzzle of a deal, if one is found."""
    start = dealt(GAME, deal)
    result = solve(GAME, start, positions=POSITIONS)
    if isinstance(result, Impossible):
        return _most_points(deal, start) if deal % 3 == 0 else None
    if not isinstance(result, Solved):
        return None
    return (_fewest if deal % 5 == 0 else _only_step)(deal, start, result.moves)


def prove(puzzle: Puzzle) -> None:
    """Raises ``PuzzleError`` unless the answer is right and the only one."""
    state = position_of(puzzle)
    if puzzle.theme is Theme.POINTS:
        score = best_score(GAME, state, positions=POSITIONS)
        found = str(score.low) if score.low == score.high else "unknown"
    elif puzzle.theme is Theme.FEWEST:
        result = shortest(GAME, state, nodes=NODES)
        is_proved = isinstance(result, Shortest) and result.is_proved
        found = str(result.lower) if isinstance(result, Shortest) and is_proved else "unknown"
    else:
        only = only_step(state)
        found = str(only[0].card) if only else "none"
    if found != puzzle.key:
        raise PuzzleError(f"{puzzle.id}: expected {puzzle.key} as the answer, got {found}")


def only_step(state: State) -> tuple[NextStep, list[NextStep]] | None:
    """The only step that keeps the win, whichever way it is made, and those that lose it."""
    found: list[NextStep] = []
    wins: list[NextStep] = []
    for step in next_steps(GAME, state, POSITIONS) or ():
        if step.wins is None or (step.wins and wins):
            return None
        (wins if step.wins else found).append(step)
    is_only = wins and found and wins[0].always_wins(POSITIONS)
    return (wins[0], found) if is_only else None


def _only_step(deal: int, start: State, line: Sequence[Any]) -> Puzzle | None:
    """A position of the line, just after a step, with one step that wins and some that lose."""
    best: Puzzle | None = None
    order = Rng(seed_of("puzzle", GAME.name, deal), 0).shuffled(_stretches(start, line))
    for state, first, last in order:
        only = only_step(state)
        if only is None or len(only[1]) <= (len(best.traps) if best else 0):
            continue
        step, traps = only
        is_stock = step.card in state.mazzetto + state.mazzo
        puzzle = Puzzle(
            GAME.name,
            deal,
            tuple(map(str, line[:first])),
            Theme.STOCK if is_stock else Theme.UNCOVER,
            str(step.card),
            tuple(map(str, line[first : last + 1])),
            tuple(str(one.card) for one in traps),
        )
        best = graded(puzzle, sum(one.positions for one in (step, *traps)))
        if len(traps) >= ENOUGH_TRAPS:
            break
    return best


def _stretches(start: State, line: Sequence[Any]) -> Iterator[tuple[State, int, int]]:
    """Each position after a step, with the indices of the moves to the next one."""
    state, here, first = start, start, 0
    for at, move in enumerate(line):
        step = step_of(GAME, state, move)
        state = GAME.apply(state, move)
        if step is not None:
            yield here, first, at
            here, first = state, at + 1


def _most_points(deal: int, start: State) -> Puzzle | None:
    score = best_score(GAME, start, positions=POSITIONS)
    if score.low < score.high:
        return None
    states = [start]
    for move in score.moves:
        states.append(GAME.apply(states[-1], move))
    for at in reversed(range(len(score.moves))):
        if score.low - GAME.points(states[at]) in GAINS:
            rest = score.moves[at:]
            traps = sum(not _keeps(states[at], move, score.low) for move in _steps(states[at]))
            if traps < 1:
                continue
            puzzle = Puzzle(
                GAME.name,
                deal,
                tuple(map(str, score.moves[:at])),
                Theme.POINTS,
                str(score.low),
                tuple(map(str, rest)),
                limit=len(rest) + SPARE_MOVES,
            )
            return graded(puzzle, score.positions, traps)
    return None


def _steps(state: State) -> list[Any]:
    return [move for move in GAME.legal_moves(state) if step_of(GAME, state, move) is not None]


def _keeps(state: State, move: Any, points: int) -> bool:
    return best_score(GAME, GAME.apply(state, move), positions=POSITIONS).low >= points


def _fewest(deal: int, start: State, line: Sequence[Any]) -> Puzzle | None:
    """The end of a line that is not the shortest, so that playing on as it goes takes longer."""
    lengths = [n for n in LAST_MOVES if n < len(line)]
    count = lengths[Rng(seed_of("puzzle", GAME.name, deal), 0).below(len(lengths))]
    state = start
    for move in line[:-count]:
        state = GAME.apply(state, move)
    result = shortest(GAME, replace(state, unseen=0), nodes=NODES)
    if not isinstance(result, Shortest) or not result.is_proved or len(result.moves) >= count:
        return None
    puzzle = Puzzle(
        GAME.name,
        deal,
        tuple(map(str, line[:-count])),
        Theme.FEWEST,
        str(result.lower),
        tuple(map(str, result.moves)),
        limit=result.lower,
    )
    return graded(puzzle, result.positions, count - result.lower)
