"""The compiled stall gives the answer of the rules (RULES 3.4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from support.random_play import EVERY_GAME, start_match

from tavolino.cards import Card, Pile, fits
from tavolino.chance import Rng, deal_seed
from tavolino.game import Stop
from tavolino.games.aftaebr import Aftaebr
from tavolino.games.solitario40 import COLUMNS, Solitario40, State
from tavolino.solvers.referee import ruling
from tavolino.solvers.solitario40.stall import is_stalled, search_stall

QUICK = 300
"""Positions that the rules in plain Python can search in a moment."""
STALLED = (
    "AD - AC AS | 5D 4D 4C 6S 6D 3C QS KS | 4S 2H | 7H / KD / (JS KH) 3H / (2C AH QH) JH / "
    "(KC 5C 3S 2D) 5S / (4H QC 2S 5H 7S) QD / (7C JC 6H 6C JD 7D) 3D"
)
FIXTURES = {
    # S4-41: the stock can be turned forever.
    STALLED: True,
    # S4-43: a large but closed set of manoeuvres.
    "3D AH AC 5S | JS 7S | - | - / KD QC JH 7C 6H 5C 4H / KS / JC 7D / "
    "(3C QH KH JD) 7H 6C 5H 4C 3H / (2H QD) 6D / (QS 4D KC 2C 6S) 5D": True,
    # S4-45: three base cards must come down before a hidden card can be uncovered.
    "AD 4H 6C 3S | KH | JD 7S | KS / KD QS JH 7C 6H 5S 4D / KC QH JC 7H / "
    "(2D) JS 7D 6S 5D / (QD 4S) QC / 3D / (5H) 6D": False,
    # S4-46: a card that was taken from its base can go back.
    "2D 2H - 2S | 6C KC | 3C QH 6H | KD QC JD / KS QD JC 7D / (AC) JH / (2C) JS 7H / "
    "(7C 5C 6S) KH / (5D QS) 6D 5S / (4H 7S 3S 4C 3D 4D) 5H 4S 3H": False,
}
GAMES = [game for game in EVERY_GAME if isinstance(game, Solitario40)]


def laid_at_random(game: Solitario40, rnd: Random) -> State:
    """A position in which little fits: most columns cover hidden cards, the stock is known."""
    bases = tuple(rnd.choice((0, 0, 1, 2, 3, 5, 6)) for _ in range(4))
    cards = [card for card in game.cards if card.rank > bases[card.suit]]
    rnd.shuffle(cards)
    runs: list[list[Card]] = [[cards.pop()] for _ in range(COLUMNS)]
    for run in runs:
        while rnd.random() < 0.6 and (more := [card for card in cards if fits(card, run[-1])]):
            cards.remove(more[0])
            run.append(more[0])
    if rnd.random() < 0.3:
        cards += runs.pop()
        runs.append([])
    stock = tuple(cards[: rnd.randint(0, min(12, len(cards)))])
    covering = rnd.randint(4, 6)
    piles = [tuple(cards[len(stock) + i :: covering]) for i in range(covering)]
    piles += [()] * (COLUMNS - covering)
    columns: tuple[Pile, ...] = tuple((*pile, *run) for pile, run in zip(piles, runs))
    turned = rnd.randint(0, len(stock))
    return State(columns, tuple(map(len, piles)), bases, stock[:turned], stock[turned:])


def sensible(game: Solitario40, state: State, rnd: Random) -> State:
    """The position after a move that gains if any does; else most often a turn."""
    moves = game.legal_moves(state)
    after = [game.apply(state, move) for move in moves]
    most = max(map(game.points, after))
    if most > game.points(state):
        return rnd.choice([one for one in after if game.points(one) == most])
    return rnd.choice(after) if rnd.random() < 0.3 else after[-1]


def walk(game: Solitario40, state: State, rnd: Random) -> Iterator[State]:
    """Sensible play up to a stall, then random moves, which may take cards from the bases."""
    beyond = 0
    for _ in range(80):
        yield state
        if game.actor(state) is None or beyond > 8:
            return
        beyond += beyond > 0 or is_stalled(game, state)
        moves = game.legal_moves(state)
        state = game.apply(state, rnd.choice(moves)) if beyond else sensible(game, state, rnd)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_answer_is_that_of_the_rules(game: Solitario40) -> None:
    rnd, answers = Random(str(game)), {True: 0, False: 0}
    starts = [laid_at_random(game, rnd) for _ in range(50)]
    dealt = [start_match(game, number).boards[0].state for number in range(1, 6)]
    for state in (state for start in starts + dealt for state in walk(game, start, rnd)):
        if abs(search_stall(game, state)) < QUICK:
            said = is_stalled(game, state)
            assert said == game.is_stalled(state), state
            answers[said] += 1
    assert answers[True] > 10 and answers[False] > 500, answers


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_hidden_cards_do_not_change_the_answer(game: Solitario40) -> None:
    rnd, answers = Random(0), {True: 0, False: 0}
    for number in range(40):
        for state in walk(game, laid_at_random(game, rnd), rnd):
            said, view = search_stall(game, state), game.view(state, 0)
            assert search_stall(game, view) == said
            assert search_stall(game, game.fill(view, Rng(deal_seed(1), number))) == said
            answers[said > 0] += 1
    assert min(answers.values()) > 0, answers


def test_what_was_never_turned_may_still_help() -> None:
    game = Solitario40()
    stalled = game.parse_state(STALLED)
    assert is_stalled(game, stalled)
    assert not is_stalled(game, replace(stalled, unseen=1))


def test_before_the_deal_and_after_the_win_there_is_no_stall() -> None:
    game = Solitario40()
    assert not is_stalled(game, game.start())
    assert not is_stalled(game, State(((),) * 7, (0,) * 7, (10,) * 4))


def test_a_stall_that_takes_many_positions() -> None:
    """From real play. The rules in plain Python call it too, in half a minute."""
    game = Solitario40()
    state = game.parse_state(
        "5D QH 7C 3S | - | - | 7D 6S / KC QD JS / KS / - / KH QC JD 7S 6D 5S / - / (4S JC KD) QS"
    )
    assert is_stalled(game, state)
    assert search_stall(game, state) > 100_000


def test_the_fixtures_of_the_rules() -> None:
    game = Solitario40()
    answers = {text: is_stalled(game, game.parse_state(text)) for text in FIXTURES}
    assert answers == FIXTURES


def test_a_gain_that_only_makes_up_for_the_loss_is_no_gain() -> None:
    """5D and 4C come down for 3H, so that 3S can go up: -20 + 5 + 15, and 3H is stuck."""
    game = Solitario40()
    state = game.parse_state(
        "5D - 4C 2S | 3S 3H | - | (6D 7D JD) 6S / (QD AH 2H) KS / (4H 5H 6H) KC / "
        "(7H JH QH) KD / (5C 6C 7C) KH / (QC 4S 5S) JS / (7S QS) JC"
    )
    after = state
    for text in ("5D>1", "4C>1", "3H>1", "3S>b"):
        move = game.parse_move(text)
        assert move in game.legal_moves(after)
        after = game.apply(after, move)
    assert game.points(after) == game.points(state)
    assert is_stalled(game, state) and game.is_stalled(state)
    assert is_stalled(game, after) and game.is_stalled(after)


def test_the_referee_calls_what_the_rules_call() -> None:
    game, rnd = Solitario40(), Random(3)
    for _ in range(20):
        for state in walk(game, laid_at_random(game, rnd), rnd):
            assert ruling(game, [state]) == game.ruling([state])
    assert ruling(game, [game.parse_state(STALLED)]) is Stop.STALL
    match = start_match(Aftaebr(2), 1)
    history = [match.boards[0].state] * 3
    assert ruling(match.game, history) == match.game.ruling(history)
