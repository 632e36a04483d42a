"""Ties of a contest: the clauses R-S40-28 … 34 and the small print on them, through ``Match``."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.matches.contests import (
    GAME,
    Table,
    contest,
    fillers,
    first_gain,
    places,
    points,
    ranking,
    record_of,
    seeded,
    time_up,
    went,
)

from tavolino.chance import Rng, deal_seed
from tavolino.contest import MAX_NEW_GAMES, Contest, Tally
from tavolino.game import CHANCE, REFEREE, IllegalMoveError
from tavolino.games.patience import Deal
from tavolino.games.solitario40 import Move, State
from tavolino.match import (
    LOTS_STREAM,
    Call,
    Entry,
    Lots,
    new_match,
)
from tavolino.record import parse_record, verify

# Ties (R-S40-28 … 32)


def test_R_S40_28_who_reached_the_final_points_first_is_ahead() -> None:
    assert ranking(went(contest(2), "2 AD>b", "1 AD>b")) == [2, 1]
    assert ranking(went(contest(2, lots=(2, 1)), "1 AD>b", "2 AD>b")) == [1, 2]
    assert places(went(contest(2), "2 AD>b", "1 AD>b")) == [1, 2]


def test_R_S40_29_fifty_points_at_mossa_27_are_ahead_of_fifty_at_mossa_32() -> None:
    match = went(contest(3), "1 AC>b", "1 AH>b", "1 AD>b", "2 AC>b", "2 AH>b", "2 AD>b")
    match = went(fillers(match, 3, 20), "2 2D>b")
    match = went(fillers(match, 3, 4), "1 2D>b")
    first, second, _ = match.standings()
    assert (first.player, first.tally.points, first.tally.last_gain) == (1, 50, 27)
    assert (second.player, second.tally.points, second.tally.last_gain) == (0, 50, 32)
    assert second.reason == "R-S40-31"


@pytest.mark.parametrize("players", [2, 3, 16])
def test_R_S40_30_one_counter_for_all(players: int) -> None:
    match = contest(players)
    assert match.mossa == 0
    for n in range(players):
        match = went(match, f"{n + 1} AD>b")
        assert match.mossa == n + 1
    assert [board.tally.last_gain for board in match.boards] == list(range(1, players + 1))
    assert ranking(match) == list(range(1, players + 1))


def test_R_S40_30_turning_and_redealing_count_refusals_and_the_referee_do_not() -> None:
    match = went(contest(2), "1 turn", "1 turn", "1 turn", "1 redeal", "2 AD>b")
    assert match.mossa == 5
    for entry in ("1 redeal", "1 2D>b", "2 KD>2"):
        with pytest.raises(IllegalMoveError):
            went(match, entry)
    assert match.mossa == 5
    assert time_up(match).mossa == 5
    assert [board.tally.moves for board in match.boards] == [4, 1]


def test_R_S40_31_the_last_gain_counts_and_not_the_last_change() -> None:
    # Player 1 gains at 2 and loses ten at 4; player 2 gains at 3.
    match = went(contest(2), "1 AD>b", "1 AH>b", "2 AH>b", "1 AD>3")
    assert points(match) == [15, 15]
    assert ranking(match) == [1, 2]
    assert match.boards[0].tally.last_gain == 2


def test_R_S40_31_the_last_gain_counts_and_not_the_first_time_at_these_points() -> None:
    # Player 1 has ten points at 1, loses them at 2, and has them again at 4.
    match = went(contest(2), "1 AD>b", "1 AD>3", "2 AD>b", "1 AD>b")
    assert points(match) == [10, 10]
    assert ranking(match) == [2, 1]


def test_R_S40_31_the_example_of_the_clause() -> None:
    """+10 at 5, +10 at 8, -10 at 12: the moment is 8."""
    tally = Tally().after(10, 5).after(20, 8).after(10, 12)
    assert tally.last_gain == 8 and tally.points == 10


def test_R_S40_31_a_gain_of_fifteen_is_one_event() -> None:
    match = went(contest(2), "1 AC>b")
    assert match.boards[0].tally == Tally(points=15, moves=1, last_gain=1)


def test_R_S40_32_who_gained_comes_before_who_never_did() -> None:
    # Both have nothing in the end, but player 2 had ten points once.
    match = went(contest(2), "1 turn", "2 AD>b", "2 AD>3")
    assert points(match) == [0, 0]
    assert ranking(match) == [2, 1]


def test_R_S40_32_who_moved_comes_before_who_never_moved() -> None:
    match = went(contest(3, lots=(1, 3, 2)), "2 turn")
    assert ranking(match) == [2, 1, 3]
    assert [standing.reason for standing in match.standings()] == ["", "R-S40-32a", "R-S40-32"]


TALLIES = st.builds(Tally, st.integers(0, 2), st.integers(0, 2), st.none() | st.integers(1, 3))


@given(st.lists(TALLIES, min_size=2, max_size=6), st.randoms())
def test_R_S40_32_the_reason_told_is_the_first_criterion_in_which_neighbours_differ(
    tallies: list[Tally], random: Any
) -> None:
    lots = list(range(len(tallies)))
    random.shuffle(lots)
    standings = Contest().standings(tallies, lots)
    assert standings[0].reason == ""
    for ahead, behind in pairwise(standings):
        one, two = ahead.tally, behind.tally
        never = 99
        if behind.reason == "":
            assert one.points > two.points
            continue
        assert one.points == two.points
        if behind.reason == "R-S40-31":
            assert (one.last_gain or never) < (two.last_gain or never)
            continue
        assert one.last_gain == two.last_gain
        if behind.reason == "R-S40-32a":
            assert one.moves and not two.moves
            continue
        assert behind.reason == "R-S40-32" and bool(one.moves) == bool(two.moves)
        assert lots.index(ahead.player) < lots.index(behind.player)


def test_R_S40_32_no_lot_decides_between_who_moved_and_who_did_not() -> None:
    first, second = Contest().standings([Tally(0, 1, None), Tally(0, 0, None)], [1, 0])
    assert (first.player, second.player, second.reason) == (0, 1, "R-S40-32a")


def test_small_print_8_5_lots_decide_between_players_who_moved_and_never_gained() -> None:
    for lots in ((1, 2, 3), (3, 2, 1), (2, 3, 1)):
        match = went(contest(3, lots=lots), "1 turn", "2 turn", "3 turn", "1 turn")
        assert ranking(match) == list(lots)


@pytest.mark.parametrize("players", [2, 3, 16])
def test_R_S40_32_the_lots_come_from_the_seed(players: int) -> None:
    orders = Counter[tuple[int, ...]]()
    for number in range(1, 21):
        match = time_up(seeded(players, number))
        by_hand = Rng(deal_seed(number), LOTS_STREAM).shuffled(range(players))
        assert ranking(match) == [player + 1 for player in by_hand]
        assert places(match) == list(range(1, players + 1))
        assert match.standings() == time_up(seeded(players, number)).standings()
        orders[by_hand] += 1
    assert len(orders) == min(len(orders), 20) > 1
    if players == 2:
        assert set(orders) == {(0, 1), (1, 0)}


def test_R_S40_32_lots_are_drawn_once_and_in_a_contest_only() -> None:
    match = contest(2)
    with pytest.raises(IllegalMoveError) as refusal:
        match.play(Entry(CHANCE, None, Lots((1, 0))))
    assert refusal.value.clause == "R-S40-32"
    alone: Table = new_match(GAME)
    with pytest.raises(IllegalMoveError):
        alone.play(Entry(CHANCE, None, Lots((0,))))
    fresh: Table = new_match(GAME, boards=2)
    for wrong in ((0, 0), (0,), (0, 1, 2)):
        with pytest.raises(IllegalMoveError, match="lots for 2 players"):
            fresh.play(Entry(CHANCE, None, Lots(wrong)))


def ranked_by_hand(match: Table) -> list[int]:
    """The log read once more: points, last gain, has moved, lots (R-S40-28 … 32)."""
    state: dict[int, State] = {}
    gained: dict[int, int] = {}
    moved: set[int] = set()
    mossa, lots = 0, Lots()
    for entry in match.log:
        if isinstance(entry.act, Lots):
            lots = entry.act
        elif entry.actor == CHANCE and entry.board is not None:
            assert isinstance(entry.act, Deal)
            state[entry.board] = GAME.apply(GAME.start(), entry.act)
        elif entry.actor >= 0:
            mossa += 1
            moved.add(entry.actor)
            move: Any = entry.act
            after = GAME.apply(state[entry.actor], move)
            if GAME.points(after) > GAME.points(state[entry.actor]):
                gained[entry.actor] = mossa
            state[entry.actor] = after
    assert mossa == match.mossa
    return sorted(
        state,
        key=lambda p: (
            -GAME.points(state[p]),
            gained.get(p, mossa + 1),
            p not in moved,
            lots.index(p),
        ),
    )


@pytest.mark.parametrize("players", [2, 3, 16])
def test_R_S40_28_to_32_standings_are_a_fold_over_the_log(players: int) -> None:
    ties = 0
    for number in range(1, 9):
        match, rnd = seeded(players, number), Random(number)
        for _ in range(6 * players):
            playing = [p for p in range(players) if not match.is_board_over(p)]
            player = rnd.choice(playing[: rnd.randint(1, len(playing))])
            match = match.move(player, rnd.choice(GAME.legal_moves(match.boards[player].state)))
            ties += len(set(points(match))) < players
            assert [s.player for s in match.standings()] == ranked_by_hand(match)
        match = time_up(match)
        assert [s.player for s in match.standings()] == ranked_by_hand(match)
        assert match.mossa == sum(board.tally.moves for board in match.boards)
        verify(record_of(match, number))
    assert ties > 5


# Variante senza tempo (R-S40-33, 34)

SENZA_TEMPO = Contest(tie_rule="replay")


def test_R_S40_33_only_points_count_and_equal_points_are_played_again() -> None:
    match = seeded(2, 33, SENZA_TEMPO)
    match = match.move(1, first_gain(match, 1))
    match = match.move(0, first_gain(match, 0))
    assert places(match) == [1, 1]
    again = time_up(match)
    assert again.new_games == 1 and not again.is_over
    assert points(again) == [0, 0]
    assert [board.tally for board in again.boards] == [Tally(), Tally()]
    assert Entry(REFEREE, None, Call.NEW_GAME) in again.log


def test_R_S40_33_without_the_variant_nothing_is_played_again() -> None:
    match = time_up(seeded(2, 33))
    assert match.is_over and match.new_games == 0


def test_R_S40_34_a_tie_of_the_first_two_calls_all_to_a_new_deal() -> None:
    match = seeded(4, 34, SENZA_TEMPO)
    old = match.boards[0].state
    for player in (0, 2):
        match = match.move(player, first_gain(match, player))
    mossa = match.mossa
    again = time_up(match)
    assert again.new_games == 1 and again.mossa == mossa
    assert [GAME.actor(board.state) for board in again.boards] == [0, 0, 0, 0]
    assert len({board.state for board in again.boards}) == 1
    assert again.boards[0].state != old
    assert points(again) == [0, 0, 0, 0]


def test_R_S40_34_only_the_points_of_the_new_game_count() -> None:
    match = seeded(3, 34, SENZA_TEMPO)
    for player in (0, 1):
        match = match.move(player, first_gain(match, player))
    again = time_up(match)
    again = again.move(2, first_gain(again, 2))
    end = time_up(again)
    assert end.is_over and end.new_games == 1
    assert ranking(end)[0] == 3 and places(end) == [1, 2, 2]
    verify(record_of(end, 34))


def test_R_S40_34_equality_further_down_is_a_shared_place() -> None:
    match = went(contest(4, rules=SENZA_TEMPO), "3 AD>b", "3 AH>b", "4 AD>b", "1 AD>b")
    end = time_up(match)
    assert end.is_over and end.new_games == 0
    assert places(end) == [1, 2, 2, 4]
    assert ranking(end)[0] == 3 and ranking(end)[3] == 2
    assert [standing.reason for standing in end.standings()] == ["", "", "R-S40-33", ""]


def test_R_S40_34_the_first_two_need_not_be_the_first_two_seats() -> None:
    assert SENZA_TEMPO.needs_new_game([80, 120, 90, 120], 0)
    assert not SENZA_TEMPO.needs_new_game([90, 120, 90, 80], 0)
    assert not Contest().needs_new_game([120, 120], 0)


def test_R_S40_34_no_new_game_without_a_tie_or_before_the_end() -> None:
    new_game: Entry[Move] = Entry(REFEREE, None, Call.NEW_GAME)
    match = seeded(2, 34, SENZA_TEMPO)
    with pytest.raises(IllegalMoveError) as refusal:
        match.play(new_game)
    assert refusal.value.clause == "R-S40-34"
    end = time_up(match.move(0, first_gain(match, 0)))
    assert end.is_over
    with pytest.raises(IllegalMoveError):
        end.play(new_game)


def test_small_print_8_5_a_tie_at_zero_is_a_tie() -> None:
    assert time_up(seeded(3, 5, SENZA_TEMPO)).new_games == 1


def test_small_print_8_5_after_ten_replays_the_victory_is_shared() -> None:
    assert MAX_NEW_GAMES == 10
    match, deals = seeded(3, 6, SENZA_TEMPO), set[State]()
    for game in range(11):
        assert match.new_games == game and not match.is_over
        deals.add(match.boards[0].state)
        match = time_up(match)
    assert match.is_over and match.new_games == 10
    assert len(deals) == 11
    assert places(match) == [1, 1, 1]
    verify(record_of(match, 6))
    assert parse_record(str(record_of(match, 6))).match == match
