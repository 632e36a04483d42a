"""Perft: how many sequences of moves there are, a number that two engines must agree on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from tavolino.game import Game

S = TypeVar("S")
M = TypeVar("M")


def perft(game: Game[S, M], state: S, depth: int) -> int:
    """Sequences of ``depth`` plies from a position after the deal.

    A ply is a player's move, or a roll of the automa's die with all its faces. A game that ends
    earlier adds nothing; the referee is not asked.

    >>> from tavolino.games import Aftaebr
    >>> game = Aftaebr()
    >>> perft(game, game.apply(game.start(), game.parse_move("draw 4 1")), 3)
    1728
    """
    if depth == 0:
        return 1
    moves = game.legal_moves(state)
    if depth == 1:
        return len(moves)
    return sum(perft(game, game.apply(state, move), depth - 1) for move in moves)


def divide(game: Game[S, M], state: S, depth: int) -> Iterator[tuple[M, int]]:
    """Each first move with its share of ``perft``; to find where two engines differ."""
    for move in game.legal_moves(state):
        yield move, perft(game, game.apply(state, move), depth - 1)
