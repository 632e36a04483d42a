"""Dead ends of nove_colonne (R-N9-19): found fast, yet the same as by the rules alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

from support.random_play import start_match
from support.searches.nove_colonne import can_progress_plainly, small_position

from tavolino.chance import Rng
from tavolino.game import Stop
from tavolino.games.nove_colonne import NoveColonne, State
from tavolino.solvers.nove_colonne.solver import is_dead_end

GAME = NoveColonne()
WON = "KD KH KC KS | - - - - - - | " + " / ".join("-" * 9)


def positions_of_play(state: State, rnd: Random, plies: int) -> Iterator[State]:
    """A game by somebody who likes to uncover cards and to fill the bases, but errs."""
    for _ in range(plies):
        yield state
        moves = list(GAME.legal_moves(state))
        if not moves:
            break
        rnd.shuffle(moves)
        after = [GAME.apply(state, move) for move in moves[:6]]
        best = min(after, key=lambda s: (sum(s.hidden), -sum(s.bases)))
        state = best if rnd.random() < 0.8 else after[0]


def positions_of_deal(number: int, plies: int) -> Iterator[State]:
    return positions_of_play(start_match(GAME, number).boards[0].state, Random(number), plies)


def test_the_answer_is_that_of_the_rules() -> None:
    answers: Counter[bool] = Counter()
    for number in range(1, 21):
        for state in positions_of_deal(number, 25):
            answer = is_dead_end(GAME, GAME.view(state, 0))
            assert answer == GAME.is_dead_end(state), str(state)
            answers[answer] += 1
    assert answers[True] >= 30 and answers[False] >= 30


def test_the_answer_is_that_of_a_search_without_pruning() -> None:
    answers: Counter[bool] = Counter()
    for number in range(1, 61):
        begun = start_match(GAME, number).boards[0].state
        for start in (begun, small_position(Random(number))):
            for state in positions_of_play(start, Random(number), 50):
                forward = GAME.is_won(state) or can_progress_plainly(state)
                if forward is not None:
                    assert is_dead_end(GAME, state) == (not forward), str(state)
                    answers[forward] += 1
    assert answers[True] >= 1000 and answers[False] >= 500


def test_hidden_cards_make_no_difference() -> None:
    for number in range(1, 31):
        for state in positions_of_deal(number, 40):
            other = GAME.fill(GAME.view(state, 0), Rng(b"other", number))
            assert is_dead_end(GAME, state) == is_dead_end(GAME, other)
            assert is_dead_end(GAME, state) == is_dead_end(GAME, GAME.view(state, 0))


def test_neither_the_deal_nor_the_win_is_a_dead_end() -> None:
    assert not is_dead_end(GAME, GAME.start())
    assert not is_dead_end(GAME, GAME.parse_state(WON))


def test_a_stop_is_disregarded() -> None:
    state = start_match(GAME, 1).boards[0].state
    assert is_dead_end(GAME, state) == is_dead_end(GAME, GAME.stop(state, Stop.GIVEN_UP))
