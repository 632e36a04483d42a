"""The bots of nove_colonne that judge steps as the playout policy does."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest
from support.random_play import start_match

from tavolino.bots.nove_colonne.features import FEATURES, look
from tavolino.bots.nove_colonne.giving_up import to_do
from tavolino.bots.nove_colonne.playout import SIZE, games_won, new_table
from tavolino.bots.nove_colonne.position import (
    ROW,
    UNSEEN,
    count_down,
    deal_again,
    from_packed,
    turn,
)
from tavolino.bots.nove_colonne.step_bot import StepBot, hints
from tavolino.bots.nove_colonne.steps import (
    MOST_BEFORE,
    STEP,
    Memory,
    list_steps,
    new_memory,
    way_to,
)
from tavolino.bots.nove_colonne.weights import WEIGHTS
from tavolino.chance import Rng
from tavolino.games.nove_colonne import NoveColonne, State
from tavolino.kernels.cards import pack_card
from tavolino.kernels.jit import Ints
from tavolino.kernels.nove_colonne import (
    COLUMNS,
    FROM_COLUMN,
    LENGTHS,
    PLACES,
    pack,
    unpack_move,
)
from tavolino.solvers.nove_colonne.search.linked import ENDS, FACE_DOWN, HASH, settle
from tavolino.solvers.nove_colonne.search.settling import MAX_LIFTS, PRUNING
from tavolino.solvers.nove_colonne.solver import is_dead_end
from tavolino.solvers.nove_colonne.views import shortest_ways

GAME = NoveColonne()
SAFE = np.array(PRUNING, np.int64)


def dealt(number: int) -> State:
    state: State = start_match(GAME, number).boards[0].state
    return state


def positions(numbers: range) -> Iterator[State]:
    """Positions of random games."""
    for number in numbers:
        rnd, state = Random(number), dealt(number)
        for ply in range(24):
            if not GAME.legal_moves(state):
                break
            if ply % 8 == 0:
                yield state
            state = GAME.apply(state, rnd.choice(GAME.legal_moves(state)))


def settled(state: State) -> tuple[Ints, list[int]]:
    """The position after the lifts that do no harm, and these."""
    row, trail = from_packed(pack(state))[0], np.zeros(MAX_LIFTS, np.int64)
    return row, trail[: settle(row.view(np.int8), row, SAFE, trail, 0)].tolist()


def to_turn(row: Ints) -> set[int]:
    """The columns whose last card is face down."""
    return {c for c in range(COLUMNS) if row.view(np.int8)[ENDS + c] == FACE_DOWN}


def steps_of(row: Ints) -> tuple[Memory, Ints]:
    memory, steps = new_memory(), np.zeros((128, STEP), np.int64)
    count, _ = list_steps(row, memory, MOST_BEFORE, steps)
    return memory, steps[:count]


def test_an_imagined_deal_differs_in_the_hidden_cards_only() -> None:
    state, seen = dealt(1), set()
    row, _ = from_packed(pack(state))
    hidden = sorted(
        pack_card(card)
        for column, down in zip(state.columns, state.hidden)
        for card in column[:down]
    )
    for number in range(1, 21):
        deal = np.zeros((9, 8), np.int64)
        deal_again(row, np.array([number]), deal)
        assert sorted(deal[deal > 0].tolist()) == hidden
        assert (deal > 0).sum(axis=1).tolist() == list(state.hidden)
        seen.add(deal.tobytes())
    assert len(seen) == 20


def test_it_is_the_same_deal_wherever_the_hidden_cards_are() -> None:
    view, made = GAME.view(dealt(2), 0), set()
    for number in range(3):
        row, _ = from_packed(pack(GAME.fill(view, Rng(b"hidden cards", number))))
        deal = np.zeros((9, 8), np.int64)
        deal_again(row, np.array([9]), deal)
        made.add((row.tobytes(), deal.tobytes()))
    assert len(made) == 1


def test_a_step_uncovers_a_card() -> None:
    checked = 0
    for state in positions(range(1, 5)):
        row, deal = from_packed(pack(state))
        turn(row, deal, SAFE)
        for step in steps_of(row)[1]:
            after = step[:ROW].copy()
            assert to_turn(after)
            turn(after, deal, SAFE)
            assert not to_turn(after) and count_down(after) < count_down(row)
            assert count_down(after) == int(after[UNSEEN]).bit_count()
            checked += 1
    assert checked > 40


def test_the_way_to_a_step_is_legal_and_leads_to_it() -> None:
    found = 0
    for state in positions(range(5, 9)):
        row, lifts = settled(state)
        if to_turn(row):
            continue  # a lift that does no harm uncovers a card: there is nothing to decide
        memory, steps = steps_of(row)
        for step in steps:
            there, turned = state, set[int]()
            for move in lifts + way_to(memory, step):
                if turned:
                    break  # lifts that do no harm follow
                assert unpack_move(move) in GAME.legal_moves(there)
                after = GAME.apply(there, unpack_move(move))
                turned = {c for c in range(COLUMNS) if after.hidden[c] < there.hidden[c]}
                there = after
            assert turned and turned <= to_turn(step[:ROW])
            found += 1
    assert found > 15


def test_every_column_that_can_soon_be_uncovered_has_a_step() -> None:
    """Those that a search over all moves of the game finds."""
    found = 0
    for state in positions(range(9, 15)):
        row, _ = settled(state)
        if to_turn(row):
            continue
        steps = steps_of(row)[1]
        assert len({int(step[HASH]) for step in steps}) == len(steps)
        listed = {column for step in steps for column in to_turn(step[:ROW])}
        for way in shortest_ways(GAME.view(state, 0)):
            assert (way[-1] >> 4 & 31) - FROM_COLUMN in listed, f"{state}: {way}"
            found += 1
    assert found > 20


def test_the_features_of_a_position_that_can_be_counted_by_hand() -> None:
    state = dealt(3)
    row, _ = from_packed(pack(state))
    f = np.zeros(FEATURES)
    look(row, np.sort(pack(state)[PLACES:LENGTHS])[::-1].copy(), f)
    assert f[:4].tolist() == [0, 0, 6, 4], "empty columns, more than one, reserve, bases"
    assert f[18] == 1, "column 1 has no face-down cards"
    assert f[10] == 0, "no card lies on a head"
    assert (f[24:] == 0).all(), "nothing is turned yet"
    assert len(WEIGHTS) == SIZE


@pytest.mark.parametrize("bot", [StepBot(32), StepBot(512)], ids=str)
def test_a_decision_is_kept_until_the_step_is_made(bot: StepBot) -> None:
    """The way to a step gets shorter with every move, so that a game ends."""
    for number in (5, 6, 20_014):
        state, idle = dealt(number), 0
        while any(state.hidden) and bot.advise(GAME, state):
            after = GAME.apply(state, bot.choose(GAME, GAME.view(state, 0), 0, b""))
            idle = idle + 1 if to_do(after) == to_do(state) else 0
            assert idle < 20
            state = after
        assert is_dead_end(GAME, state) or not any(state.hidden)


def test_imagined_games_are_always_the_same() -> None:
    state = dealt(20_014)
    row, deal = from_packed(pack(state))
    turn(row, deal, SAFE)
    step = steps_of(row)[1][0, :ROW]
    table = new_table(pack(state)[PLACES:LENGTHS])
    won = games_won(step, 200, table)
    assert 0 < won < 200 and games_won(step, 200, table) == won


def test_a_hint_tells_how_often_it_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tavolino.bots.nove_colonne.step_bot.HINTS", StepBot(512))
    told = set()
    for state in positions(range(1, 6)):
        for advice in hints(GAME, GAME.view(state, 0), 0):
            assert advice.move in GAME.legal_moves(state)
            told |= {said.key for said in advice.reasons}
            for said in advice.reasons[1:]:
                n, samples = said.values["n"], said.values["samples"]
                assert isinstance(n, int) and isinstance(samples, int)
                assert said.key == "hint.simulated" and 0 < n <= samples == 100
    assert {"hint.uncovers", "hint.base", "hint.simulated"} <= told


def test_hints_end_with_the_game() -> None:
    opened = "QD QH QC JS | - - KC - - - | KD QS / KH / KS / - / - / - / - / - / -"
    state = GAME.parse_state(opened)
    (advice,) = hints(GAME, state, 0)
    assert [said.key for said in advice.reasons] == ["hint.open"]
    while not GAME.is_won(state):
        (advice,) = hints(GAME, state, 0)
        state = GAME.apply(state, advice.move)
    assert hints(GAME, state, 0) == []
