"""Nove colonne, clause by clause (R-N9-…).

Columns are drawn with column 1, the rightmost on the table, first; face-down cards in parentheses.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from random import Random
from typing import TypeVar

import pytest
from support.cards import cards_named

from tavolino.cards import DECK_52, UNSEEN, Pile, Suit, card_named
from tavolino.chance import Rng, deal_seed
from tavolino.game import CHANCE, IllegalMoveError, NotationError, Stop, options_of
from tavolino.games.nove_colonne import Move, NoveColonne, State
from tavolino.games.patience import BASE, Carry, Deal, parse_bases, parse_pile
from tavolino.match import Match, new_match, settle

T = TypeVar("T")

GAME = NoveColonne()
ACES = "AD AH AC AS"
NOT_ACES = tuple(card for card in DECK_52 if card.rank > 1)

DEAD_END = (
    "2D 2H 2C 4S | - KD 10C QH - - | 6S 5D 4C / QS / 4D / 9D / (8S 5H 10D JH) 10H 9C 8H 7S / "
    "(5S 9H KH 6H) 7H 6C / (3D JD JC 3C) 8D 7C 6D / (10S QC 8C 9S) 4H / (3H KS KC 7D 5C) QD JS"
)
"""One move, back and forth, and no way forward."""


def table(columns: str = "-", *, bases: str = ACES, reserve: str = "- - - - - -") -> State:
    """A part of a position: the missing columns are empty, the missing cards nowhere."""
    piles = [parse_pile(pile, DECK_52) for pile in columns.split(" / ")]
    piles += [((), 0)] * (9 - len(piles))
    places = [None if name == "-" else card_named(name, DECK_52) for name in reserve.split()]
    return State(
        tuple(pile for pile, _ in piles),
        tuple(hidden for _, hidden in piles),
        tuple(places + [None] * (6 - len(places))),
        parse_bases(bases, DECK_52),
    )


def ends(*names: str, bases: str = ACES, reserve: str = "- - - - - -") -> State:
    """Nine columns, none empty: these ends, and red kings on the rest."""
    kings = ["KD"] * (9 - len(names))
    return table(" / ".join([*names, *kings]), bases=bases, reserve=reserve)


def moves(state: State) -> list[str]:
    return [str(move) for move in GAME.legal_moves(state)]


def after(state: State, *texts: str) -> State:
    for text in texts:
        move = GAME.parse_move(text)
        assert move in GAME.legal_moves(state), f"{text} is not legal in {state}"
        state = GAME.apply(state, move)
    return state


def names(pile: tuple[object, ...]) -> list[str]:
    return [str(card) for card in pile]


def dealt(number: int) -> State:
    return GAME.apply(GAME.start(), GAME.chance_move(GAME.start(), Rng(deal_seed(number), 0)))


def half_random_game(
    number: int, rnd: Random, length: int = 120
) -> Iterator[tuple[State, Move, State]]:
    """Position, move, position: a player who mostly uncovers and piles up where that is open."""
    state = dealt(number)
    for _ in range(length):
        legal = GAME.legal_moves(state)
        if not legal:
            return
        better = [m for m in legal if is_to_base(m) or uncovers(state, m)]
        move = rnd.choice(better if better and rnd.random() < 0.7 else legal)
        there = GAME.apply(state, move)
        yield state, move, there
        state = there


def is_to_base(move: Move) -> bool:
    return isinstance(move, Carry) and move.to == BASE


def uncovers(state: State, move: Move) -> bool:
    return GAME.apply(state, move).hidden != state.hidden


# The deal


def test_R_N9_01_one_player() -> None:
    assert GAME.seats == 1
    assert GAME.actor(dealt(1)) == 0


def test_R_N9_02_fifty_two_cards() -> None:
    state = dealt(2)
    on_table = [card for pile in (*state.columns, state.reserve) for card in pile if card]
    aces = [card for card in DECK_52 if card.rank == 1]
    assert sorted(on_table + aces) == sorted(DECK_52)
    assert [suit.is_red for suit in Suit] == [True, True, False, False]
    assert [suit.letter for suit in Suit] == ["D", "H", "C", "S"]


def test_R_N9_03_the_last_card_of_every_column_is_face_up_at_all_times() -> None:
    for number in range(1, 10):
        for _, _, state in half_random_game(number, Random(number)):
            for column, hidden in zip(state.columns, state.hidden):
                assert hidden < len(column) or hidden == len(column) == 0


def test_R_N9_04_columns_of_1_to_7_7_7_from_the_right() -> None:
    assert [len(column) for column in dealt(4).columns] == [1, 2, 3, 4, 5, 6, 7, 7, 7]


def test_small_print_8_7_column_1_is_dealt_first_then_the_reserve() -> None:
    state = GAME.apply(GAME.start(), Deal(NOT_ACES))
    assert names(state.columns[0]) == ["2D"]
    assert names(state.columns[1]) == ["3D", "4D"]
    assert names(state.columns[2]) == ["5D", "6D", "7D"]
    assert [card for column in state.columns for card in column] == list(NOT_ACES[:42])
    assert state.reserve == NOT_ACES[42:]


def test_R_N9_05_forty_two_cards_in_columns_thirty_three_hidden() -> None:
    state = dealt(5)
    assert sum(map(len, state.columns)) == 42
    assert sum(state.hidden) == 33


def test_R_N9_06_the_aces_are_on_the_bases_before_the_shuffle() -> None:
    deal = GAME.chance_move(GAME.start(), Rng(deal_seed(6), 0))
    assert sorted(deal.cards) == sorted(NOT_ACES) and len(deal.cards) == 48
    assert dealt(6).bases == (1, 1, 1, 1)
    assert not GAME.can_happen(GAME.start(), Deal(DECK_52))
    assert not GAME.can_happen(GAME.start(), Deal(DECK_52[:48]))


def test_R_N9_07_six_cards_face_up_in_the_reserve() -> None:
    state = dealt(7)
    assert len(state.reserve) == 6 and None not in state.reserve
    assert GAME.view(state, 0).reserve == state.reserve


def test_R_N9_08_columns_and_reserve_go_to_the_bases() -> None:
    state = ends("2D", "9C", reserve="2S 7H")
    assert [move for move in moves(state) if move.endswith("b")] == ["2S>b", "2D>b"]
    piled = after(state, "2S>b", "2D>b")
    assert piled.bases == (2, 1, 1, 2)


def test_R_N9_09_in_suit_from_the_ace_to_the_king() -> None:
    state = ends("2H", "3H", "2S")
    assert "2H>b" in moves(state) and "3H>b" not in moves(state)
    assert "3H>b" in moves(after(state, "2H>b"))
    assert "JS>b" in moves(ends("JS", bases="AD AH AC 10S"))
    assert "JH>b" not in moves(ends("JH", bases="AD AH AC 10S"))
    assert GAME.broken_rule(ends("3H", "2S"), GAME.parse_move("3H>b")) == "R-N9-09"
    line = after(
        table("KC / QC / JC / 10C / 9C", bases="AD AH 8C AS"),
        *("9C>b", "10C>b", "JC>b", "QC>b", "KC>b"),
    )
    assert line.bases == (1, 1, 13, 1)


# Moves


@pytest.mark.parametrize(
    ("card", "onto", "legal"),
    [
        ("6H", "7S", True),
        ("6D", "7C", True),
        ("10S", "JD", True),
        ("QC", "KH", True),
        ("2C", "3H", True),
        ("6S", "7S", False),
        ("6C", "7S", False),  # both black
        ("6H", "7D", False),  # both red
        ("5H", "7S", False),
        ("7H", "7S", False),
        ("8H", "7S", False),
        ("KH", "AS", False),  # no wrap-around
        ("10S", "QD", False),
    ],
)
def test_R_N9_10_one_lower_and_of_the_other_colour(card: str, onto: str, legal: bool) -> None:
    assert (f"{card}>1" in moves(ends(onto, card))) is legal
    assert (f"{card}>1" in moves(ends(onto, reserve=card))) is legal
    if not legal:
        state = ends(onto, card, "2S")
        assert GAME.broken_rule(state, GAME.parse_move(f"{card}>1")) == "R-N9-10"


def test_R_N9_11_one_card_at_a_time() -> None:
    state = ends("8S 7H", "9D", "8C", "2C")
    assert moves(state) == ["7H>3", "8C>2", "2C>b"]
    assert GAME.broken_rule(state, GAME.parse_move("8S>2")) == "R-N9-11"
    one = after(state, "7H>3")
    assert names(one.columns[0]) == ["8S"] and names(one.columns[2]) == ["8C", "7H"]
    for number in range(1, 6):
        for before, _, there in half_random_game(number, Random(number)):
            changes = [len(b) - len(a) for a, b in zip(before.columns, there.columns)]
            assert set(changes) <= {-1, 0, 1}


def test_R_N9_12_reserve_cards_go_to_the_columns_at_any_time() -> None:
    state = ends("JC", "9H", reserve="10D 8S - 8C")
    assert moves(state) == ["10D>1", "8S>2", "8C>2"]
    there = after(state, "8C>2")
    assert names(there.columns[1]) == ["9H", "8C"]
    assert there.reserve == (*state.reserve[:3], None, None, None)


def test_R_N9_13_the_card_below_is_uncovered_by_itself() -> None:
    state = ends("(3D 4D 5D) 6H", "7S")
    there = after(state, "6H>2")
    assert there.hidden[0] == 2 and names(there.columns[0]) == ["3D", "4D", "5D"]
    assert GAME.view(there, 0).columns[0] == (UNSEEN, UNSEEN, card_named("5D", DECK_52))
    to_base = after(ends("(3D 4D) 2H"), "2H>b")
    assert to_base.hidden[0] == 1
    shared = after(ends("(3D) 7C 6H", "7S"), "6H>2")
    assert shared.hidden[0] == 1  # 7C was face up already


def test_R_N9_14_any_single_card_into_an_empty_column() -> None:
    state = table("9C 8H / - / KD / KD / KD / KD / KD / KD / KD", reserve="4S", bases="AD AH 3C AS")
    assert {move for move in moves(state) if move.endswith(">2")} == {
        *("8H>2", "4S>2", "3C>2", "KD>2"),
    }
    there = after(state, "8H>2")
    assert names(there.columns[1]) == ["8H"] and names(there.columns[0]) == ["9C"]


def test_small_print_8_1_a_whole_column_may_go_to_an_empty_one() -> None:
    state = table("KD / -")
    assert "KD>2" in moves(state)
    there = after(state, "KD>2")
    assert there.columns[0] == () and names(there.columns[1]) == ["KD"]
    assert there.hidden == state.hidden


def test_R_N9_15_nothing_goes_to_the_bases_of_itself() -> None:
    state = ends("7S", "(2H) 6H", "2D")
    there = after(state, "6H>1")
    assert there.bases == (1, 1, 1, 1)
    assert "2H>b" in moves(there) and "2D>b" in moves(there)


def test_R_N9_16_the_top_of_a_base_may_come_down() -> None:
    state = ends("4H", "4S", bases="AD AH 3C AS")
    assert moves(state) == ["3C>1"]
    down = after(state, "3C>1")
    assert down.bases == (1, 1, 2, 1) and names(down.columns[0]) == ["4H", "3C"]
    assert after(down, "3C>b").bases == (1, 1, 3, 1)
    empty = table("-", bases="AD AH 3C AS")
    assert moves(empty) == [f"3C>{n}" for n in range(1, 10)]


def test_R_N9_17_nothing_ever_enters_the_reserve() -> None:
    for text in ("7S>r", "7S>0", "7S>10", "7S>"):
        with pytest.raises(NotationError):
            GAME.parse_move(text)
    for number in range(1, 10):
        for before, _, there in half_random_game(number, Random(number)):
            for place, now in zip(before.reserve, there.reserve):
                assert now in (place, None)


def test_R_N9_18_won_when_every_base_shows_its_king() -> None:
    almost = table("KS", bases="KD KH KC QS")
    assert not GAME.is_won(almost) and GAME.winners(almost) == ()
    won = after(almost, "KS>b")
    assert GAME.is_won(won) and GAME.winners(won) == (0,) and GAME.actor(won) is None


def test_small_print_8_2_when_won_no_move_is_legal() -> None:
    won = table("-", bases="KD KH KC KS")
    assert GAME.legal_moves(won) == () and GAME.actor(won) is None
    assert not GAME.is_dead_end(won)


# The end (R-N9-19)


def test_R_N9_19_literally_no_move_is_a_defeat_and_the_end() -> None:
    state = ends("7S", "9S", "JS", reserve="5C")
    assert GAME.legal_moves(state) == []
    assert GAME.actor(state) is None and GAME.winners(state) == ()
    assert GAME.is_dead_end(state)
    assert GAME.broken_rule(state, GAME.parse_move("7S>2")) == "R-N9-19"


def test_R_N9_19_a_dead_end_is_a_notice_and_not_the_end() -> None:
    state = GAME.parse_state(DEAD_END)
    assert len(GAME.legal_moves(state)) == 1
    assert GAME.is_dead_end(state)
    assert GAME.actor(state) == 0 and GAME.ruling([state]) is None


def test_R_N9_19_the_player_may_give_up() -> None:
    match = practice(19)
    given_up = match.call(Stop.GIVEN_UP, board=0)
    assert given_up.is_over and given_up.game.winners(given_up.boards[0].state) == ()
    with pytest.raises(IllegalMoveError) as refusal:
        given_up.move(0, GAME.legal_moves(match.boards[0].state)[0])
    assert refusal.value.clause == "R-N9-19"
    with pytest.raises(IllegalMoveError):
        given_up.call(Stop.GIVEN_UP, board=0)
    state = given_up.boards[0].state
    assert GAME.parse_state(str(state)) == state


def test_R_N9_19_forward_is_to_uncover_or_to_win() -> None:
    # Only the eight of hearts moves, between two black nines.
    to_and_fro = ends("9S 8H", "9C", "(2C) QD")
    assert moves(to_and_fro) == ["8H>2"]
    assert GAME.is_dead_end(to_and_fro)
    # The same, and a base card that comes down for the card that hides another.
    forward = ends("9S 8H", "9C", "(2C) 6D", bases="AD AH AC 7S")
    assert moves(forward) == ["8H>2", "7S>1"]
    assert not GAME.is_dead_end(forward)
    assert uncovers(after(forward, "7S>1"), GAME.parse_move("6D>1"))
    # Piling up alone is no way forward: it neither uncovers nor wins.
    piling = ends("2S", "9H", "(2C) QD")
    assert moves(piling) == ["2S>b"]
    empties = GAME.is_dead_end(piling)
    assert empties is False  # the column it leaves takes the queen
    kept = ends("3D 2S", "9H", "(2C) QD")
    assert moves(kept) == ["2S>b"]
    assert GAME.is_dead_end(kept)


def test_R_N9_19_reserve_cards_are_part_of_the_search() -> None:
    # The reserve's ten takes the nine off a hidden card, once it lies on the jack.
    state = ends("JD", "(2C) 9H", reserve="10S")
    assert not any(uncovers(state, move) for move in GAME.legal_moves(state))
    assert not GAME.is_dead_end(state)
    assert GAME.is_dead_end(replace(state, reserve=(None,) * 6))


def test_R_N9_19_when_nothing_is_hidden_it_says_unwinnable() -> None:
    # The king of spades lies on its own queen, and there is room to step aside.
    assert not GAME.is_dead_end(table("QS KS", bases="KD KH KC JS"))
    assert not GAME.is_dead_end(table("KS", bases="KD KH KC QS"))


def dead_end_by_the_definition(state: State, most: int) -> bool | None:
    """Step by step through R(s), nothing merged; None if it has more positions than ``most``."""
    if GAME.is_won(state):
        return False
    known, reached = {state}, [state]
    for here in reached:
        for move in GAME.legal_moves(here):
            there = GAME.apply(here, move)
            if sum(there.hidden) < sum(here.hidden) or sum(there.bases) == 52:
                return False
            if there not in known:
                known.add(there)
                reached.append(there)
        if len(reached) > most:
            return None
    return True


def late_position(rnd: Random) -> State:
    """Bases well under way, the rest spread out, and nothing that can be uncovered at once."""
    while True:
        bases = tuple(rnd.randint(1, 9) for _ in Suit)
        cards = [card for card in DECK_52 if card.rank > bases[card.suit]]
        rnd.shuffle(cards)
        reserve = [cards.pop() if rnd.random() < 0.4 else None for _ in range(6)]
        width = rnd.choice((8, 9, 9, 9))
        columns = tuple(tuple(cards[n::width]) for n in range(width)) + ((),) * (9 - width)
        hidden = tuple(max(0, len(column) - 1) for column in columns)
        state = State(columns, hidden, tuple(reserve), bases)
        if not any(uncovers(state, move) for move in GAME.legal_moves(state)):
            return state


def positions_to_judge(rnd: Random) -> Iterator[State]:
    for number in range(1, 15):
        positions = dict.fromkeys(there for _, _, there in half_random_game(number, rnd))
        for state in positions:
            if not any(uncovers(state, move) for move in GAME.legal_moves(state)):
                yield state
                if GAME.is_dead_end(state) and rnd.random() < 0.5:
                    break
    for _ in range(120):
        yield late_position(rnd)


def test_R_N9_19_no_way_forward_is_what_the_definition_says() -> None:
    answers = Counter[bool | None]()
    for state in positions_to_judge(Random(19)):
        by_definition = dead_end_by_the_definition(state, 120)
        answers[by_definition] += 1
        if by_definition is not None:
            assert GAME.is_dead_end(state) is by_definition, str(state)
    assert answers[True] >= 60 and answers[False] >= 60, answers


def test_R_N9_19_dead_ends_at_the_deal_may_happen_but_a_first_move_is_there() -> None:
    for number in range(1, 60):
        assert GAME.legal_moves(dealt(number))


class Stacked(Rng):
    """A stream whose first shuffles are known."""

    def __init__(self, *shuffles: Pile) -> None:
        super().__init__(deal_seed(1), 0)
        self._known = list(shuffles)

    def shuffled(self, items: Iterable[T]) -> tuple[T, ...]:
        place = {str(card): card for card in items}
        return tuple(place[str(card)] for card in self._known.pop(0))


STUCK = """
3D
2D 4D
2H 2C 5D
2S 3C 3S 6D
4C 4S 5C 5S 7D
6C 6S 7C 7S 7H 8D
8C 8S 9C 9S 8H 9H 9D
10C 10S JC JS 10H JH 10D
QC QS KC KS QH KH JD
QD KD 3H 4H 5H 6H
"""
"""Whatever is free is red, and no two among it: nothing fits, nothing goes up."""


def test_small_print_8_8_a_shuffle_without_a_move_is_thrown_away() -> None:
    stuck = cards_named(STUCK.split(), DECK_52)
    assert GAME.can_happen(GAME.start(), Deal(stuck))  # it may be given, but not dealt by chance
    assert GAME.legal_moves(GAME.apply(GAME.start(), Deal(stuck))) == []
    deal = GAME.chance_move(GAME.start(), Stacked(stuck, stuck, NOT_ACES))
    assert deal == Deal(NOT_ACES, rejected=2)


def test_small_print_8_8_about_one_shuffle_in_two_thousand() -> None:
    rng, stuck = Rng(deal_seed(8), 0), 0
    for _ in range(4000):
        state = GAME.apply(GAME.start(), Deal(rng.shuffled(NOT_ACES)))
        stuck += not GAME.legal_moves(state)
    assert stuck <= 10


# What the document leaves out


def test_R_N9_20_all_but_the_last_card_are_face_down() -> None:
    state = dealt(20)
    assert state.hidden == (0, 1, 2, 3, 4, 5, 6, 6, 6)
    for column, seen in zip(state.columns, GAME.view(state, 0).columns):
        assert seen == (UNSEEN,) * (len(column) - 1) + (column[-1],)


def test_R_N9_21_an_ace_stays_on_its_base() -> None:
    state = ends("2S", "3S", "7C")
    assert "AH>1" not in moves(state)
    assert GAME.broken_rule(state, GAME.parse_move("AH>1")) == "R-N9-21"
    empty = table("-")
    assert moves(empty) == []
    for _, move, _ in half_random_game(21, Random(21)):
        assert isinstance(move, Carry) and move.card.rank > 1


def test_R_N9_22_from_the_reserve_straight_to_the_base() -> None:
    state = ends("7S", reserve="- 2D")
    assert moves(state) == ["2D>b"]
    there = after(state, "2D>b")
    assert there.bases == (2, 1, 1, 1) and there.reserve == (None,) * 6


def test_R_N9_23_the_score_counts_the_cards_on_the_bases() -> None:
    assert GAME.scores(dealt(23)) == (4,)
    assert GAME.scores(table("-", bases="KD KH KC KS")) == (52,)
    assert GAME.scores(table("-", bases="3D AH 10C JS")) == (3 + 1 + 10 + 11,)


def practice(number: int) -> Match[State, Move]:
    return settle(new_match(GAME, deal_seed(number), is_practice=True))


def test_R_N9_24_undo_is_free_unlimited_and_counted() -> None:
    match, rnd = practice(24), Random(24)
    line = [match.boards[0].state]
    for _ in range(12):
        match = match.move(0, rnd.choice(GAME.legal_moves(line[-1])))
        line.append(match.boards[0].state)
    for state in reversed(line[:-1]):
        match = match.undo(0)
        assert match.boards[0].state == state
    assert match.mossa == 24
    assert [str(entry) for entry in match.log].count("player 1: undo") == 12
    with pytest.raises(IllegalMoveError):
        match.undo(0)


def test_the_game_has_no_options() -> None:
    assert options_of(GAME) == {}


def test_the_order_of_moves_is_part_of_the_rules() -> None:
    """Reserve, columns from column 1, bases; the base before the columns."""
    state = ends("9H", "2H", "3S", "10S", bases="AD AH 2C 2S", reserve="8S - 3C")
    assert moves(state) == ["8S>1", "3C>b", "9H>4", "2H>b", "2H>3", "3S>b"]


# The rules for all games


def test_R_ALL_01_same_seed_same_deal() -> None:
    assert dealt(1) == dealt(1) != dealt(2)
    deal = GAME.chance_move(GAME.start(), Rng(deal_seed(1), 0))
    assert deal == Deal(Rng(deal_seed(1), 0).shuffled(NOT_ACES), 0)


def test_R_ALL_02_all_other_moves_are_refused_with_a_clause() -> None:
    everything = [Carry(card, to) for card in DECK_52 for to in range(10)]
    clauses, rnd = Counter[str](), Random(2)
    for number in (2, 3, 4):
        match = practice(number)
        while (legal := GAME.legal_moves(match.boards[0].state)) and match.mossa < 20:
            assert len(set(legal)) == len(legal) and set(legal) <= set(everything)
            for move in rnd.sample(everything, 40):
                if move not in legal:
                    with pytest.raises(IllegalMoveError) as refusal:
                        match.move(0, move)
                    assert refusal.value.clause and refusal.value.clause in str(refusal.value)
                    clauses[refusal.value.clause] += 1
            match = match.move(0, rnd.choice(legal))
    assert {"R-N9-09", "R-N9-10", "R-N9-11", "R-N9-21"} == set(clauses)
    match = practice(1)
    low = replace(match.boards[0].state, bases=(5, 1, 1, 1))
    assert GAME.broken_rule(low, GAME.parse_move("4D>3")) == "R-N9-16"


def test_R_ALL_03_hidden_cards_influence_neither_moves_nor_the_dead_end() -> None:
    answers, others = Counter[bool](), 0
    for number in range(1, 16):
        rng = Rng(deal_seed(number), 1)
        for _, _, state in half_random_game(number, Random(number), 60):
            view = GAME.view(state, 0)
            assert view == GAME.view(state, None)
            assert [c for column in view.columns for c in column].count(UNSEEN) == sum(state.hidden)
            other = GAME.fill(view, rng)
            assert GAME.view(other, 0) == view
            assert sorted(c for column in other.columns for c in column) == sorted(
                c for column in state.columns for c in column
            )
            others += other != state
            dead_end = GAME.is_dead_end(state)
            assert GAME.is_dead_end(view) is GAME.is_dead_end(other) is dead_end
            assert GAME.legal_moves(view) == GAME.legal_moves(other) == GAME.legal_moves(state)
            assert GAME.scores(view) == GAME.scores(state)
            answers[dead_end] += 1
            if dead_end:
                break
    assert answers[True] >= 5 and answers[False] >= 100 and others >= 100


def test_R_ALL_03_a_refusal_tells_nothing_of_hidden_cards() -> None:
    match = practice(9)
    state = match.boards[0].state
    buried = [c for column, h in zip(state.columns, state.hidden) for c in column[:h]]
    for card in buried:
        with pytest.raises(IllegalMoveError) as refusal:
            match.move(0, Carry(card, 1))
        assert refusal.value.clause == "R-N9-11"
        reason = str(refusal.value).partition(" is against ")[2]
        assert not any(f" {hidden} " in f" {reason} " for hidden in buried)


def test_R_ALL_04_the_facts_behind_the_notices() -> None:
    """n9.dead_end, n9.lost, n9.won: the rules say what, the client says it."""
    dead_end, lost = GAME.parse_state(DEAD_END), ends("7S", "9S")
    won = table("-", bases="KD KH KC KS")
    assert [
        (GAME.is_dead_end(state), GAME.actor(state), GAME.winners(state))
        for state in (dead_end, lost, won)
    ] == [(True, 0, ()), (True, None, ()), (False, None, (0,))]


def test_R_ALL_05_a_refused_input_changes_nothing() -> None:
    match = practice(5).move(0, GAME.legal_moves(dealt(5))[0])
    before = (match.boards, match.log, match.mossa)
    with pytest.raises(IllegalMoveError):
        match.move(0, GAME.parse_move("AS>1"))
    assert (match.boards, match.log, match.mossa) == before


def test_before_the_deal_only_chance_acts() -> None:
    start = GAME.start()
    assert GAME.actor(start) == CHANCE and GAME.legal_moves(start) == ()
    assert not GAME.is_dead_end(start)
    deal = GAME.chance_move(start, Rng(deal_seed(1), 0))
    assert GAME.can_happen(start, deal) and not GAME.can_happen(dealt(1), deal)
    assert not GAME.can_happen(start, Deal(deal.cards, -1))
