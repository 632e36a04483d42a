"""Games of solitario40 in which a win is thrown away, made with the solver: quick and certain."""

from __future__ import annotations

from random import Random
from typing import Any

from tavolino.chance import deal_seed
from tavolino.games.solitario40 import Solitario40
from tavolino.match import Match, new_match, settle
from tavolino.record import Record
from tavolino.solvers.referee import ruling
from tavolino.solvers.result import Solved
from tavolino.solvers.solitario40.solver import is_winnable, solve

WINNABLE = 2
"""A deal that can be won."""


def lost_line(number: int = WINNABLE) -> tuple[list[str], list[str]]:
    """Moves of a solution and then one that loses; and moves that win from before that one."""
    game, moves = Solitario40(), list[str]()
    state = start(number).boards[0].state
    while True:
        wrong = [m for m in game.legal_moves(state) if not is_winnable(game, game.apply(state, m))]
        solved = solve(game, state)
        assert isinstance(solved, Solved), f"deal {number} cannot be won"
        if wrong:
            return [*moves, str(wrong[0])], [str(move) for move in solved.moves]
        moves.append(str(solved.moves[0]))
        state = game.apply(state, solved.moves[0])


def start(number: int = WINNABLE) -> Match[Any, Any]:
    return settle(new_match(Solitario40(), deal_seed(number), is_practice=True), ruling)


def after(match: Match[Any, Any], *moves: str) -> Match[Any, Any]:
    """The match after these moves; ``undo`` takes one back."""
    for move in moves:
        if move == "undo":
            match = match.undo(0, ruling)
        else:
            match = match.move(0, match.game.parse_move(move), ruling)
    return match


def lost_game(number: int = WINNABLE, more: int = 10) -> Record:
    """The win is thrown away, and some random moves follow."""
    moves, _ = lost_line(number)
    match, rnd = after(start(number), *moves), Random(number)
    for _ in range(more):
        if match.actor(0) == 0:
            match = match.move(0, rnd.choice(match.legal_moves(0)), ruling)
    return Record(match, ("Anna",), number)


def winning_line(number: int = WINNABLE) -> list[str]:
    """The moves of the solver."""
    solved = solve(Solitario40(), start(number).boards[0].state)
    assert isinstance(solved, Solved), f"deal {number} cannot be won"
    return [str(move) for move in solved.moves]
