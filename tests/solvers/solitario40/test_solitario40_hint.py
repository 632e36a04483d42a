"""A hint is honest, legal, the same for the same seed, and leads to an end."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from support.cards import cards_named
from support.random_play import EVERY_GAME, start_match

from tavolino.cards import UNSEEN
from tavolino.chance import Rng, deal_seed
from tavolino.games.solitario40 import Move, Solitario40, State
from tavolino.solvers.result import Hint, Solved
from tavolino.solvers.solitario40.hints import hint
from tavolino.solvers.solitario40.solver import solve
from tavolino.solvers.solitario40.stall import is_stalled
from tavolino.translations import LANGUAGES, text

GAMES = [game for game in EVERY_GAME if isinstance(game, Solitario40)]
SEED = deal_seed(77)


def advised(game: Solitario40, state: State, samples: int) -> Iterator[tuple[State, Hint[Move]]]:
    """Positions and hints while somebody follows them."""
    while (said := hint(game, state, SEED, samples)) is not None:
        yield state, said
        state = game.apply(state, said.move)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_hidden_cards_do_not_change_the_hint(game: Solitario40) -> None:
    rnd = Random(5)
    for number in (1, 2):
        state = start_match(game, number).boards[0].state
        for _ in range(3):
            for _ in range(6):
                state = game.apply(state, rnd.choice(game.legal_moves(state)))
            said, view = hint(game, state, SEED, 3), game.view(state, 0)
            assert said == hint(game, view, SEED, 3)
            assert said == hint(game, game.fill(view, Rng(deal_seed(9), number)), SEED, 3)
            assert said is None or said.move in game.legal_moves(view)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_hints_lead_to_an_end(game: Solitario40) -> None:
    start, seen = start_match(game, 3).boards[0].state, set[State]()
    last = start
    for state, said in advised(game, start, samples=2):
        assert state not in seen, "going round in circles"
        assert said.move in game.legal_moves(state)
        assert 0 <= said.winnable <= said.samples <= 2
        seen.add(state)
        for lang in LANGUAGES:
            assert text(lang, said.reason, winnable=said.winnable, samples=said.samples)
        last = game.apply(state, said.move)
    assert game.is_solved(last) or is_stalled(game, last)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_when_the_time_is_over_no_sample_is_begun(game: Solitario40) -> None:
    state = start_match(game, 1).boards[0].state
    said = hint(game, state, SEED, samples=50, seconds=0)
    assert said is not None and said.samples == 1
    assert said == hint(game, state, SEED, samples=1)


def test_a_win_that_nothing_hides_is_kept() -> None:
    """With one card unseen, or none, all sampled deals are the real one."""
    game, kept = Solitario40(), 0
    for number in (2, 4):
        for state, said in advised(game, start_match(game, number).boards[0].state, samples=2):
            blanks = sum(pile.count(UNSEEN) for pile in game.view(state, 0).columns)
            if blanks + state.unseen < 2 and said.winnable:
                assert said.winnable == said.samples
                assert isinstance(solve(game, game.apply(state, said.move)), Solved)
                kept += 1
    assert kept > 5


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_last_move_of_a_won_game(game: Solitario40) -> None:
    columns = ((), (), (game.cards[-1],), (), (), (), ())
    state = State(columns, (0,) * 7, (game.king,) * 3 + (game.king - 1,))
    said = hint(game, state, SEED, 4)
    assert said is not None and game.is_solved(game.apply(state, said.move))
    assert hint(game, game.apply(state, said.move), SEED, 4) is None


def test_the_mazzo_is_turned_for_a_card_far_down() -> None:
    """Only 5H, six cards down, can be played: on 6S."""
    game = Solitario40()
    ends = cards_named("6S KS KC KD KH JS JC".split(), game.cards)
    stock = cards_named("4C 5C 4S 2C 3C 5H".split(), game.cards)
    rest = [card for card in game.cards if card not in ends + stock]
    columns = tuple((*rest[i::7], end) for i, end in enumerate(ends))
    state = State(columns, tuple(len(c) - 1 for c in columns), mazzo=stock)
    moves = []
    for _, said in advised(game, state, samples=2):
        moves.append(str(said.move))
        if len(moves) == 3:
            break
    assert moves == ["turn", "turn", "5H>1"]


def test_a_stalled_player_gets_no_hint() -> None:
    game = Solitario40()
    state = game.parse_state(
        "AD - AC AS | 5D 4D 4C 6S 6D 3C QS KS | 4S 2H | 7H / KD / (JS KH) 3H / (2C AH QH) JH / "
        "(KC 5C 3S 2D) 5S / (4H QC 2S 5H 7S) QD / (7C JC 6H 6C JD 7D) 3D"
    )
    assert is_stalled(game, state)
    assert hint(game, state, SEED) is None
