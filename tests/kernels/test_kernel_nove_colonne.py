"""The kernel of nove_colonne makes the same moves as the rules, and takes them back."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from support.kernel_check import check_kernel, check_position, wrapped
from support.random_play import start_match

from tavolino.cards import UNSEEN, Card
from tavolino.games.nove_colonne import Move, NoveColonne, State
from tavolino.kernels import nove_colonne as kernel
from tavolino.kernels.jit import Ints

GAME = NoveColonne()


class NoveKernel:
    def pack(self, game: NoveColonne, state: State) -> Ints:
        return kernel.pack(state)

    def unpack(self, game: NoveColonne, packed: Ints) -> State:
        return kernel.unpack(packed)

    def moves(self, game: NoveColonne, packed: Ints) -> list[Move]:
        return [kernel.unpack_move(code) for code in _moves(packed)]

    def apply(self, packed: Ints, move: Move) -> tuple[int, int]:
        code = next(code for code in _moves(packed) if kernel.unpack_move(code) == move)
        return code, kernel.apply(packed, code)

    def undo(self, packed: Ints, move: Move, token: tuple[int, int]) -> None:
        kernel.undo(packed, *token)

    def contents(self, packed: Ints) -> bytes:
        return packed.tobytes()

    def hash_kept(self, packed: Ints) -> int:
        return int(packed[kernel.HASH])

    def hash_defined(self, game: NoveColonne, state: State) -> int:
        """A key for the height of each base, and for each column the hash of its cards, one upon
        the other, and FACE_DOWN times that of those of them that are hidden."""
        heights = (int(kernel.OF_BASE[4 * h + s]) for s, h in enumerate(state.bases))
        columns = (
            _chained(column) + kernel.FACE_DOWN * _chained(column[:hidden])
            for column, hidden in zip(state.columns, state.hidden)
        )
        return wrapped(sum(heights) + sum(columns))


def _chained(cards: tuple[Card, ...]) -> int:
    chain = 0
    for card in cards:
        code = 0 if card == UNSEEN else 4 * card.rank + card.suit
        chain = wrapped((chain ^ int(kernel.OF_CARD[code])) * kernel.ODD)
        chain ^= chain >> 29
    return chain


def _moves(packed: Ints) -> list[int]:
    out = np.zeros(kernel.MAX_MOVES, np.int64)
    return [int(move) for move in out[: kernel.moves(packed, out)]]


def test_every_step_of_random_games() -> None:
    assert check_kernel(GAME, NoveKernel(), range(1, 21), plies=250, every=5) > 1000


def test_a_hash_that_is_not_kept_up_to_date_is_noticed() -> None:
    class Forgetful(NoveKernel):
        def apply(self, packed: Ints, move: Move) -> tuple[int, int]:
            before = packed[kernel.HASH]
            token = super().apply(packed, move)
            packed[kernel.HASH] = before
            return token

    with pytest.raises(AssertionError):
        check_position(GAME, Forgetful(), start_match(GAME, 1).boards[0].state)


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
