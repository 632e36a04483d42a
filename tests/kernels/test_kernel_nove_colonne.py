"""The kernel of nove_colonne makes the same moves as the rules, and takes them back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np
import pytest
from playing import began

from tavolino.game import AnyGame
from tavolino.games.nove_colonne import NoveColonne
from tavolino.kernels import nove_colonne as kernel

GAME = NoveColonne()
PLIES = 250


@dataclass(frozen=True)
class Kernel:
    """What a kernel can do; ``hash_of`` reads the running hash."""

    pack: Callable[[Any], Any]
    unpack: Callable[[Any], Any]
    moves: Callable[[Any], list[int]]
    written: Callable[[int], Any]
    apply: Callable[[Any, int], Any]
    undo: Callable[[Any, int, Any], None]
    hash_of: Callable[[Any], int]


def check_step(kernel: Kernel, game: AnyGame, state: Any) -> None:
    """Everything that the kernel says of one position is what the rules say."""
    packed = kernel.pack(state)
    assert kernel.unpack(packed) == state
    before = packed.copy()
    moves = kernel.moves(packed)
    assert [kernel.written(move) for move in moves] == list(game.legal_moves(state))
    for move in moves:
        token = kernel.apply(packed, move)
        after = game.apply(state, kernel.written(move))
        assert kernel.unpack(packed) == after
        fresh = kernel.pack(after)
        assert kernel.hash_of(packed) == kernel.hash_of(fresh)
        assert np.array_equal(packed, fresh)
        kernel.undo(packed, move, token)
        assert np.array_equal(packed, before)


def _moves(packed: kernel.Ints) -> list[int]:
    out = np.zeros(kernel.MAX_MOVES, np.int64)
    return [int(move) for move in out[: kernel.moves(packed, out)]]


NOVE = Kernel(
    kernel.pack,
    kernel.unpack,
    _moves,
    kernel.carry,
    kernel.apply,
    kernel.undo,
    lambda packed: int(packed[kernel.HASH]),
)


@pytest.mark.parametrize("number", range(1, 11))
def test_every_step_of_random_games(number: int) -> None:
    rnd = Random(number)
    state = began(GAME, number).boards[0].state
    for _ in range(PLIES):
        check_step(NOVE, GAME, state)
        check_step(NOVE, GAME, GAME.view(state, 0))
        moves = GAME.legal_moves(state)
        if not moves:
            break
        state = GAME.apply(state, rnd.choice(moves))


def test_no_move_after_the_win() -> None:
    won = GAME.parse_state("KD KH KC KS | - - - - - - | " + " / ".join("-" * 9))
    assert _moves(kernel.pack(won)) == []


def test_the_hash_knows_likeness() -> None:
    """The order of the columns means nothing to it; anything else does."""
    hashes: dict[int, Any] = {}
    rnd = Random(5)
    for number in range(1, 41):
        state = began(GAME, number).boards[0].state
        for _ in range(50):
            likeness = (tuple(sorted(zip(state.columns, state.hidden))), state.bases)
            value = int(kernel.pack(state)[kernel.HASH])
            assert hashes.setdefault(value, likeness) == likeness
            order = list(range(9))
            rnd.shuffle(order)
            other = type(state)(
                tuple(state.columns[i] for i in order),
                tuple(state.hidden[i] for i in order),
                state.reserve,
                state.bases,
            )
            assert int(kernel.pack(other)[kernel.HASH]) == value
            moves = GAME.legal_moves(state)
            if not moves:
                break
            state = GAME.apply(state, rnd.choice(moves))
    assert len(hashes) > 500
