"""The gate: who may enter what, and when. A refused entry changes nothing (R-ALL-05)."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from support.random_play import play_randomly, record_of, start_match, three_way_contest

from tavolino.catalogue import make_game
from tavolino.chance import deal_seed
from tavolino.contest import Contest
from tavolino.game import (
    CHANCE,
    REFEREE,
    IllegalMoveError,
    NotationError,
    OptionError,
    Stop,
    options_of,
)
from tavolino.games.aftaebr import Aftaebr
from tavolino.games.azul_solo import AzulSolo, Roll, Take
from tavolino.games.nove_colonne import NoveColonne
from tavolino.games.patience import Carry, Deal
from tavolino.games.solitario40 import Solitario40, Stock
from tavolino.match import MAX_MOVES, Call, Entry, Lots, Match, due, new_match, settle
from tavolino.record import parse_record, verify

TURN = Stock.TURN


def refused(match: Match[Any, Any], entry: Entry[Any], sentence: str) -> None:
    before = (match.log, match.boards, match.mossa, match.lots, match.new_games)
    with pytest.raises(IllegalMoveError, match=sentence):
        match.play(entry)
    assert (match.log, match.boards, match.mossa, match.lots, match.new_games) == before


def test_nobody_plays_before_the_deal() -> None:
    match = new_match(Solitario40(), deal_seed(1))
    refused(match, Entry(0, 0, TURN), "it is the turn of the dealer, not of player 1")


def test_nobody_plays_for_somebody_else() -> None:
    match = three_way_contest(Solitario40(), 1)
    refused(match, Entry(3, 3, TURN), "expected a player from 1 to 3, got player 4")
    refused(match, Entry(1, 0, TURN), "player 2 sits at board 2")
    table = start_match(Aftaebr(3), 1)
    turn = table.game.actor(table.boards[0].state)
    other = (turn + 1) % 3 if turn is not None else 0
    refused(table, Entry(other, 0, "verde"), "it is the turn of player")


def test_a_player_enters_moves_and_nothing_else() -> None:
    match = start_match(Solitario40(), 1)
    for act in (Stop.STALL, Stop.TIME_UP, Call.NEW_GAME, Lots((0,))):
        refused(match, Entry(0, 0, act), "expected a move of player 1, got")
    deal = match.log[0].act
    refused(match, Entry(0, 0, deal), "is against R-S40-08")


def test_the_dealer_deals_once_and_only_what_can_be() -> None:
    fresh = new_match(Solitario40(), deal_seed(1))
    deal = settle(fresh).log[0].act
    assert isinstance(deal, Deal)
    twice = deal._replace(cards=(deal.cards[1], *deal.cards[1:]))
    refused(fresh, Entry(CHANCE, 0, twice), "the dealer cannot do this on board 1: deal")
    refused(fresh, Entry(CHANCE, 0, deal._replace(rejected=-1)), "the dealer cannot do this")
    refused(fresh, Entry(CHANCE, 1, deal), "expected a board from 1 to 1")
    refused(fresh, Entry(CHANCE, None, deal), "expected a board from 1 to 1")
    refused(settle(fresh), Entry(CHANCE, 0, deal), "the dealer cannot do this")
    refused(start_match(AzulSolo(), 1), Entry(CHANCE, 0, Roll(3)), "the dealer cannot do this")


def test_lots_are_drawn_once_for_every_player_of_a_contest() -> None:
    match = three_way_contest(Solitario40(), 1)
    refused(match, Entry(CHANCE, None, Lots((2, 0, 1))), "lots are drawn once, in a contest")
    fresh = new_match(Solitario40(), boards=3)
    refused(fresh, Entry(CHANCE, None, Lots((0, 1))), "expected lots for 3 players, got lots 1 2")
    refused(fresh, Entry(CHANCE, 0, Lots((0, 1, 2))), "expected lots for 3 players")
    refused(new_match(Solitario40()), Entry(CHANCE, None, Lots((0,))), "lots are drawn once")


def test_the_referee_calls_what_the_game_knows() -> None:
    azul = start_match(AzulSolo(), 1)
    for stop in (Stop.STALL, Stop.ENDLESS, Stop.GIVEN_UP):
        refused(azul, Entry(REFEREE, 0, stop), f"the referee of azul_solo does not call {stop}")
    refused(azul, Entry(REFEREE, 0, Take(1, "R", 1)), "does not call 1R>1")
    refused(azul, Entry(REFEREE, None, Stop.TIME_UP), "time is up once")
    refused(azul, Entry(REFEREE, None, Call.NEW_GAME), "a new game needs a tie")
    refused(start_match(Aftaebr(), 1), Entry(REFEREE, None, Stop.TIME_UP), "with a time limit")


def test_time_is_up_once_and_for_all() -> None:
    match = play_randomly(three_way_contest(Solitario40(), 2), Random(1), 9)
    refused(match, Entry(REFEREE, 0, Stop.TIME_UP), "for a whole table")
    over = match.call(Stop.TIME_UP)
    assert over.is_over
    refused(over, Entry(REFEREE, None, Stop.TIME_UP), "while somebody plays")
    refused(over, Entry(0, 0, TURN), "the game of player 1 is over")
    assert [b.tally for b in over.boards] == [b.tally for b in match.boards]


def test_giving_up_ends_nine_columns() -> None:
    match = start_match(NoveColonne(), 1, is_practice=True)
    given_up = match.call(Stop.GIVEN_UP, 0)
    assert given_up.is_over and not match.game.winners(given_up.boards[0].state)
    refused(given_up, Entry(REFEREE, 0, Stop.GIVEN_UP), "the game on board 1 is over")


def test_a_solved_game_cannot_be_called_a_stall() -> None:
    game = Solitario40()
    state = game.parse_state("KD KH KC QS | - | - | KS / - / - / - / - / - / -")
    match = start_match(game, 1)
    board = replace(match.boards[0], state=state)
    solved = replace(match, boards=(board,)).move(0, game.parse_move("KS>b"))
    assert solved.is_over and game.winners(solved.boards[0].state) == (0,)
    assert solved.log[-1].actor == 0, "the referee has nothing to say"
    refused(solved, Entry(REFEREE, 0, Stop.STALL), "the game on board 1 is over")


def test_in_practice_a_stall_is_a_notice_and_undo_is_free() -> None:
    number = 1
    while True:
        match = play_randomly(
            start_match(Solitario40(), number, is_practice=True), Random(number), 200
        )
        calls = [i for i, entry in enumerate(match.log) if entry.act is Stop.STALL]
        if calls:
            break
        number += 1
    stalled = start_match(Solitario40(), number, is_practice=True)
    for entry in match.log[1 : calls[0]]:
        stalled = stalled.play(entry)
    assert due(stalled) == Entry(REFEREE, 0, Stop.STALL)
    noted = settle(stalled)
    assert not noted.is_over and due(noted) is None
    after = noted.move(0, noted.game.legal_moves(noted.boards[0].state)[0])
    assert Stop.STALL not in [entry.act for entry in after.log[len(noted.log) :]], "said once"
    back = after.undo(0)
    assert back.boards[0].state == noted.boards[0].state
    assert back.log[-1].act is Stop.STALL, "and again where it is true again"
    verify(parse_record(str(record_of(back, number))))


def test_undo_is_for_practice_and_needs_a_move() -> None:
    refused(start_match(Solitario40(), 1), Entry(0, 0, Call.UNDO), "in practice only")
    practice = start_match(Solitario40(), 1, is_practice=True)
    refused(practice, Entry(0, 0, Call.UNDO), "player 1 has no move to take back")
    moved = practice.move(0, TURN).undo(0)
    assert moved.boards[0].state == practice.boards[0].state
    assert [str(entry) for entry in moved.log[1:]] == ["player 1: turn", "player 1: undo"]


def test_undo_at_a_table_of_three_goes_back_to_before_my_last_move() -> None:
    match = start_match(Aftaebr(3), 4, is_practice=True)
    before = play_randomly(match, Random(2), 12)
    first = before.game.actor(before.boards[0].state)
    assert first is not None
    after = play_randomly(before, Random(3), 3)
    assert after.undo(first).boards[0].state == before.boards[0].state


def test_points_gained_by_the_dealers_roll_count_at_the_present_mossa() -> None:
    """In azul_solo a roll may end the round and score the wall."""
    gains = 0
    for number in range(1, 9):
        match = start_match(AzulSolo(), number, boards=2, contest=Contest())
        while not match.is_over:
            player = next(p for p in (0, 1) if not match.is_board_over(p))
            takes = match.game.legal_moves(match.view(player))
            match = match.move(player, max(takes, key=lambda take: take.line == 1))
        points = 0
        for here in record_of(match, number).matches():
            tally = here.boards[0].tally
            if tally.points > points and here.log[-1].actor == CHANCE:
                gains += 1
                assert tally.last_gain == here.mossa
            points = tally.points
    assert gains


def test_a_board_that_is_full_stops_nobody_else() -> None:
    match = start_match(Solitario40(), 1, boards=2)
    tally = match.boards[0].tally._replace(moves=MAX_MOVES)
    full = replace(match, boards=(replace(match.boards[0], tally=tally), match.boards[1]))
    refused(full, Entry(0, 0, TURN), f"a board has at most {MAX_MOVES} moves")
    assert full.move(1, TURN).call(Stop.TIME_UP).is_over


def test_without_a_seed_somebody_else_has_to_deal() -> None:
    match = new_match(NoveColonne())
    with pytest.raises(IllegalMoveError, match="the seed of this match is not known"):
        settle(match)
    dealt = match.play(start_match(NoveColonne(), 3).log[0])
    assert settle(dealt) == dealt


@pytest.mark.parametrize(
    ("boards", "more", "sentence"),
    [
        (17, {}, "expected 2 to 16 players in a contest, got 17"),
        (1, {"contest": Contest()}, "expected 2 to 16 players in a contest, got 1"),
        (3, {"is_practice": True}, "expected a table with one board for practice"),
    ],
)
def test_a_contest_that_cannot_be_is_refused(
    boards: int, more: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(OptionError, match=sentence):
        new_match(Solitario40(), deal_seed(1), boards=boards, **more)


def test_a_contest_needs_a_game_with_one_seat() -> None:
    with pytest.raises(OptionError, match="expected a game with one seat for a contest"):
        new_match(Aftaebr(), deal_seed(1), boards=2)


@pytest.mark.parametrize(
    ("game", "options", "sentence"),
    [
        ("tressette", {}, "expected a game among solitario40, nove_colonne, azul_solo, aftaebr"),
        ("solitario40", {"deck": "36"}, "expected 40 or 52 for deck, got '36'"),
        ("solitario40", {"redeals": "3"}, "as an option of solitario40, got 'redeals'"),
        ("nove_colonne", {"mirror": "true"}, "expected no options of nove_colonne, got 'mirror'"),
        ("aftaebr", {"players": "5"}, "expected 2, 3 or 4 for players, got '5'"),
        ("aftaebr", {"time_limit": "0"}, "expected a positive number of seconds or none"),
        ("aftaebr", {"time_limit": "-3"}, "expected a positive number of seconds or none"),
        ("aftaebr", {"time_limit": "nan"}, "expected a positive number of seconds or none"),
        ("aftaebr", {"time_limit": "soon"}, "expected a positive number of seconds or none"),
        ("aftaebr", {"time_limit": "9" * 5000}, "expected a positive number of seconds or none"),
        ("aftaebr", {"time_limit": "1_0"}, "expected a positive number of seconds or none"),
        ("aftaebr", {"time_limit": "1..0"}, "expected a positive number of seconds or none"),
        ("aftaebr", {"time_limit": "1e999"}, "expected a positive number of seconds or none"),
        ("azul_solo", {"marker_home": "never"}, "expected every_round or first_round_only"),
    ],
)
def test_unknown_games_and_options_are_refused(
    game: str, options: dict[str, str], sentence: str
) -> None:
    with pytest.raises(OptionError, match=sentence):
        make_game(game, options)


def test_seconds_may_be_any_positive_number() -> None:
    for text, value in (("90", 90), ("0.5", 0.5), ("1e-06", 1e-6), ("none", None)):
        game = make_game("aftaebr", {"time_limit": text})
        assert game == Aftaebr(time_limit=value) and options_of(game)["time_limit"] == text
    assert make_game("aftaebr", {"time_limit": "0.50"}) == Aftaebr(time_limit=0.5)


def test_a_contest_has_a_clock() -> None:
    with pytest.raises(OptionError, match="expected a positive number of seconds for time_limit"):
        Contest(time_limit=None)


@pytest.mark.parametrize(
    "text",
    [
        *("", "player", "player 1", "player 1:", "player 1: ", "player 0: turn", "player: turn"),
        *("player 01: turn", "player 9999: turn", "Player 1: turn", "player 1:turn"),
        *("dealer 1: lots", "dealer: lots 0", "dealer: lots a", "referee 1: red card"),
        *("player 1: turn\n", "player 1: turn ", "player ¹: turn"),
    ],
)
def test_an_entry_that_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="expected"):
        new_match(Solitario40()).parse_entry(text)


def test_a_carry_of_a_card_that_is_not_there_is_refused() -> None:
    match = start_match(Solitario40(), 1)
    hidden = match.boards[0].state.columns[6][0]
    refused(match, Entry(0, 0, Carry(hidden, 1)), "is against R-S40-17")
    buried = match.boards[0].state.mazzetto[0]
    refused(match, Entry(0, 0, Carry(buried, 1)), "is against R-S40-18")
