"""The positions of the search are those of the kernel, move by move."""

from __future__ import annotations

from random import Random

import numpy as np

from tavolino.chance import Rng, deal_seed
from tavolino.games.nove_colonne import NoveColonne
from tavolino.kernels import nove_colonne as kernel
from tavolino.kernels.jit import Ints
from tavolino.solvers.nove_colonne.search import settling
from tavolino.solvers.nove_colonne.search.estimate import add_columns
from tavolino.solvers.nove_colonne.search.linked import (
    ENDS,
    HASH,
    IN_RESERVE,
    WORDS,
    apply,
    link,
    settle,
    undo,
)
from tavolino.solvers.nove_colonne.solver import _pack_face_up

GAME = NoveColonne()
PRUNING = np.array(settling.PRUNING, np.int64)


def test_a_random_game_is_the_same_in_both_forms() -> None:
    rnd = Random(9)
    for number in range(1, 9):
        start = GAME.start()
        state = GAME.apply(start, GAME.chance_move(start, Rng(deal_seed(number), 0)))
        packed = _pack_face_up(state)
        words = _linked(packed)
        for _ in range(60):
            _compare_settled(packed, words)
            out = np.empty(kernel.MAX_MOVES, np.int64)
            count = kernel.moves(packed, out)
            if not count:
                break
            move = int(rnd.choice(out[:count]))
            before = _shown(words)
            apply(words.view(np.int8), words, move)
            undo(words.view(np.int8), words, move)
            assert _shown(words) == before
            apply(words.view(np.int8), words, move)
            kernel.apply(packed, move)
            assert _shown(words) == _shown(_linked(packed))


def _linked(packed: Ints) -> Ints:
    words = np.empty(WORDS, np.int64)
    link(packed, words)
    return words


def _shown(words: Ints) -> tuple[object, ...]:
    """Hash, bases, the columns from their ends, the number of cards in the reserve."""
    p, columns = words.view(np.int8), []
    for card in p[ENDS : ENDS + kernel.COLUMNS].tolist():
        column = []
        while card:
            column.append(card)
            card = int(p[card])
        columns.append(column)
    return int(words[HASH]), p[:4].tolist(), columns, int(p[IN_RESERVE])


def _compare_settled(packed: Ints, words: Ints) -> None:
    packed, words = packed.copy(), words.copy()
    p, trail = words.view(np.int8), np.empty(settling.MAX_LIFTS, np.int64)
    count = settling.settle(packed, PRUNING, trail, 0)
    assert settle(p, words, PRUNING, trail, 0) == count
    before = _shown(words)
    assert before == _shown(_linked(packed))
    sums = np.zeros((2, 64), np.int64)
    add_columns(p, sums[0], sums[1])
    assert _shown(words) == before  # it turns the links round and back
