"""Laws that hold for every game, with every option. A new game gets them by being listed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from noughts_and_crosses import NoughtsAndCrosses
from support.plugins import plugins_in
from support.random_play import (
    EVERY_GAME,
    ONE_SEAT,
    face_up,
    material,
    play_randomly,
    record_of,
    start_match,
    three_way_contest,
)

from tavolino.cards import UNSEEN
from tavolino.chance import Rng, deal_seed
from tavolino.contest import Contest
from tavolino.game import CHANCE, AnyGame, IllegalMoveError
from tavolino.games.aftaebr import Draw
from tavolino.games.azul_solo import UNSEEN_TILE, Fill, Roll
from tavolino.games.patience import Deal
from tavolino.match import Call, Entry, Match, due, new_match, settle
from tavolino.record import VerifyError, before_first_entry, parse_record, verify

every_game = pytest.mark.parametrize("game", (*EVERY_GAME, NoughtsAndCrosses()), ids=str)
with_chance = pytest.mark.parametrize("game", EVERY_GAME, ids=str)
one_seat = pytest.mark.parametrize("game", ONE_SEAT, ids=str)
numbers = st.integers(1, 999_999)
randoms = st.builds(Random, st.integers(0, 2**32))
plies = st.integers(0, 120)


@pytest.fixture(scope="module", autouse=True)
def other_package(plugin_path: Path) -> Iterator[None]:
    """The game of another package can be made by its name, as its records need it."""
    with plugins_in(plugin_path):
        yield


def state_of(match: Match[Any, Any]) -> Any:
    return match.boards[0].state


@every_game
@settings(max_examples=15)
@given(number=numbers, rnd=randoms, n=plies)
def test_a_seat_to_move_has_a_move_and_only_it(
    game: AnyGame, number: int, rnd: Random, n: int
) -> None:
    match = start_match(game, number)
    for _ in range(n):
        state = state_of(match)
        if game.actor(state) is None:
            assert not game.legal_moves(state)
            return
        assert game.legal_moves(state)
        match = play_randomly(match, rnd, 1)


@every_game
@settings(max_examples=15)
@given(number=numbers, rnd=randoms, n=plies)
def test_moves_are_distinct_ordered_and_read_back(
    game: AnyGame, number: int, rnd: Random, n: int
) -> None:
    state = state_of(play_randomly(start_match(game, number), rnd, n))
    moves = list(game.legal_moves(state))
    assert len(set(moves)) == len(moves)
    assert [game.parse_move(str(move)) for move in moves] == moves
    # The order is a function of the position alone: a copy made from text gives it too.
    assert list(game.legal_moves(game.parse_state(str(state)))) == moves


@every_game
@settings(max_examples=15)
@given(number=numbers, rnd=randoms, n=plies)
def test_states_and_views_read_back_and_hash(
    game: AnyGame, number: int, rnd: Random, n: int
) -> None:
    match = play_randomly(start_match(game, number), rnd, n)
    for state in (game.start(), *match.boards[0].history):
        for shown in (state, game.view(state, 0), game.view(state, None)):
            again = game.parse_state(str(shown))
            assert again == shown and hash(again) == hash(shown)


@every_game
@settings(max_examples=10)
@given(number=numbers, rnd=randoms, n=plies)
def test_every_entry_of_the_log_reads_back(game: AnyGame, number: int, rnd: Random, n: int) -> None:
    match = play_randomly(start_match(game, number), rnd, n)
    assert [match.parse_entry(str(entry)) for entry in match.log] == list(match.log)


@every_game
@settings(max_examples=10)
@given(number=numbers, rnd=randoms, n=plies)
def test_apply_is_pure_and_conserves(game: AnyGame, number: int, rnd: Random, n: int) -> None:
    state = state_of(play_randomly(start_match(game, number), rnd, n))
    before = str(state)
    whole = material(state)
    for move in game.legal_moves(state):
        after = game.apply(state, move)
        assert after == game.apply(state, move) and str(state) == before
        assert material(after) == whole


@every_game
@settings(max_examples=10)
@given(number=numbers, rnd=randoms, n=plies, data=st.data())
def test_an_illegal_move_is_refused_by_its_clause_and_changes_nothing(
    game: AnyGame, number: int, rnd: Random, n: int, data: st.DataObject
) -> None:
    match = play_randomly(start_match(game, number), rnd, n)
    elsewhere = play_randomly(start_match(game, number + 1), rnd, n)
    pool = {move for s in elsewhere.boards[0].history for move in game.legal_moves(s)}
    illegal = sorted((m for m in pool if m not in game.legal_moves(state_of(match))), key=str)
    if not illegal:
        return
    before = (match.log, match.boards, match.mossa)
    seat = game.actor(state_of(match)) or 0
    with pytest.raises(IllegalMoveError) as refused:
        match.play(Entry(seat, 0, data.draw(st.sampled_from(illegal))))
    assert refused.value.clause is not None and refused.value.clause.startswith("R-")
    assert (match.log, match.boards, match.mossa) == before


@every_game
@settings(max_examples=15)
@given(number=numbers, rnd=randoms, n=plies)
def test_a_view_has_the_same_moves(game: AnyGame, number: int, rnd: Random, n: int) -> None:
    match = play_randomly(start_match(game, number), rnd, n)
    for state in match.boards[0].history:
        for seat in range(game.seats):
            view = game.view(state, seat)
            assert list(game.legal_moves(view)) == list(game.legal_moves(state))
            assert game.actor(view) == game.actor(state)
            assert game.scores(view) == game.scores(state)


@every_game
@settings(max_examples=15)
@given(number=numbers, rnd=randoms, n=plies, guess=numbers)
def test_a_view_tells_nothing_that_is_hidden(
    game: AnyGame, number: int, rnd: Random, n: int, guess: int
) -> None:
    state = state_of(play_randomly(start_match(game, number), rnd, n))
    for seat in (0, None):
        view = game.view(state, seat)
        other = game.fill(view, Rng(deal_seed(guess), 0))
        assert game.view(other, seat) == view
        assert "?" not in str(other)
        assert game.view(view, seat) == view
        assert material(other) == material(state)
        assert list(game.legal_moves(other)) == list(game.legal_moves(state))


@every_game
@settings(max_examples=15)
@given(number=numbers, rnd=randoms, n=plies)
def test_a_view_shows_what_has_lain_open_and_nothing_else(
    game: AnyGame, number: int, rnd: Random, n: int
) -> None:
    """Written a second time, from the board's past: what was never face up is a blank."""
    history = play_randomly(start_match(game, number), rnd, n).boards[0].history
    shown: Counter[Any] = Counter()
    for state in history[1:]:
        shown |= face_up(state)
        view = game.view(state, 0)
        assert material(view) - Counter({UNSEEN: 99, UNSEEN_TILE: 99}) == shown, str(view)
        assert game.view(state, None) == view


@every_game
def test_filling_a_view_finds_every_hidden_order(game: AnyGame) -> None:
    """Fillings differ wherever there is much to hide."""
    state = state_of(start_match(game, 5))
    view = game.view(state, 0)
    fillings = {game.fill(view, Rng(deal_seed(7), k)) for k in range(20)}
    hides = view != state
    assert len(fillings) == (20 if hides else 1)
    assert hides == (game.name not in ("aftaebr", "noughts_and_crosses"))


@every_game
@settings(max_examples=8)
@given(number=numbers, rnd=randoms, n=plies)
def test_a_record_replays_to_the_same_boards_and_verifies(
    game: AnyGame, number: int, rnd: Random, n: int
) -> None:
    match = play_randomly(start_match(game, number), rnd, n)
    again = parse_record(str(record_of(match, number)))
    assert again.match.boards == match.boards and again.match.log == match.log
    verify(again)


@with_chance
@settings(max_examples=8)
@given(number=numbers, rnd=randoms, n=st.integers(0, 40), data=st.data())
def test_verify_rejects_one_altered_chance_move(
    game: AnyGame, number: int, rnd: Random, n: int, data: st.DataObject
) -> None:
    match = play_randomly(start_match(game, number), rnd, n)
    chances = [i for i, entry in enumerate(match.log) if entry.actor == CHANCE]
    at = data.draw(st.sampled_from(chances))
    forged = before_first_entry(match)
    for entry in match.log[:at]:
        forged = forged.play(entry)
    forged = forged.play(replace(match.log[at], act=altered(match.log[at].act)))
    with pytest.raises(VerifyError, match=f"entry {at + 1}: expected"):
        verify(record_of(forged, number))


def altered(act: Any) -> Any:
    if isinstance(act, Deal):
        return act._replace(cards=(*act.cards[:-2], act.cards[-1], act.cards[-2]))
    if isinstance(act, Fill):
        return act._replace(sequence=act.sequence[1:] + act.sequence[0])
    if isinstance(act, Roll):
        return Roll(act.die % 6 + 1)
    assert isinstance(act, Draw)
    return Draw((*act.black[1:], act.black[0]))


@every_game
@settings(max_examples=10)
@given(number=numbers, rnd=randoms, n=plies)
def test_equal_seeds_equal_matches(game: AnyGame, number: int, rnd: Random, n: int) -> None:
    match = play_randomly(start_match(game, number), rnd, n)
    again = new_match(game, deal_seed(number))
    again = settle(again)
    for entry in match.log:
        if entry.actor >= 0:
            assert not isinstance(entry.act, Call)
            again = again.move(entry.actor, entry.act)
    assert again == match


@every_game
def test_other_seeds_give_other_matches(game: AnyGame) -> None:
    """Twenty seeds: as many deals as there can be."""
    starts = {str(state_of(start_match(game, number))) for number in range(1, 21)}
    assert len(starts) >= {"aftaebr": 2, "noughts_and_crosses": 1}.get(game.name, 20)


def test_other_seeds_differ_after_the_deal_too() -> None:
    """The same bag and the same moves, another seed: the die falls otherwise."""
    game = EVERY_GAME[0]
    rolls = set()
    for number in range(1, 21):
        match = new_match(game, deal_seed(number))
        deal = due(new_match(game, deal_seed(1)))
        assert deal is not None
        match = settle(match.play(deal))
        for _ in range(4):
            match = match.move(0, game.legal_moves(state_of(match))[0])
        rolls.add(tuple(str(e.act) for e in match.log if isinstance(e.act, Roll)))
    assert len(rolls) > 15


@every_game
@settings(max_examples=8)
@given(number=numbers, rnd=randoms, n=st.integers(1, 60))
def test_undo_takes_the_last_move_back_and_redo_meets_the_same_chance(
    game: AnyGame, number: int, rnd: Random, n: int
) -> None:
    before = play_randomly(start_match(game, number, is_practice=True), rnd, n)
    seat = game.actor(state_of(before))
    if seat is None:
        return
    move = rnd.choice(game.legal_moves(state_of(before)))
    after = before.move(seat, move)
    back = after.undo(seat)
    assert state_of(back) == state_of(before)
    assert state_of(back.move(seat, move)) == state_of(after)
    verify(parse_record(str(record_of(back.move(seat, move), number))))


@one_seat
@settings(max_examples=6)
@given(number=numbers, rnd=randoms, n=plies, rivals=st.sampled_from([2, 3]))
def test_a_move_on_one_board_of_a_contest_changes_no_other(
    game: AnyGame, number: int, rnd: Random, n: int, rivals: int
) -> None:
    match = start_match(game, number, boards=rivals, contest=Contest(time_limit=60))
    assert len({board.state for board in match.boards}) == 1, "rivals get the same deal"
    for mossa in range(1, n + 1):
        after = play_randomly(match, rnd, 1)
        if after == match:
            break
        assert after.mossa == mossa
        changed = [i for i in range(rivals) if after.boards[i] != match.boards[i]]
        assert len(changed) == 1
        match = after
    verify(parse_record(str(record_of(match, number))))


@one_seat
@settings(max_examples=5)
@given(number=numbers, rnd=randoms)
def test_in_a_contest_the_same_moves_meet_the_same_chance(
    game: AnyGame, number: int, rnd: Random
) -> None:
    """Rivals who do the same get the same, in whatever order they move."""
    match = three_way_contest(game, number)
    alone = play_randomly(start_match(game, number), rnd, 40)
    moves = [entry.act for entry in alone.log if entry.actor >= 0]
    waiting = {player: list(moves) for player in range(3)}
    while any(waiting.values()):
        player = rnd.choice([p for p, left in waiting.items() if left])
        match = match.move(player, waiting[player].pop(0))
    assert {board.state for board in match.boards} == {state_of(alone)}


@every_game
def test_seed_and_log_are_nowhere_in_a_view(game: AnyGame) -> None:
    match = play_randomly(start_match(game, 77), Random(1), 20)
    assert match.seed is not None
    for view in (match.view(0), match.watch(0)):
        text = repr(view)
        assert match.seed.hex() not in text and repr(match.seed) not in text
        assert "Entry" not in text and "Rng" not in text
