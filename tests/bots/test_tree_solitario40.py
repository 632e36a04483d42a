"""The search of solitario40 over what the player knows."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest
from support.random_play import start_match

from tavolino.bots.solitario40.giving_up import to_do
from tavolino.bots.solitario40.imagined_deals import deal_again, hidden_cards
from tavolino.bots.solitario40.steps import (
    MOST_BEFORE,
    MOST_STEPS,
    MOVE,
    STEP,
    list_steps,
)
from tavolino.bots.solitario40.tree_bot import TreeBot, find_step, hints
from tavolino.chance import Rng
from tavolino.games.patience import Carry
from tavolino.games.solitario40 import Solitario40, State, Stock
from tavolino.kernels.cards import card_bit
from tavolino.solvers.solitario40.hints import NEAR, explore
from tavolino.solvers.solitario40.layout import pack_position, rules_of
from tavolino.solvers.solitario40.position import NOWHERE, UNDER, WEIGHT

GAME = Solitario40()
RULES = rules_of(GAME)


def turned(number: int) -> State:
    """A deal with the whole mazzo turned."""
    state: State = start_match(GAME, number).boards[0].state
    while state.mazzo:
        state = GAME.apply(state, Stock.TURN)
    return state


def positions(numbers: range) -> Iterator[State]:
    """Positions of random games in which the whole stock has been seen."""
    for number in numbers:
        rnd, state = Random(number), turned(number)
        for ply in range(30):
            if not GAME.legal_moves(state):
                break
            if ply % 10 == 0:
                yield state
            state = GAME.apply(state, rnd.choice(GAME.legal_moves(state)))


def test_an_imagined_deal_differs_in_the_hidden_cards_only() -> None:
    state = turned(1)
    layout, here = pack_position(RULES, GAME, state)
    cards, stream, out = np.zeros(64, np.int64), np.array([5]), np.zeros_like(layout)
    hidden = [
        [card_bit(c) for c in column[:down]] for column, down in zip(state.columns, state.hidden)
    ]
    seen = set()
    for _ in range(20):
        deal_again(layout, here, stream, cards, out)
        assert hidden_cards(out, here) == sum(1 << card for column in hidden for card in column)
        for column, down in zip(state.columns, state.hidden):
            top = card_bit(column[-1])
            chain, card = [], int(out[UNDER, top])
            while card != NOWHERE:
                assert out[WEIGHT, card] == layout[WEIGHT, top], "the key knows its column"
                chain.append(card)
                card = int(out[UNDER, card])
            assert len(chain) == down
        seen.add(out.tobytes())
        assert (out[2:] == layout[2:]).all(), "the stock stays as it is"
    assert len(seen) == 20


def test_it_is_the_same_deal_wherever_the_hidden_cards_are() -> None:
    state, made = turned(2), set()
    for number in range(3):
        layout, here = pack_position(
            RULES, GAME, GAME.fill(GAME.view(state, 0), Rng(b"hidden cards", number))
        )
        out = np.zeros_like(layout)
        deal_again(layout, here, np.array([9]), np.zeros(64, np.int64), out)
        made.add(out[UNDER].tobytes())
    assert len(made) == 1


def test_every_step_that_can_be_made_is_listed() -> None:
    """Those that a search over all moves of the game finds."""
    found = 0
    for state in positions(range(1, 9)):
        layout, here = pack_position(RULES, GAME, state)
        steps, before = (
            np.zeros((MOST_STEPS, STEP), np.int64),
            np.zeros((MOST_BEFORE, STEP), np.int64),
        )
        count = list_steps(RULES, layout, here, before, np.zeros(4 * MOST_BEFORE, np.int64), steps)
        listed = {int(step[MOVE]) & 63 for step in steps[:count]}
        assert len(listed) == count
        for way in explore(GAME, GAME.view(state, 0), NEAR)[0]:
            *others, last = [card_bit(move.card) for move in way.moves if isinstance(move, Carry)]
            # To empty a column is a step of the bot, but not of the solver's hints.
            if listed.isdisjoint(others):
                assert last in listed, f"{state}: {way.moves}"
                found += 1
    assert found > 40


def test_the_mazzo_is_turned_to_its_end_first() -> None:
    state = start_match(GAME, 3).boards[0].state
    (advice,) = hints(GAME, GAME.view(state, 0), 0)
    assert advice.move is Stock.TURN
    assert [told.key for told in advice.reasons] == ["hint.turns"]


@pytest.mark.parametrize("number", [5, 8])
def test_a_decision_is_kept_until_the_step_is_made(number: int) -> None:
    """The way to a step gets shorter with every move: no step needs as many as there are cards."""
    state, bot, idle = turned(number), TreeBot(40), 0
    while GAME.actor(state) == 0 and find_step(GAME, state, 40):
        after = GAME.apply(state, bot.choose(GAME, GAME.view(state, 0), 0, b""))
        idle = idle + 1 if to_do(after) == to_do(state) else 0
        assert idle < GAME.deck
        state = after


def counted(state: State) -> dict[str, int]:
    """What a step changes, by what a hint says about it."""
    return {
        "hint.uncovers": -sum(state.hidden),
        "hint.plays": -len(state.mazzo + state.mazzetto),
        "hint.empties": state.columns.count(()),
    }


def test_what_a_hint_tells_is_what_its_step_does() -> None:
    """Who follows the hints until a card is uncovered, played or a column emptied."""
    told = set()
    for state in positions(range(11, 19)):
        found = find_step(GAME, GAME.view(state, 0), 60)
        if not found or found.reasons[0].key not in counted(state):
            continue
        key, before, after = found.reasons[0].key, counted(state), state
        for _ in range(GAME.deck):
            advice = find_step(GAME, GAME.view(after, 0), 60)
            assert advice and advice.reasons == found.reasons, "told until it is done"
            after = GAME.apply(after, advice.move)
            rose = {
                what: n - before[what] for what, n in counted(after).items() if n > before[what]
            }
            if rose:
                break
        assert rose == {key: 1}, f"{state}: {key} by {after}"
        told.add(key)
        for said in found.reasons[1:]:
            n, samples = said.values["n"], said.values["samples"]
            assert isinstance(n, int) and isinstance(samples, int)
            assert said.key == "hint.simulated" and 0 < n <= samples <= 60
    assert told == set(counted(State()))
