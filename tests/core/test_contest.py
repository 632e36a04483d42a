"""Contests: the clauses R-S40-35 … 37, 45, 48 and the small print on them, through ``Match``."""

from __future__ import annotations

from dataclasses import fields, replace
from random import Random

import pytest
from support.matches.contests import (
    DRY,
    GAME,
    RICH,
    Table,
    contest,
    fillers,
    points,
    ranking,
    record_of,
    seeded,
    time_up,
    went,
)

from tavolino.chance import deal_seed
from tavolino.contest import Contest, Tally
from tavolino.game import CHANCE, REFEREE, IllegalMoveError, NotationError, OptionError, Stop
from tavolino.games.aftaebr import Aftaebr
from tavolino.games.nove_colonne import NoveColonne
from tavolino.games.solitario40 import Move, State, Stock
from tavolino.match import (
    MAX_PLAYERS,
    Call,
    Entry,
    due,
    new_match,
    settle,
)
from tavolino.record import VerifyError, parse_record, verify

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
