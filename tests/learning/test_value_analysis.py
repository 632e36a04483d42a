"""The analysis of Azul and AFTAEBR: values, errors, mistakes."""

from __future__ import annotations

from typing import Any

import pytest

from tavolino.bots import bots_of
from tavolino.bots.aftaebr.endgame import EndgameSearch
from tavolino.bots.arena import play_on
from tavolino.catalogue import make_game
from tavolino.chance import deal_seed
from tavolino.games.aftaebr import Aftaebr
from tavolino.games.azul_solo import AzulSolo, Take
from tavolino.kernels.aftaebr import pack
from tavolino.learning import aftaebr, azul_solo
from tavolino.learning.analyse import analyse
from tavolino.learning.analysis import Kind
from tavolino.match import new_match, settle
from tavolino.record import Record
from tavolino.solvers.referee import ruling


def bot_record(name: str, bot: str, number: int) -> Record:
    game = make_game(name)
    bots = [bots_of(name)[bot]] * game.seats
    match = play_on(settle(new_match(game, deal_seed(number)), ruling), bots, b"")
    return Record(match, ("Anna", "Bruno")[: game.seats], number)


# Azul


def azul_start() -> tuple[AzulSolo, Any]:
    game = AzulSolo()
    return game, settle(new_match(game, deal_seed(1)), ruling).boards[0].state


def test_the_best_take_loses_nothing_and_the_floor_loses_much() -> None:
    game, state = azul_start()
    worst = Take(*next(m for m in game.legal_moves(state) if isinstance(m, Take) and not m.line))
    compared = azul_solo.compare(game, state, worst)
    assert compared.best - compared.played > 5 * compared.error > 0
    same = azul_solo.compare(game, state, compared.best_move)
    assert same.best == same.played and same.best_move == compared.best_move


def test_both_takes_are_judged_on_the_same_samples() -> None:
    """So the value of the best take does not depend on what it is compared with."""
    game, state = azul_start()
    takes = [move for move in game.legal_moves(state) if isinstance(move, Take)]
    values = {azul_solo.compare(game, state, take).best for take in takes[:3]}
    assert len(values) == 1


def test_an_analysis_of_azul_names_mistakes_with_a_better_take() -> None:
    record = bot_record("azul_solo", "greedy", 2)
    analysis = analyse(record)
    states = [match.boards[0].state for match in record.matches()]
    assert analysis.moments
    for moment in analysis.moments:
        assert moment.kind is Kind.CHANCE and moment.error
        assert moment.loss >= 2 * moment.error and moment.reasons
        legal = map(str, record.match.game.legal_moves(states[moment.entry - 1]))
        assert set(moment.better) < set(legal)
    valued = [position.value for position in analysis.positions if position.value]
    assert all(0 <= value[0] <= 1 for value in valued)
    won = 0 in record.match.game.winners(states[-1])
    assert analysis.positions[-1].value == (float(won),)
    assert analysis.curve[-1] == analysis.positions[-1].entry


# AFTAEBR


def test_an_analysis_of_aftaebr_is_exact_where_the_endgame_is() -> None:
    record = bot_record("aftaebr", "greedy", 1)
    game = record.match.game
    assert isinstance(game, Aftaebr)
    states = [match.boards[0].state for match in record.matches()]
    late = [s for s in states if s.turn is not None and sum(map(sum, s.hands)) <= 5]
    assert late
    for state in late[:4]:
        found = aftaebr.worth(game, state, EndgameSearch())
        won = EndgameSearch().winners(pack(state), 1_000_000)
        assert won and found.is_exact
        assert [seat for seat in range(2) if found.values[seat] > 0] == [
            seat for seat in range(2) if won >> seat & 1
        ]


def test_values_of_aftaebr_add_up_and_the_curve_has_one_point_a_round(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(aftaebr, "SIMULATIONS", 300)  # for every position of a game
    record = bot_record("aftaebr", "facile", 2)
    analysis = analyse(record)
    states = [match.boards[0].state for match in record.matches()]
    for position in analysis.positions:
        assert position.value is None or abs(sum(position.value) - 1) < 1e-6
    turns = {states[entry].turn for entry in analysis.curve[:-1]}
    assert len(turns) == 1
    assert 0 < len(analysis.curve) < len(analysis.positions)
    for moment in analysis.moments:
        assert moment.loss >= aftaebr.LEAST_LOSS
        assert moment.seat == states[moment.entry - 1].turn
