"""The kernel of nove_colonne makes the same moves as the rules, and takes them back."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
from support.kernel_check import check_kernel
from support.random_play import start_match

from tavolino.games.nove_colonne import Move, NoveColonne, State
from tavolino.kernels import nove_colonne as kernel

GAME = NoveColonne()


class NoveKernel:
    def pack(self, game: NoveColonne, state: State) -> kernel.Ints:
        return kernel.pack(state)

    def unpack(self, game: NoveColonne, packed: kernel.Ints) -> State:
        return kernel.unpack(packed)

    def moves(self, game: NoveColonne, packed: kernel.Ints) -> list[Move]:
        return [kernel.carry(code) for code in _moves(packed)]

    def apply(self, packed: kernel.Ints, move: Move) -> tuple[Any, int]:
        before = self.hash_of(packed)
        code = next(code for code in _moves(packed) if kernel.carry(code) == move)
        return (code, kernel.apply(packed, code)), before ^ self.hash_of(packed)

    def undo(self, packed: kernel.Ints, move: Move, token: Any) -> None:
        code, rest = token
        kernel.undo(packed, code, rest)

    def hash_of(self, packed: kernel.Ints) -> int:
        return int(packed[kernel.HASH])


def _moves(packed: kernel.Ints) -> list[int]:
    out = np.zeros(kernel.MAX_MOVES, np.int64)
    return [int(move) for move in out[: kernel.moves(packed, out)]]


def test_every_step_of_random_games() -> None:
    assert check_kernel(GAME, NoveKernel(), range(1, 21), plies=250) > 1000


def test_no_move_after_the_win() -> None:
    won = GAME.parse_state("KD KH KC KS | - - - - - - | " + " / ".join("-" * 9))
    assert _moves(kernel.pack(won)) == []


def test_the_hash_knows_likeness() -> None:
    """The order of the columns means nothing to it; anything else does."""
    hashes: dict[int, Any] = {}
    rnd = Random(5)
    for number in range(1, 41):
        state = start_match(GAME, number).boards[0].state
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
