"""Contests: the clauses R-S40-28 … 37, 45, 48 and the small print on them, through ``Match``."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields, replace
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavolino.chance import Rng, deal_seed
from tavolino.contest import MAX_NEW_GAMES, Contest, Tally
from tavolino.game import CHANCE, REFEREE, IllegalMoveError, NotationError, OptionError, Stop
from tavolino.games.aftaebr import Aftaebr
from tavolino.games.nove_colonne import NoveColonne
from tavolino.games.patience import Deal
from tavolino.games.solitario40 import Move, Solitario40, State, Stock
from tavolino.match import (
    LOTS_STREAM,
    MAX_PLAYERS,
    Call,
    Entry,
    Lots,
    Match,
    due,
    new_match,
    settle,
)
from tavolino.record import Record, VerifyError, parse_record, verify

GAME = Solitario40()
Table = Match[State, Move]

RICH = GAME.parse_move(
    "deal AD 2D AH KC KS 2S QC QS JC 4H 3C 3S 4C 4S 6H 5C 5S 6C 6S JS KD 7C 7S 2C 3D 3H 5D QD "
    "5H 7H AC AS 4D 2H JH QH 6D KH 7D JD rejected 0"
)
"""AD>b is worth 10, AH>b 15, AC>b 15, then 2D>b 10; AD>3 takes the ace down onto 2S."""

DRY = GAME.parse_move(
    "deal AH 2C 3D 3C 4C 4D 5C 6C 7C 5D JC QC KC AC 6D 2S 3S 4S 5S 6S 7D "
    "7S JS QS KS AS AD JD 2H KH 3H KD QD 4H 2D QH 5H 7H JH 6H rejected 0"
)
"""All that is free is red: AH>b is the only gain there will ever be."""


def contest(
    players: int, deal: Move = RICH, *, lots: tuple[int, ...] = (), rules: Contest | None = None
) -> Table:
    """A contest on a given deal, without a seed; ``lots`` counts players from 1."""
    match: Table = new_match(GAME, boards=players, contest=rules or Contest())
    order = Lots(n - 1 for n in lots) or Lots(range(players))
    match = match.play(Entry(CHANCE, None, order))
    for board in range(players):
        match = match.play(Entry(CHANCE, board, deal))
    return match


def seeded(players: int, number: int = 1, rules: Contest | None = None) -> Table:
    return settle(new_match(GAME, deal_seed(number), boards=players, contest=rules or Contest()))


def went(match: Table, *entries: str) -> Table:
    """``1 AD>b``: the first player takes the ace of denari to its base."""
    for entry in entries:
        number, _, text = entry.partition(" ")
        match = match.move(int(number) - 1, GAME.parse_move(text))
    return match


def time_up(match: Table) -> Table:
    return match.call(Stop.TIME_UP)


def ranking(match: Match[Any, Any]) -> list[int]:
    """The players from the first place down, counted from 1."""
    return [standing.player + 1 for standing in match.standings()]


def places(match: Table) -> list[int]:
    return [standing.place for standing in match.standings()]


def points(match: Table) -> list[int]:
    return [board.tally.points for board in match.boards]


def first_gain(match: Table, player: int) -> Move:
    """There is one in every deal (R-S40-11)."""
    state = match.boards[player].state
    legal = GAME.legal_moves(state)
    return next(m for m in legal if GAME.points(GAME.apply(state, m)) > GAME.points(state))


def fillers(match: Table, player: int, count: int) -> Table:
    """Turning and redealing, over and over."""
    for _ in range(count):
        mazzo = match.boards[player - 1].state.mazzo
        match = went(match, f"{player} {'turn' if mazzo else 'redeal'}")
    return match


# The deal


@pytest.mark.parametrize("players", [2, 3, 16])
def test_R_S40_08_the_same_deal_for_all(players: int) -> None:
    match = seeded(players)
    assert len({board.state for board in match.boards}) == 1
    assert len(match.boards) == match.players == players
    other = seeded(players, 2)
    assert other.boards[0].state != match.boards[0].state


def test_R_S40_08_a_move_on_one_board_changes_no_other() -> None:
    match = contest(3)
    moved = went(match, "2 AD>b")
    assert moved.boards[0] == match.boards[0] and moved.boards[2] == match.boards[2]
    assert points(moved) == [0, 10, 0]


@pytest.mark.parametrize("players", [0, 1, 17])
def test_a_contest_has_two_to_sixteen_players(players: int) -> None:
    assert MAX_PLAYERS == 16
    with pytest.raises(OptionError, match="2 to 16"):
        new_match(GAME, deal_seed(1), boards=players, contest=Contest())


def test_a_contest_needs_a_game_with_one_seat_and_is_no_practice() -> None:
    with pytest.raises(OptionError, match="one seat"):
        new_match(Aftaebr(2), deal_seed(1), boards=2)
    with pytest.raises(OptionError, match="practice"):
        new_match(GAME, deal_seed(1), boards=2, is_practice=True)


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


def record_of(match: Match[Any, Any], number: int | None) -> Record:
    return Record(match, tuple(f"Giocatore {n + 1}" for n in range(match.players)), number)


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


# The end (R-S40-13, 35 … 37, 45, 48)


def test_R_S40_13_the_referee_calls_the_stall_and_the_player_waits() -> None:
    match = went(contest(2, DRY), "1 AH>b", "1 turn", "1 turn")
    assert not match.is_board_over(0)
    match = went(match, "1 turn")
    assert match.log[-1] == Entry(REFEREE, 0, Stop.STALL)
    assert match.is_board_over(0) and not match.is_over
    assert match.boards[0].state.stopped is Stop.STALL
    for entry in ("1 redeal", "1 turn", "1 3H>1"):
        with pytest.raises(IllegalMoveError) as refusal:
            went(match, entry)
        assert refusal.value.clause == "R-S40-35"
    assert went(match, "2 AH>b").mossa == 5


def test_R_S40_13_points_that_lie_about_are_no_stall() -> None:
    match = fillers(contest(2, DRY), 1, 12)
    assert not match.is_board_over(0)
    assert went(match, "1 AH>b").is_board_over(0)


def test_R_S40_35_the_contest_ends_when_everybody_is_done() -> None:
    match = went(contest(2, DRY), "1 AH>b", "1 turn", "1 turn", "1 turn")
    assert not match.is_over
    match = went(match, "2 turn", "2 turn", "2 turn")
    assert not match.is_over
    match = went(match, "2 AH>b")
    assert match.is_over
    assert match.log[-1] == Entry(REFEREE, 1, Stop.STALL)
    assert ranking(match) == [1, 2]
    with pytest.raises(IllegalMoveError):
        time_up(match)


def greedy(match: Table, player: int) -> Table:
    """Takes points where it can, else turns, and never goes back to a position."""
    board, seen = player - 1, set[State]()
    while not match.is_board_over(board):
        here = match.boards[board].state
        seen.add(here)
        ways = [(m, GAME.apply(here, m)) for m in GAME.legal_moves(here)]
        move, _ = max(
            (way for way in ways if way[1] not in seen),
            key=lambda way: (GAME.points(way[1]) - GAME.points(here), isinstance(way[0], Stock)),
        )
        match = match.move(board, move)
    return match


def test_R_S40_35_solved_is_done_and_the_others_play_on() -> None:
    match = greedy(seeded(2, 108), 2)
    assert GAME.is_solved(match.boards[1].state) and points(match) == [0, 565]
    assert not match.is_over
    for text in ("turn", "KD>1", "redeal"):
        with pytest.raises(IllegalMoveError) as refusal:
            went(match, f"2 {text}")
        assert refusal.value.clause == "R-S40-35"
    match = greedy(match, 1)
    assert match.is_over and points(match) == [565, 565]
    assert ranking(match) == [2, 1]  # among those who solve only the tie rule decides
    verify(record_of(match, 108))


def test_R_S40_36_the_most_points_win() -> None:
    match = went(contest(3), "1 AD>b", "2 AH>b", "3 AH>b", "3 AD>b")
    assert ranking(time_up(match)) == [3, 2, 1]
    assert [standing.tally.points for standing in match.standings()] == [25, 15, 10]


def test_R_S40_37_only_the_points_count() -> None:
    # Player 1 is stalled with ten points, player 2 plays on with more moves and none.
    match = went(contest(2, DRY), "2 turn", "2 turn", "1 AH>b", "1 turn", "1 turn", "1 turn")
    assert match.is_board_over(0) and ranking(match) == [1, 2]
    tallies = [Tally(100, 9, 40), Tally(105, 99, 99)]
    assert [s.player for s in Contest().standings(tallies, (0, 1))] == [1, 0]


@pytest.mark.parametrize("players", [2, 3, 16])
def test_R_S40_45_time_is_up_for_all_and_late_input_is_refused(players: int) -> None:
    match = went(contest(players), "1 AD>b", "2 AH>b")
    end = time_up(match)
    assert end.is_over
    assert points(end)[:2] == [10, 15]  # what was accepted counts
    assert {board.state.stopped for board in end.boards} == {Stop.TIME_UP}
    for player in range(players):
        with pytest.raises(IllegalMoveError) as refusal:
            end.move(player, Stock.TURN)
        assert refusal.value.clause == "R-S40-35"
    with pytest.raises(IllegalMoveError) as refusal:
        time_up(end)
    assert refusal.value.clause == "R-S40-45"


def test_R_S40_45_a_game_that_was_done_stays_as_it_ended() -> None:
    match = went(contest(2, DRY), "1 AH>b", "1 turn", "1 turn", "1 turn")
    end = time_up(match)
    assert [board.state.stopped for board in end.boards] == [Stop.STALL, Stop.TIME_UP]


def test_R_S40_45_three_hundred_seconds_in_a_contest_none_in_practice() -> None:
    assert seeded(2).time_limit == 300
    assert seeded(2, rules=Contest(time_limit=60)).time_limit == 60
    alone: Table = settle(new_match(GAME, deal_seed(1), is_practice=True))
    assert alone.time_limit is None
    with pytest.raises(IllegalMoveError):
        time_up(alone)
    for wrong in (0, -1, float("inf"), float("nan")):
        with pytest.raises(OptionError, match="positive number"):
            Contest(time_limit=wrong)
    with pytest.raises(OptionError, match="first_to_score or replay"):
        Contest(tie_rule="toss")


def test_R_S40_45_the_clock_is_the_table_s_not_a_board_s() -> None:
    with pytest.raises(IllegalMoveError):
        contest(2).call(Stop.TIME_UP, board=0)


def test_R_S40_48_who_leaves_keeps_position_and_points() -> None:
    match = went(contest(3), "2 AH>b")
    left = match.boards[1]
    match = went(match, "1 AD>b", "3 AC>b", "1 AC>b", "3 turn")
    assert match.boards[1] == left and not match.is_board_over(1)
    end = time_up(match)
    assert points(end) == [25, 15, 15] and ranking(end) == [1, 2, 3]


# What may be entered


def test_R_ALL_05_a_refused_input_changes_nothing_in_a_contest() -> None:
    match = went(contest(3), "1 AD>b", "2 turn")
    before = (match.boards, match.log, match.mossa, match.standings())
    refused: list[Entry[Move]] = [
        Entry(0, 0, GAME.parse_move("AD>b")),
        Entry(0, 1, Stock.TURN),  # another's board
        Entry(3, 3, Stock.TURN),  # nobody
        Entry(-3, 0, Stock.TURN),
        Entry(1, 1, Stop.TIME_UP),
        Entry(1, 1, Call.UNDO),
        Entry(1, 1, Call.NEW_GAME),
        Entry(CHANCE, 0, RICH),
        Entry(REFEREE, 0, Stop.ENDLESS),
        Entry(REFEREE, 3, Stop.STALL),
        Entry(REFEREE, None, Stop.GIVEN_UP),
        Entry(REFEREE, None, Call.NEW_GAME),
    ]
    for entry in refused:
        with pytest.raises(IllegalMoveError):
            match.play(entry)
        assert (match.boards, match.log, match.mossa, match.standings()) == before


def test_small_print_8_14_a_player_may_end_their_own_game() -> None:
    match = went(contest(2), "1 AD>b", "2 turn")
    done = match.call(Stop.GIVEN_UP, board=0)
    assert done.is_board_over(0) and not done.is_over
    assert done.boards[0].tally == match.boards[0].tally, "points and last gain stand"
    with pytest.raises(IllegalMoveError):
        done.call(Stop.GIVEN_UP, board=0)
    with pytest.raises(IllegalMoveError):
        done.move(0, Stock.TURN)
    over = done.call(Stop.GIVEN_UP, board=1)
    assert over.is_over and ranking(over) == [1, 2]
    assert str(over.log[-1]) == "referee 2: given up"


def test_small_print_8_14_a_tie_is_played_again_when_all_are_done() -> None:
    match = seeded(2, rules=Contest("replay"))
    for board in (0, 1):
        match = match.call(Stop.GIVEN_UP, board)
    assert match.new_games == 1 and not match.is_over


def test_small_print_8_14_the_record_of_who_is_done_can_be_verified() -> None:
    match = seeded(2).call(Stop.GIVEN_UP, 1).call(Stop.TIME_UP)
    record = record_of(match, 1)
    assert parse_record(str(record)).match.log == match.log
    verify(record)


def test_R_S40_46_no_undo_in_a_contest() -> None:
    with pytest.raises(IllegalMoveError) as refusal:
        went(contest(2), "1 AD>b").undo(0)
    assert refusal.value.clause == "R-S40-46"


def test_R_ALL_03_rivals_see_no_more_than_their_own_board() -> None:
    match = went(contest(2), "1 AH>b")
    assert match.view(0).columns[1] == match.boards[0].state.columns[1]
    assert [str(card) for card in match.view(1).columns[1]] == ["??", "AH"]
    assert str(match.watch(0)) == str(match.view(0))


def test_small_print_8_9_in_practice_a_stall_is_a_notice_and_undo_is_free() -> None:
    match: Table = new_match(GAME, is_practice=True)
    match = match.play(Entry(CHANCE, 0, DRY))
    match = went(match, "1 AH>b", "1 turn", "1 turn", "1 turn")
    stall: Entry[Move] = Entry(REFEREE, 0, Stop.STALL)
    assert match.log[-1] == stall and not match.is_over
    on = went(match, "1 redeal", "1 turn")
    assert on.log.count(stall) == 1  # said once
    back = match.undo(0)
    assert back.boards[0].state.unseen == 3 and back.log.count(stall) == 1
    assert went(back, "1 turn").log.count(stall) == 2  # a new line, a new notice


def test_small_print_8_9_verify_asks_for_every_stall_again() -> None:
    number = 7
    match, rnd = seeded(2, number), Random(7)
    while not match.is_over:
        player = next(p for p in range(2) if not match.is_board_over(p))
        match = match.move(player, rnd.choice(GAME.legal_moves(match.boards[player].state)))
    assert [e.act for e in match.log if e.actor == REFEREE] == [Stop.STALL, Stop.STALL]
    verify(record_of(match, number))
    without = replace(match, log=match.log.first(len(match.log) - 1))
    with pytest.raises(VerifyError, match="stall"):
        verify(record_of(without, number))
    early = seeded(2, number).play(Entry(REFEREE, 0, Stop.STALL))
    with pytest.raises(VerifyError, match="stall"):
        verify(record_of(early, number))


def test_small_print_8_11_a_contest_has_these_three_options_and_no_other() -> None:
    assert [field.name for field in fields(Contest)] == ["tie_rule", "time_limit", "deals"]


def test_R_S40_31_what_is_dealt_is_no_gain() -> None:
    """Nove colonne starts with four cards on the bases: nobody has gained them."""
    game = NoveColonne()
    match = settle(new_match(game, deal_seed(3), boards=3))
    assert [board.tally for board in match.boards] == [Tally(4)] * 3
    legal = game.legal_moves(match.boards[0].state)
    match = match.move(0, next(move for move in legal if str(move).endswith(">b")))
    assert match.boards[0].tally == Tally(5, 1, 1)


def test_entries_are_read_back() -> None:
    match = time_up(went(contest(2, DRY), "1 AH>b", "1 turn", "1 turn", "1 turn"))
    for entry in match.log:
        assert match.parse_entry(str(entry)) == entry
    for text in ("player: turn", "player 0: turn", "lots 1 2", "dealer: lots 0 1", "referee: hm"):
        with pytest.raises(NotationError):
            match.parse_entry(text)
    assert due(match) is None
