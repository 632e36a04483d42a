"""Lines of play that lead where something is to be seen, found with the rules."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

from tavolino.chance import deal_seed
from tavolino.games import make_game
from tavolino.games.nove_colonne import NoveColonne
from tavolino.match import Match, new_match, settle
from tavolino.server.workers.referee import is_dead_end, ruling

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


def dealt(name: str, deal: int) -> Match[Any, Any]:
    game = make_game(name, {})
    return settle(new_match(game, deal_seed(deal), is_practice=True), ruling)


@cache
def moves_to_stall() -> tuple[int, list[str]]:
    return 3, moves_to("solitario40", 3, lambda match: match.boards[0].is_noted)


@cache
def moves_to_dead_end() -> tuple[int, list[str]]:
    def is_there(match: Match[Any, Any]) -> bool:
        assert isinstance(match.game, NoveColonne)
        return match.actor(0) is not None and is_dead_end(match.game, match.watch(0))

    return 5, moves_to("nove_colonne", 5, is_there)
