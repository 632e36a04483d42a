"""Sequences of moves to certain positions, found with the rules."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

from tavolino.catalogue import entry_of, make_game
from tavolino.chance import deal_seed
from tavolino.games.nove_colonne import NoveColonne
from tavolino.games.solitario40 import Solitario40
from tavolino.match import Match, new_match, settle
from tavolino.server.workers.referee import is_dead_end, ruling
from tavolino.solvers.result import Solved

MOST = 16
"""Moves that are quickly made by hand."""


def moves_to(name: str, deal: int, is_there: Callable[[Match[Any, Any]], bool]) -> list[str]:
    """The first that a random player finds on this deal."""
    for attempt in range(200):
        rng = Random(attempt)
        match = dealt(name, deal)
        moves: list[str] = []
        while len(moves) < MOST and match.legal_moves(0):
            move = rng.choice(list(match.legal_moves(0)))
            match = settle(match.move(0, move, ruling), ruling)
            moves.append(str(move))
            if is_there(match):
                return moves
    raise AssertionError(f"expected a short line on deal {deal} of {name}")


@cache
def solution(name: str, deal: int) -> tuple[str, ...]:
    """Every move of a won game."""
    from tavolino.solvers.nove_colonne.solver import solve as solve_nove_colonne
    from tavolino.solvers.solitario40.solver import solve as solve_solitario40

    match = dealt(name, deal)
    state = match.boards[0].state
    found: object = None
    if isinstance(match.game, NoveColonne):
        found = solve_nove_colonne(match.game, state)
    elif isinstance(match.game, Solitario40):
        found = solve_solitario40(match.game, state)
    assert isinstance(found, Solved)
    return tuple(map(str, found.moves))


@cache
def moves_to_finish(name: str, deal: int) -> tuple[str, ...]:
    """The beginning of a won game, until all cards lie open (R-S40-47)."""
    match = dealt(name, deal)
    for n, text in enumerate(moves := solution(name, deal)):
        if entry_of(name).can_finish(match.game, match.watch(0)):
            return moves[:n]
        match = settle(match.move(0, match.game.parse_move(text)), ruling)
    raise AssertionError("expected that all cards lie open before the end")


def dealt(name: str, deal: int) -> Match[Any, Any]:
    game = make_game(name, {})
    return settle(new_match(game, deal_seed(deal), is_practice=True), ruling)


@cache
def moves_to_stall() -> tuple[int, list[str]]:
    return 3, moves_to("solitario40", 3, lambda match: match.boards[0].has_call)


@cache
def moves_to_dead_end() -> tuple[int, list[str]]:
    def is_there(match: Match[Any, Any]) -> bool:
        assert isinstance(match.game, NoveColonne)
        return match.actor(0) is not None and is_dead_end(match.game, match.watch(0))

    return 5, moves_to("nove_colonne", 5, is_there)
