"""Dead ends of nove_colonne (R-N9-19): found fast, yet the same as by the rules alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from playing import began
from small_nove import small_position

from tavolino.chance import Rng
from tavolino.game import Stop
from tavolino.games.nove_colonne import NoveColonne, State
from tavolino.solvers.nove_colonne import is_dead_end

GAME = NoveColonne()
WON = "KD KH KC KS | - - - - - - | " + " / ".join("-" * 9)


def positions_of_play(number: int) -> Iterator[State]:
    """A game by somebody who likes to uncover cards and to fill the bases, but errs."""
    rnd = Random(number)
    state = began(GAME, number).boards[0].state
    for _ in range(70):
        yield state
        moves = list(GAME.legal_moves(state))
        if not moves:
            break
        rnd.shuffle(moves)
        after = [GAME.apply(state, move) for move in moves[:6]]
        best = min(after, key=lambda s: (sum(s.hidden), -sum(s.bases)))
        state = best if rnd.random() < 0.8 else after[0]


@pytest.mark.parametrize("block", range(6))
def test_the_answer_is_that_of_the_rules(block: int) -> None:
    answers: Counter[bool] = Counter()
    for number in range(1 + 10 * block, 11 + 10 * block):
        for state in positions_of_play(number):
            answer = is_dead_end(GAME, GAME.view(state, 0))
            assert answer == GAME.is_dead_end(state), str(state)
            answers[answer] += 1
    assert answers[True] >= 50 and answers[False] >= 50


def test_hidden_cards_make_no_difference() -> None:
    for number in range(1, 16):
        for state in positions_of_play(number):
            other = GAME.fill(GAME.view(state, 0), Rng(b"other", number))
            assert is_dead_end(GAME, state) == is_dead_end(GAME, other)
            assert is_dead_end(GAME, state) == is_dead_end(GAME, GAME.view(state, 0))


def test_positions_with_bases_far_ahead() -> None:
    answers: Counter[bool] = Counter()
    for number in range(150):
        state = small_position(Random(number))
        answer = is_dead_end(GAME, state)
        if answer or number % 10 == 0:  # the rules alone are slow to see that much is possible
            assert answer == GAME.is_dead_end(state), str(state)
        answers[answer] += 1
    assert answers[True] >= 10 and answers[False] >= 10


def test_neither_the_deal_nor_the_win_is_a_dead_end() -> None:
    assert not is_dead_end(GAME, GAME.start())
    assert not is_dead_end(GAME, GAME.parse_state(WON))


def test_a_stop_is_disregarded() -> None:
    state = began(GAME, 1).boards[0].state
    assert is_dead_end(GAME, state) == is_dead_end(GAME, GAME.stop(state, Stop.GIVEN_UP))
