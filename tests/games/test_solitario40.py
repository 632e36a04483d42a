"""Solitario with 40 cards, clause by clause (R-S40-…); contests are in ``tests/core``.

A position is drawn as ``columns``, from the left, buried end first, face-down cards in parentheses.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from hashlib import blake2b
from itertools import product
from random import Random
from struct import unpack

import pytest
from support.cards import cards_named

from tavolino.cards import DECK_40, DECK_52, UNSEEN, Pile, Suit, card_named
from tavolino.chance import Rng, deal_seed
from tavolino.contest import Tally
from tavolino.game import (
    CHANCE,
    IllegalMoveError,
    NotationError,
    OptionError,
    Stop,
    TavolinoError,
    options_of,
)
from tavolino.games.patience import BASE, Carry, Deal, parse_bases, parse_pile
from tavolino.games.solitario40 import Move, Solitario40, State, Stock
from tavolino.match import Board, Match, new_match, settle
from tavolino.record import Record, parse_record

GAME = Solitario40()
ANY = Solitario40(empty_column="any")
EVERY_RULE = [Solitario40(*o) for o in product((40, 52), (3, 1), ("king", "any"))]

STALLED = (
    "AD - AC AS | 5D 4D 4C 6S 6D 3C QS KS | 4S 2H | 7H / KD / (JS KH) 3H / (2C AH QH) JH / "
    "(KC 5C 3S 2D) 5S / (4H QC 2S 5H 7S) QD / (7C JC 6H 6C JD 7D) 3D"
)
"""No card can move, on no turn of the mazzo."""


def table(
    columns: str = "-",
    *,
    bases: str = "- - - -",
    mazzetto: str = "-",
    mazzo: str = "-",
    deck: Pile = DECK_40,
) -> State:
    """A part of a position: the missing columns are empty, the missing cards nowhere."""
    piles = [parse_pile(pile, deck) for pile in columns.split(" / ")]
    piles += [((), 0)] * (7 - len(piles))
    return State(
        tuple(pile for pile, _ in piles),
        tuple(hidden for _, hidden in piles),
        parse_bases(bases, deck),
        parse_pile(mazzetto, deck)[0],
        parse_pile(mazzo, deck)[0],
    )


def moves(state: State, game: Solitario40 = GAME) -> list[str]:
    return [str(move) for move in game.legal_moves(state)]


def after(state: State, *texts: str, game: Solitario40 = GAME) -> State:
    for text in texts:
        move = game.parse_move(text)
        assert move in game.legal_moves(state), f"{text} is not legal in {state}"
        state = game.apply(state, move)
    return state


def gain(state: State, text: str, game: Solitario40 = GAME) -> int:
    return game.points(after(state, text, game=game)) - game.points(state)


def dealt(game: Solitario40, number: int) -> State:
    deal = game.chance_move(game.start(), Rng(deal_seed(number), 0))
    return game.apply(game.start(), deal)


def gains_now(game: Solitario40, state: State) -> list[Move]:
    here = game.points(state)
    return [m for m in game.legal_moves(state) if game.points(game.apply(state, m)) > here]


def half_random_game(
    game: Solitario40, number: int, rnd: Random, length: int = 120
) -> Iterator[tuple[State, Move, State]]:
    """Position, move, position: a player who mostly takes points that lie about."""
    state = dealt(game, number)
    for _ in range(length):
        legal = game.legal_moves(state)
        if not legal:
            return
        gains = gains_now(game, state)
        move = rnd.choice(gains if gains and rnd.random() < 0.8 else legal)
        there = game.apply(state, move)
        yield state, move, there
        state = there


def half_random_positions(game: Solitario40, number: int, rnd: Random) -> list[State]:
    """The positions of such a game, each once."""
    return list(dict.fromkeys(there for _, _, there in half_random_game(game, number, rnd)))


def solved_by_greed(game: Solitario40, number: int) -> list[State]:
    """Every position of a game that takes points where it can, else turns, and never goes back."""
    line = [dealt(game, number)]
    while not game.is_solved(line[-1]):
        here = line[-1]
        ways = [(m, game.apply(here, m)) for m in game.legal_moves(here)]
        fresh = [way for way in ways if way[1] not in line]
        assert fresh, f"deal {number} is not solved by greed"
        _, there = max(
            fresh,
            key=lambda way: (game.points(way[1]) - game.points(here), isinstance(way[0], Stock)),
        )
        line.append(there)
    return line


# The cards


def test_R_S40_01_forty_cards_or_fifty_two() -> None:
    assert len(set(GAME.cards)) == 40
    assert Counter(card.suit for card in GAME.cards) == dict.fromkeys(Suit, 10)
    assert {card.rank for card in GAME.cards} == set(range(1, 11))
    french = Solitario40(deck=52)
    assert len(set(french.cards)) == 52
    state = dealt(french, 1)
    assert sum(map(len, state.columns)) == 28
    assert len(state.mazzetto) + len(state.mazzo) == 24
    assert state.hidden == dealt(GAME, 1).hidden


def test_R_S40_01_no_other_deck() -> None:
    with pytest.raises(OptionError, match="40 or 52"):
        Solitario40(deck=36)


def test_R_S40_02_the_faces_are_not_a_rule() -> None:
    assert list(options_of(GAME)) == ["deck", "draw", "empty_column"]


def test_R_S40_03_french_names_for_the_same_forty_cards() -> None:
    names = {card.name for card in GAME.cards}
    assert names == {rank + suit for rank in "A234567JQK" for suit in "DHCS"}


def test_R_S40_04_denari_and_coppe_are_red_bastoni_and_spade_black() -> None:
    assert [(suit.name, suit.letter, suit.is_red) for suit in Suit] == [
        ("DENARI", "D", True),
        ("COPPE", "H", True),
        ("BASTONI", "C", False),
        ("SPADE", "S", False),
    ]


def test_R_S40_05_the_fante_is_directly_above_the_seven() -> None:
    ranks = {card.name: card.rank for card in GAME.cards}
    assert [ranks[name + "S"] for name in "A234567JQK"] == list(range(1, 11))
    assert "7S>1" in moves(table("JD / 7S"))


def test_R_S40_06_solved_when_all_forty_are_on_the_bases() -> None:
    almost = table("KS", bases="KD KH KC QS")
    assert not GAME.is_solved(almost) and GAME.winners(almost) == ()
    solved = after(almost, "KS>b")
    assert GAME.is_solved(solved) and GAME.winners(solved) == (0,)
    assert GAME.actor(solved) is None


@pytest.mark.parametrize(
    ("game", "names"),
    [
        (GAME, ["A", "2", "3", "4", "5", "6", "7", "J", "Q", "K"]),
        (
            Solitario40(deck=52),
            ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"],
        ),
    ],
    ids=["40", "52"],
)
def test_R_S40_07_a_base_goes_from_the_ace_to_the_re(game: Solitario40, names: list[str]) -> None:
    for suit, letter in zip(Suit, "DHCS"):
        for height, name in enumerate(names):
            bases = tuple(height if s == suit else 0 for s in Suit)
            takes = []
            for other in game.cards:
                if other.suit == suit and other.rank > height:
                    state = State(((other,), *[()] * 6), (0,) * 7, bases)
                    takes += [other.name] * (Carry(other, BASE) in game.legal_moves(state))
            assert takes == [name + letter]


def is_to_base(move: Move) -> bool:
    return isinstance(move, Carry) and move.to == BASE


# The deal


def test_R_S40_08_seven_columns_the_last_card_of_each_face_up() -> None:
    state = dealt(GAME, 5)
    assert [len(column) for column in state.columns] == [1, 2, 3, 4, 5, 6, 7]
    assert state.hidden == (0, 1, 2, 3, 4, 5, 6)
    assert sum(state.hidden) == 21
    for column, seen, hidden in zip(state.columns, GAME.view(state, 0).columns, state.hidden):
        assert seen == (UNSEEN,) * hidden + (column[-1],)


def test_R_S40_09_three_cards_are_turned_and_the_third_is_playable() -> None:
    deal = Deal(DECK_40)
    state = GAME.apply(GAME.start(), deal)
    assert state.mazzetto == DECK_40[28:31]
    assert state.mazzo == DECK_40[31:] and len(state.mazzo) == 9
    assert state.unseen == 9
    lone = table("-", mazzetto="4D 7S AC")
    assert {move[:2] for move in moves(lone, ANY) if ">" in move} == {"AC"}


def test_small_print_8_1_draw_one_turns_one_card_at_the_deal() -> None:
    state = Solitario40(draw=1).apply(State(), Deal(DECK_40))
    assert state.mazzetto == DECK_40[28:29] and state.mazzo == DECK_40[29:]
    with pytest.raises(OptionError, match="3 or 1"):
        Solitario40(draw=2)


def test_small_print_8_7_column_1_is_dealt_first_its_buried_end_first() -> None:
    state = GAME.apply(GAME.start(), Deal(DECK_40))
    assert [card for column in state.columns for card in column] == list(DECK_40[:28])
    assert [str(card) for card in state.columns[2]] == ["4D", "5D", "6D"]


def test_R_S40_10_one_base_a_suit_in_this_order_and_no_moves_between_them() -> None:
    state = table("AC / AD / AS / AH")
    for name, bases in [
        ("AD", (1, 0, 0, 0)),
        ("AH", (0, 1, 0, 0)),
        ("AC", (0, 0, 1, 0)),
        ("AS", (0, 0, 0, 1)),
    ]:
        assert after(state, f"{name}>b").bases == bases
    full = table("-", bases="QD 6H 2C 7S")
    assert moves(full, ANY) == [
        f"{top}>{n}" for top in ("QD", "6H", "2C", "7S") for n in (*"1234567",)
    ]


def gives_points_at_once(cards: Pile, turned: int) -> bool:
    """R-S40-11, from the shuffle alone: what lies free, and what fits on what."""
    ends = [cards[k * (k + 3) // 2] for k in range(7)]
    top = cards[28 + turned - 1]
    free = [*ends, top]
    if any(card.rank == 1 for card in free):
        return True
    uncovering = [*ends[1:], top]  # the card of column 1 lies on nothing
    return any(
        card.rank + 1 == end.rank and card.suit // 2 != end.suit // 2
        for card in uncovering
        for end in ends
        if card != end
    )


@pytest.mark.parametrize("game", [GAME, Solitario40(draw=1), Solitario40(deck=52)], ids=str)
def test_R_S40_11_the_first_shuffle_of_the_stream_that_offers_points(game: Solitario40) -> None:
    rejected = Counter[int]()
    for number in range(1, 201):
        deal = game.chance_move(game.start(), Rng(deal_seed(number), 0))
        by_hand, thrown_away = Rng(deal_seed(number), 0), 0
        while not gives_points_at_once(shuffle := by_hand.shuffled(game.cards), game.draw):
            thrown_away += 1
        assert deal == Deal(shuffle, thrown_away)
        rejected[thrown_away] += 1
    assert rejected[0] > 150 and rejected.total() > rejected[0]


def test_R_S40_11_about_three_shuffles_in_a_hundred_are_thrown_away() -> None:
    rng, shuffles = Rng(deal_seed(11), 0), 3000
    refused = 0
    for _ in range(shuffles):
        cards = rng.shuffled(DECK_40)
        offers = GAME.offers_points(GAME.apply(GAME.start(), Deal(cards)))
        assert offers == gives_points_at_once(cards, 3)
        refused += not offers
    assert 0.022 < refused / shuffles < 0.043  # 3.23 % of 200 000


NO_POINTS = (
    "deal QC JC 7C KS 4C QS 3C 5H 3D QH 2C 3S 6S AH 4H AD JS AC 4D 4S QD 2H KC 7H JD 2S 5C 7S "
    "5S JH 3H 2D 5D 6D KD AS 6C 7D KH 6H rejected 0"
)


def test_small_print_8_8_the_guarantee_does_not_bind_a_deal_that_is_given() -> None:
    deal = GAME.parse_move(NO_POINTS)
    assert GAME.can_happen(GAME.start(), deal)
    assert not GAME.offers_points(GAME.apply(GAME.start(), deal))


# Stall (R-S40-12, RULES 3.4)


def stalled_by_the_definition(game: Solitario40, state: State, most: int) -> bool | None:
    """Step by step through R(s), nothing merged; None if it has more positions than ``most``."""
    if game.is_solved(state) or state.unseen:
        return False
    best, known, reached = game.points(state), {state}, [state]
    for here in reached:
        for move in game.legal_moves(here):
            there = game.apply(here, move)
            if there.hidden != here.hidden or game.points(there) > best:
                return False
            if there not in known:
                known.add(there)
                reached.append(there)
        if len(reached) > most:
            return None
    return True


def late_position(game: Solitario40, rnd: Random) -> State:
    """Bases under way, a small stock that has been seen, and nothing that gains at once."""
    while True:
        bases = tuple(rnd.randint(0, 6) for _ in Suit)
        cards = [card for card in game.cards if card.rank > bases[card.suit]]
        rnd.shuffle(cards)
        stock = tuple(cards.pop() for _ in range(rnd.randint(0, 5)))
        turned, width = rnd.randint(0, len(stock)), rnd.choice((6, 7, 7, 7))
        columns = tuple(tuple(cards[n::width]) for n in range(width)) + ((),) * (7 - width)
        hidden = tuple(max(0, len(column) - 1) for column in columns)
        state = State(columns, hidden, bases, stock[:turned], stock[turned:])
        if not gains_now(game, state):
            return state


def positions_to_judge(game: Solitario40, rnd: Random) -> Iterator[State]:
    """Without points that lie about, so that the answer is not plain."""
    for number in range(1, 13):
        for state in half_random_positions(game, number, rnd):
            if not state.unseen and not gains_now(game, state):
                yield state
                if game.is_stalled(state):
                    break
    for _ in range(110):
        yield late_position(game, rnd)


@pytest.mark.parametrize(
    "game",
    [Solitario40(40, draw, empty) for draw in (3, 1) for empty in ("king", "any")],
    ids=str,
)
def test_R_S40_12_stall_is_what_the_definition_says(game: Solitario40) -> None:
    answers = Counter[bool | None]()
    for state in positions_to_judge(game, Random(12)):
        by_definition = stalled_by_the_definition(game, state, 120)
        answers[by_definition] += 1
        if by_definition is not None:
            assert game.is_stalled(state) is by_definition, str(state)
    assert answers[True] >= 30 and answers[False] >= 100, answers


def test_R_S40_12_a_mazzo_that_can_be_turned_for_ever_is_no_way_out() -> None:
    state = GAME.parse_state(STALLED)
    assert moves(state) == ["turn"]
    assert GAME.is_stalled(state)


def test_R_S40_12_condition_0_a_stock_card_never_turned_is_still_to_try() -> None:
    seen = GAME.parse_state(STALLED)
    for unseen in ("4S (2H)", "(4S 2H)"):
        state = GAME.parse_state(STALLED.replace("4S 2H |", f"{unseen} |"))
        assert state.unseen and not GAME.is_stalled(state)
    assert GAME.is_stalled(replace(seen, mazzetto=seen.mazzetto + seen.mazzo, mazzo=()))


def test_R_S40_12_turning_through_once_makes_the_stock_known_for_ever() -> None:
    state = GAME.parse_state(
        STALLED.replace("5D 4D 4C 6S 6D 3C QS KS | 4S 2H |", "5D 4D 4C | (6S 6D 3C QS KS 4S 2H) |")
    )
    unseen = []
    for _ in range(3):
        assert not GAME.is_stalled(state)
        state = after(state, "turn")
        unseen.append(state.unseen)
    assert unseen == [4, 1, 0]
    assert GAME.is_stalled(state)
    state = after(state, "redeal")
    assert state.unseen == 0 and GAME.is_stalled(state)


def test_R_S40_12_condition_1_uncovering_is_progress_even_at_a_loss() -> None:
    # 6C comes down for 5H, which lies on a hidden card: -10, then +5.
    state = table("(KC) 5H / 7D", bases="KD - 6C -")
    assert gains_now(GAME, state) == []
    assert not GAME.is_stalled(state)
    line = after(state, "6C>2", "5H>2")
    assert GAME.points(line) < GAME.points(state)


def test_R_S40_12_condition_2_a_base_card_just_taken_down_can_be_put_back() -> None:
    stalled = table("(KC) 2D / 2S", bases="- AH - -")
    assert GAME.is_stalled(stalled)
    down = after(stalled, "AH>2")
    assert not GAME.is_stalled(down)
    assert GAME.is_stalled(after(down, "AH>b"))


def test_R_S40_12_endless_manoeuvres_are_a_stall_too() -> None:
    # The five of spades goes back and forth between the red sixes, and that is all.
    state = table("6D 5S / (KC) 6H", bases="3D 3H - -")
    assert moves(state) == ["5S>2"]
    there = after(state, "5S>2")
    assert after(there, "5S>1") == state
    assert GAME.is_stalled(state) and GAME.is_stalled(there)


def test_R_S40_12_base_cards_come_down_in_the_search() -> None:
    state = GAME.parse_state(
        "AD 4H 6C 3S | KH | JD 7S | KS / KD QS JH 7C 6H 5S 4D / KC QH JC 7H / (2D) JS 7D 6S 5D / "
        "(QD 4S) QC / 3D / (5H) 6D"
    )
    assert not GAME.is_stalled(state)
    down = {str(m) for m in GAME.legal_moves(state) if isinstance(m, Carry) and m.card.name == "6C"}
    assert down == {"6C>3"}


def test_R_S40_12_every_card_that_turning_can_show_is_tried() -> None:
    # Of five cards the third and the last come to the top; from two turned, also the second.
    columns = "(KC) JD"
    for stock in product(("2D 3D 7S 4D 5D", "2D 3D 4D 5D 7S"), (0, 3, 5)):
        cards = cards_named(stock[0].split(), DECK_40)
        state = replace(table(columns), mazzetto=cards[: stock[1]], mazzo=cards[stock[1] :])
        assert not GAME.is_stalled(state), state
    second = cards_named("2D 7S 3D 4D 5D".split(), DECK_40)
    for turned, stalled in [(0, True), (3, True), (5, True), (2, False)]:
        state = replace(table(columns), mazzetto=second[:turned], mazzo=second[turned:])
        assert GAME.is_stalled(state) is stalled, state
    one = Solitario40(draw=1)
    for turned in range(6):
        state = replace(table(columns), mazzetto=second[:turned], mazzo=second[turned:])
        assert not one.is_stalled(state), state


def test_R_S40_12_the_card_under_the_one_just_taken_is_free() -> None:
    # 7D comes down, 6S goes onto it, and 5H, which lay under 6S, takes 4C off a hidden card.
    state = table("(KC) JS / (KH) 4C", bases="7D - - -", mazzo="3C 5H 6S 3S QS")
    line = after(state, "turn", "7D>1", "6S>1", "5H>1")
    assert GAME.points(line) == GAME.points(state) and "4C>1" in moves(line)
    assert stalled_by_the_definition(GAME, state, 10_000) is False
    assert not GAME.is_stalled(state)


def test_small_print_8_10_the_order_in_which_stock_cards_go_matters() -> None:
    # 5D is free only if 6C has left before 2S; then it takes 4C off a hidden card.
    state = table(
        "(KC) 4S / (KD) JC / (KH) 4C", bases="3D 7H - -", mazzo="QC 5D 2S QS JS 6C 7S 7C JD"
    )
    line = after(state, "7H>2", "3D>1", "turn", "turn", "6C>2", "turn", "redeal", "turn", "2S>1")
    assert "4C>2" in moves(after(line, "5D>2"))
    other = after(state, "7H>2", "3D>1", "turn", "2S>1", "turn", "6C>2")
    assert other.columns == line.columns and other.mazzetto != line.mazzetto
    assert not GAME.is_stalled(state)


def test_R_S40_12_never_at_the_deal_never_when_solved() -> None:
    assert not GAME.is_stalled(GAME.start())
    assert not any(GAME.is_stalled(dealt(GAME, number)) for number in range(1, 60))
    assert not GAME.is_stalled(GAME.apply(State(), GAME.parse_move(NO_POINTS)))
    assert not GAME.is_stalled(table("-", bases="KD KH KC KS"))


def test_R_S40_12_literally_no_move_is_a_stall_and_the_end() -> None:
    state = table("(KC) 2D / (KS) 3D")
    assert GAME.legal_moves(state) == []
    assert GAME.is_stalled(state) and GAME.actor(state) is None and GAME.winners(state) == ()


def test_R_S40_12_the_answer_is_at_hand_also_where_much_can_be_moved() -> None:
    # Three moves from points, among millions of manoeuvres: JD>5, turn, KD>7.
    state = ANY.parse_state(
        "4D 6H 4C 7S | - | 5C 5D KD | KH QC / KC QH JS 7H 6C / JH 7C / 6D / QS / KS QD JC 7D / JD"
    )
    assert not ANY.is_stalled(state)


def test_small_print_8_9_legal_moves_and_actor_know_nothing_of_the_stall() -> None:
    state = GAME.parse_state(STALLED)
    assert GAME.actor(state) == 0 and GAME.legal_moves(state) == [Stock.TURN]
    assert GAME.ruling([state]) is Stop.STALL
    assert GAME.ruling([dealt(GAME, 1)]) is None


def test_R_S40_13_after_a_stall_nothing_can_be_entered() -> None:
    state = GAME.stop(GAME.parse_state(STALLED), Stop.STALL)
    assert GAME.actor(state) is None and GAME.legal_moves(state) == ()
    assert GAME.points(state) == 45
    assert GAME.parse_state(str(state)) == state


# Moves


def test_R_S40_14_no_card_goes_to_the_mazzetto() -> None:
    for text in ("7S>m", "7S>0", "7S>8", "7S>w", "7S>"):
        with pytest.raises(NotationError):
            GAME.parse_move(text)
    for number in range(1, 6):
        for state, move, there in half_random_game(GAME, number, Random(number)):
            if isinstance(move, Carry):
                assert there.mazzetto == state.mazzetto[: len(there.mazzetto)]
                assert there.mazzo == state.mazzo


@pytest.mark.parametrize(
    ("card", "onto", "legal"),
    [
        ("7S", "JD", True),
        ("7C", "JH", True),
        ("7D", "JS", True),
        ("7H", "JC", True),
        ("QH", "KS", True),
        ("AC", "2D", True),
        ("7S", "JC", False),  # both black
        ("7H", "JD", False),  # both red
        ("7S", "JS", False),
        ("6S", "JD", False),  # two lower
        ("JS", "JD", False),
        ("QS", "JD", False),  # higher
        ("KS", "AD", False),  # no wrap-around
        ("AS", "KD", False),
    ],
)
def test_R_S40_15_one_lower_and_of_the_other_colour(card: str, onto: str, legal: bool) -> None:
    assert (f"{card}>1" in moves(table(f"{onto} / {card}"))) is legal
    assert (f"{card}>1" in moves(table(onto, mazzetto=card))) is legal


def test_R_S40_16_re_cavallo_fante_seven_six_five() -> None:
    state = table("KD / QC / JH / 7S / 6D / 5C")
    state = after(state, "QC>1", "JH>1", "7S>1", "6D>1", "5C>1")
    assert [str(card) for card in state.columns[0]] == ["KD", "QC", "JH", "7S", "6D", "5C"]


def test_R_S40_17_any_part_of_the_face_up_run_moves() -> None:
    state = table("(2D) QC JD 7S / KH / QS / JH")
    assert moves(state)[:3] == ["7S>4", "JD>3", "QC>2"]
    part = after(state, "JD>3")
    assert [str(c) for c in part.columns[2]] == ["QS", "JD", "7S"]
    assert [str(c) for c in part.columns[0]] == ["2D", "QC"] and part.hidden[0] == 1
    whole = after(state, "QC>2")
    assert [str(c) for c in whole.columns[1]] == ["KH", "QC", "JD", "7S"]


@pytest.mark.parametrize(
    ("move", "clause"),
    [
        ("JD>b", "R-S40-22"),  # its base would take it, but 7S lies on it
        ("4D>4", "R-S40-19"),
        ("7S>b", "R-S40-20"),
        ("redeal", "R-S40-43"),
        ("turn", "R-S40-23"),
        (f"deal {' '.join(map(str, DECK_40))} rejected 0", "R-S40-08"),
    ],
)
def test_R_ALL_02_the_clause_that_forbids_a_move(move: str, clause: str) -> None:
    state = GAME.parse_state(
        "7D AH - - | - | - | QC JD 7S / (QD KD 2H 3H 4H 5H 6H 7H JH QH KH AC 2C 3C 4C 5C 6C 7C)"
        " JC / KC / (AS 2S 3S 4S 5S 6S JS QS) KS / - / - / -"
    )
    assert GAME.parse_move(move) not in GAME.legal_moves(state)
    assert GAME.broken_rule(state, GAME.parse_move(move)) == clause


def test_R_S40_17_a_face_down_card_does_not_move() -> None:
    state = table("(7S) 2D / JH")
    assert not any(move.startswith("7S") for move in moves(state))
    assert GAME.broken_rule(state, GAME.parse_move("7S>2")) == "R-S40-17"


def test_R_S40_18_only_the_top_card_of_the_mazzetto() -> None:
    state = table("JD / 3H", mazzetto="7S 2C")
    assert moves(state) == ["2C>2", "redeal"]
    assert GAME.broken_rule(state, GAME.parse_move("7S>1")) == "R-S40-18"
    assert "7S>1" in moves(after(state, "2C>2"))


def test_R_S40_19_the_top_of_a_base_may_come_down_one_at_a_time() -> None:
    state = table("6C / 5S", bases="- 5H - -")
    assert moves(state) == ["5H>1"]
    down = after(state, "5H>1")
    assert down.bases == (0, 4, 0, 0) and [str(c) for c in down.columns[0]] == ["6C", "5H"]
    assert moves(down) == ["5H>b", "4H>2"]
    assert "5H>1" not in moves(table("6D", bases="- 5H - -"))
    assert moves(table("-", bases="- 5H - -")) == []
    assert "KH>3" in moves(table("2D / 2H", bases="- KH - -"))


def test_R_S40_20_upwards_from_the_ace_in_suit() -> None:
    assert "2D>b" not in moves(table("2D"))
    assert "AD>b" in moves(table("AD"))
    assert "2D>b" in moves(table("2D", bases="AD - - -"))
    assert "2D>b" not in moves(table("2D", bases="- AH AC AS"))
    assert "4D>b" not in moves(table("4D", bases="2D - - -"))
    state = table("3D", bases="- 2H - -")
    assert GAME.broken_rule(state, GAME.parse_move("3D>b")) == "R-S40-20"


def test_R_S40_20_one_card_at_a_time() -> None:
    # Run and base agree: 2S AD are two cards for two bases, yet each needs its own move.
    state = table("2S AD", bases="- - - AS")
    assert "2S>b" not in moves(state)
    assert after(state, "AD>b", "2S>b").bases == (1, 0, 0, 2)
    for _, move, there in half_random_game(GAME, 3, Random(20)):
        assert sum(there.bases) <= 40
        if is_to_base(move):
            assert isinstance(move, Carry) and there.bases[move.card.suit] == move.card.rank


def test_R_S40_21_to_a_base_from_the_top_of_the_mazzetto() -> None:
    assert "AC>b" in moves(table("-", mazzetto="4D AC"))
    assert "AC>b" not in moves(table("-", mazzetto="AC 4D"))
    assert "AC>b" not in moves(table("-", mazzo="AC"))


def test_R_S40_22_to_a_base_from_the_free_end_of_a_column() -> None:
    assert "2S>b" in moves(table("3D 2S", bases="- - - AS"))
    assert "2S>b" not in moves(table("2S AD", bases="- - - AS"))
    assert "2S>b" not in moves(table("(2S) KD", bases="- - - AS"))


def test_R_S40_23_turning_is_allowed_while_other_moves_exist() -> None:
    state = table("AD / JD / 7S", mazzo="2D 3D 4D 5D")
    assert moves(state) == ["AD>b", "7S>2", "turn"]


def test_R_S40_23_three_at_a_time_or_all_that_remain() -> None:
    state = table("-", mazzo="2D 3D 4D 5D 6D")
    three = after(state, "turn")
    assert " ".join(map(str, three.mazzetto)) == "2D 3D 4D"
    rest = after(three, "turn")
    assert " ".join(map(str, rest.mazzetto)) == "2D 3D 4D 5D 6D" and rest.mazzo == ()
    assert moves(rest) == ["redeal"]
    assert GAME.broken_rule(rest, Stock.TURN) == "R-S40-23"
    assert moves(table("AD")) == ["AD>b"]


def test_the_order_of_moves_is_part_of_the_rules() -> None:
    """Mazzetto, columns from the left with the shortest run first, bases; base before column."""
    state = table(
        "JD / 2S AD / 3H 2C / JH 7S / 3D", bases="- AH AC AS", mazzetto="4D 7C", mazzo="KD"
    )
    assert moves(state) == [
        *("7C>1", "AD>b", "AD>3", "2S>5", "2C>b", "2C>5", "7S>1", "AH>3", "turn"),
    ]


# Points


def test_R_S40_24_five_points_for_a_card_out_of_the_mazzetto() -> None:
    assert gain(table("JD", mazzetto="7S"), "7S>1") == 5
    assert gain(table("-", mazzetto="AC"), "AC>b") == 15  # and ten for the base
    assert gain(table("-", mazzetto="KC"), "KC>3") == 5


def test_R_S40_25_five_points_for_a_card_uncovered() -> None:
    assert gain(table("(2D) 7S / JD"), "7S>2") == 5
    assert gain(table("(2D 3D) QC JD 7S / KH"), "QC>2") == 5
    assert gain(table("JH 7S / JD"), "7S>2") == 0
    assert gain(table("7S / JD"), "7S>2") == 0
    assert gain(table("(2D) AC"), "AC>b") == 15
    assert gain(table("(2D) JH 7S / JD"), "7S>2") == 0


def test_R_S40_26_ten_points_for_a_card_on_a_base() -> None:
    assert gain(table("2S AD"), "AD>b") == 10
    assert gain(table("AD"), "AD>b") == 10


def test_R_S40_27_ten_points_less_for_a_card_off_a_base() -> None:
    assert gain(table("6C", bases="- 5H - -"), "5H>1") == -10
    assert gain(table("-", bases="- KH - -"), "KH>1") == -10


def points_by_the_text(state: State, move: Move) -> int:
    """R-S40-24 … 27, sentence by sentence."""
    if not isinstance(move, Carry):
        return 0
    card, points = move.card, 0
    if state.bases[card.suit] >= card.rank:
        points -= 10
    elif card in state.mazzetto:
        points += 5
    else:
        number = next(n for n, column in enumerate(state.columns) if card in column)
        if state.columns[number].index(card) == state.hidden[number] > 0:
            points += 5
    return points + 10 * (move.to == BASE)


@pytest.mark.parametrize("game", EVERY_RULE, ids=str)
def test_R_S40_27_the_sum_of_all_gains_is_a_function_of_the_position(game: Solitario40) -> None:
    deltas = Counter[int]()
    for number in range(1, 13):
        total = 0
        for state, move, there in half_random_game(game, number, Random(number), 150):
            deltas[points_by_the_text(state, move)] += 1
            total += points_by_the_text(state, move)
            assert game.points(there) == game.scores(there)[0] == total >= 0
    assert {-10, 0, 5, 10, 15} <= set(deltas)


@pytest.mark.parametrize(
    ("game", "number", "points"),
    [
        (GAME, 108, 400 + 60 + 105),
        (GAME, 45, 565),
        (Solitario40(draw=1), 103, 565),
        (ANY, 59, 565),
        (Solitario40(deck=52), 75, 520 + 120 + 105),
        (Solitario40(deck=52, draw=1), 25, 745),
    ],
    ids=str,
)
def test_R_S40_27_every_solved_game_has_the_same_points(
    game: Solitario40, number: int, points: int
) -> None:
    line = solved_by_greed(game, number)
    assert game.points(line[0]) == 0
    assert game.points(line[-1]) == points
    assert all(game.points(state) < points for state in line[:-1])


def test_R_S40_27_a_position_that_is_half_way() -> None:
    # 7 on the bases, 4 of the 12 stock cards out, 9 of the 21 hidden cards uncovered.
    state = State((), (0, 1, 2, 3, 3, 2, 1), (4, 3, 0, 0), DECK_40[:5], DECK_40[5:8])
    dealt_somehow = replace(state, columns=((DECK_40[9],),) + ((),) * 6)
    assert GAME.points(dealt_somehow) == 7 * 10 + 4 * 5 + 9 * 5


def test_small_print_8_2_when_solved_no_move_is_legal() -> None:
    solved = table("-", bases="KD KH KC KS")
    assert GAME.legal_moves(solved) == () and GAME.actor(solved) is None
    assert GAME.broken_rule(solved, GAME.parse_move("KD>1")) == "R-S40-35"


def test_small_print_8_6_the_score_is_the_points() -> None:
    assert GAME.scores(GAME.start()) == (0,)
    assert GAME.scores(dealt(GAME, 3)) == (0,)
    assert GAME.scores(GAME.parse_state(STALLED)) == (45,)


# What an interface builds on


def test_R_S40_38_selection_and_destinations_follow_from_the_list() -> None:
    state = table("(2D) QC JD 7S / KH / QS / JH", mazzetto="AC", mazzo="3D")
    destinations: dict[str, list[int]] = {}
    for move in GAME.legal_moves(state):
        if isinstance(move, Carry):
            destinations.setdefault(move.card.name, []).append(move.to)
    assert destinations == {
        **{"AC": [BASE], "7S": [4], "JD": [3], "QC": [2]},
        **{"KH": [5, 6, 7], "QS": [2], "JH": [3]},
    }
    taken = after(state, "JD>3")
    assert [str(c) for c in taken.columns[2][1:]] == ["JD", "7S"]  # with all that lies on it


def test_R_S40_39_a_drop_elsewhere_is_refused_and_the_card_is_where_it_was() -> None:
    match = practice(108)
    state = match.boards[0].state
    legal = set(GAME.legal_moves(state))
    for end in {column[-1] for column in state.columns}:
        for to in range(8):
            if Carry(end, to) not in legal:
                with pytest.raises(IllegalMoveError) as refusal:
                    match.move(0, Carry(end, to))
                assert refusal.value.clause in {"R-S40-15", "R-S40-20"}
    assert match.boards[0].state == state and match.mossa == 0


def test_R_S40_40_a_double_click_asks_for_the_move_to_the_base() -> None:
    state = table("2S / 3S / AD", bases="- - - AS", mazzetto="AC")
    to_base = {
        move.card.name
        for move in GAME.legal_moves(state)
        if isinstance(move, Carry) and not move.to
    }
    assert to_base == {"2S", "AD", "AC"}


def test_R_S40_41_selecting_is_no_move_of_the_game() -> None:
    for text in ("7S", "select 7S", "7S>", ">3", ""):
        with pytest.raises(NotationError):
            GAME.parse_move(text)


# What the document leaves out


def test_R_S40_42_only_a_re_goes_to_an_empty_column() -> None:
    state = table("KS QD / - / QS / 2C", mazzetto="KH", bases="- - KC -")
    to_empty = [move for move in moves(state) if move.endswith((">2", ">5", ">6", ">7"))]
    assert to_empty == [
        *("KH>2", "KH>5", "KH>6", "KH>7"),
        *("KS>2", "KS>5", "KS>6", "KS>7"),
        *("KC>2", "KC>5", "KC>6", "KC>7"),
    ]
    run = after(state, "KS>2")
    assert [str(card) for card in run.columns[1]] == ["KS", "QD"]
    assert GAME.broken_rule(state, GAME.parse_move("QS>2")) == "R-S40-42"


def test_R_S40_42_or_any_card_by_the_option() -> None:
    state = table("KS QD / - / QS", mazzetto="5H", bases="- - AC -")
    to_empty = {move[:2] for move in moves(state, ANY) if move.endswith(">2")}
    assert to_empty == {"5H", "QD", "KS", "QS", "AC"}
    with pytest.raises(OptionError, match="king or any"):
        Solitario40(empty_column="none")


def test_R_S40_42_the_re_of_the_deck_that_is_played() -> None:
    french = Solitario40(deck=52)
    state = table("KS / - / 10S / JH", deck=DECK_52)
    assert moves(state, french) == ["KS>2", "KS>5", "KS>6", "KS>7", "10S>4"]


def test_R_S40_43_redeals_keep_the_order_cost_nothing_and_never_end() -> None:
    state = table("-", mazzo="4D 7S AC QH 2H")
    first = state
    for _ in range(30):
        for text in ("turn", "turn", "redeal"):
            assert gain(state, text) == 0
            state = after(state, text)
        assert state == first
    turned = after(state, "turn", "turn", "redeal")
    assert turned.mazzetto == () and len(turned.mazzo) == 5  # the next click turns three


def test_R_S40_43_only_when_the_mazzo_is_empty_and_the_mazzetto_is_not() -> None:
    state = table("-", mazzetto="4D", mazzo="7S")
    assert moves(state) == ["turn"]
    assert GAME.broken_rule(state, Stock.REDEAL) == "R-S40-43"
    assert moves(table("-")) == []
    gone = after(table("JD", mazzetto="7S"), "7S>1")
    assert "redeal" not in moves(gone)


def test_R_S40_44_uncovering_is_part_of_the_move() -> None:
    state = table("(2D 3C) 7S / JD")
    there = after(state, "7S>2")
    assert there.hidden[0] == 1 and [str(c) for c in there.columns[0]] == ["2D", "3C"]
    assert GAME.view(there, 0).columns[0] == (UNSEEN, card_named("3C", DECK_40))
    to_base = after(table("(2D 3C) AD"), "AD>b")
    assert to_base.hidden[0] == 1


def practice(number: int, game: Solitario40 = GAME) -> Match[State, Move]:
    return settle(new_match(game, deal_seed(number), is_practice=True))


def test_R_S40_46_undo_is_free_in_practice_and_there_is_none_in_a_contest() -> None:
    match = practice(108)
    first = match.boards[0].state
    once = match.move(0, GAME.legal_moves(first)[0])
    twice = once.move(0, GAME.legal_moves(once.boards[0].state)[0])
    assert twice.undo(0).boards[0].state == once.boards[0].state
    assert twice.undo(0).undo(0).boards[0].state == first
    with pytest.raises(IllegalMoveError):
        match.undo(0)
    for boards in (1, 2):
        rated = settle(new_match(GAME, deal_seed(108), boards=boards))
        rated = rated.move(0, GAME.legal_moves(first)[0])
        with pytest.raises(IllegalMoveError) as refusal:
            rated.undo(0)
        assert refusal.value.clause == "R-S40-46"


def test_R_S40_47_when_all_is_face_up_every_card_goes_home_by_its_own_move() -> None:
    state = table("KD QS JD / KS QD JC / KH QC / KC QH JS 7D / 7C / JH 7S / -", bases="6D 7H 6C 6S")
    sent = 0
    while not GAME.is_solved(state):
        move = next(move for move in GAME.legal_moves(state) if is_to_base(move))
        assert gain(state, str(move)) == 10
        state, sent = GAME.apply(state, move), sent + 1
    assert sent == 15


def test_R_S40_49_a_null_move_is_legal_counts_and_leads_nowhere() -> None:
    # The two stacks of the Re without hidden cards may wander about; the rest is stuck.
    state = table("KD QS / - / (2C 3C) 5D / (4C AC) 4H", bases="- - - -")
    assert "KD>2" in moves(state)
    there = after(state, "KD>2")
    assert GAME.points(there) == GAME.points(state)
    assert there.columns[1] == state.columns[0] and there.columns[0] == ()
    assert GAME.is_stalled(state) and GAME.is_stalled(there)
    covered = table("(6S) KD QS / - / (2C 3C) 5D / (4C AC) 4H")
    assert not GAME.is_stalled(covered)  # here the same move uncovers a card


def test_R_S40_49_a_null_move_counts_as_an_action() -> None:
    match = practice(1)
    state = table("KD QS / - / AC", mazzo="2D")
    tally = Tally(points=GAME.points(state))
    match = replace(match, boards=(Board(state, tally=tally),))
    moved = match.move(0, GAME.parse_move("KD>2"))
    assert moved.mossa == 1
    assert moved.boards[0].tally == Tally(tally.points, moves=1, last_gain=None)


# The rules for all games


def documented_shuffle(seed: bytes, cards: Pile) -> Pile:
    """Words of BLAKE2b(stream 0 || block), Fisher–Yates from the last place down."""
    block, words, deck = 0, list[int](), list(cards)
    for i in range(len(deck) - 1, 0, -1):
        while True:
            if not words:
                data = (0).to_bytes(8, "little") + block.to_bytes(8, "little")
                digest = blake2b(data, key=seed, person=b"tavolino").digest()
                words, block = list(unpack("<8Q", digest)), block + 1
            word = words.pop(0)
            if word < 2**64 - 2**64 % (i + 1):
                break
        j = word % (i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    return tuple(deck)


def test_R_ALL_01_the_deal_is_a_function_of_the_seed() -> None:
    agreed = 0
    for number in range(1, 40):
        deal = GAME.chance_move(GAME.start(), Rng(deal_seed(number), 0))
        if not deal.rejected:
            assert deal.cards == documented_shuffle(deal_seed(number), DECK_40)
            agreed += 1
    assert agreed > 30
    assert dealt(GAME, 7) == dealt(GAME, 7) != dealt(GAME, 8)


def test_R_ALL_01_same_seed_options_and_moves_same_game() -> None:
    lines = []
    for _ in range(2):
        match, rnd = practice(5), Random(1)
        for _ in range(40):
            match = match.move(0, rnd.choice(GAME.legal_moves(match.boards[0].state)))
        lines.append(match)
    assert lines[0] == lines[1]


@pytest.mark.parametrize("game", [GAME, ANY, Solitario40(draw=1)], ids=str)
def test_R_ALL_02_all_other_moves_are_refused_with_a_clause(game: Solitario40) -> None:
    match, rnd = practice(6, game), Random(2)
    everything: list[Move] = [*Stock, *(Carry(c, to) for c in game.cards for to in range(8))]
    clauses = Counter[str]()
    for _ in range(40):
        state = match.boards[0].state
        legal = game.legal_moves(state)
        assert len(set(legal)) == len(legal) and set(legal) <= set(everything)
        for move in rnd.sample(everything, 40):
            if move not in legal:
                with pytest.raises(IllegalMoveError) as refusal:
                    match.move(0, move)
                assert refusal.value.clause and refusal.value.clause in str(refusal.value)
                clauses[refusal.value.clause] += 1
        match = match.move(0, rnd.choice(legal))
    assert {"R-S40-15", "R-S40-17", "R-S40-18", "R-S40-20"} <= set(clauses)


def test_R_ALL_03_the_view_hides_what_the_player_has_not_seen() -> None:
    for number in range(1, 8):
        for _, _, state in half_random_game(GAME, number, Random(number), 60):
            view = GAME.view(state, 0)
            assert view == GAME.view(state, None)
            blanks = sum(map(sum, [[c == UNSEEN for c in p] for p in (*view.columns, view.mazzo)]))
            assert blanks == sum(state.hidden) + state.unseen
            assert view.mazzetto == state.mazzetto and view.bases == state.bases


@pytest.mark.parametrize("game", [GAME, Solitario40(draw=1), ANY], ids=str)
def test_R_ALL_03_unseen_cards_influence_neither_moves_nor_points_nor_stall(
    game: Solitario40,
) -> None:
    answers, others = Counter[bool](), 0
    for number in range(1, 16):
        rng = Rng(deal_seed(number), 1)
        for _, _, state in half_random_game(game, number, Random(number), 90):
            view = game.view(state, 0)
            other = game.fill(view, rng)
            assert game.view(other, 0) == view
            assert len(set(other.mazzo + other.mazzetto + sum(other.columns, ()))) == sum(
                map(len, (other.mazzo, other.mazzetto, *other.columns))
            )
            others += other != state
            stalled = game.is_stalled(state)
            assert game.is_stalled(view) is game.is_stalled(other) is stalled
            assert game.legal_moves(view) == game.legal_moves(other) == game.legal_moves(state)
            assert game.points(view) == game.points(other) == game.points(state)
            assert game.offers_points(view) == game.offers_points(state)
            answers[stalled] += 1
            if stalled:
                break
    assert answers[True] >= 3 and answers[False] >= 400 and others > 400


def test_R_ALL_03_a_refusal_tells_nothing_of_hidden_cards() -> None:
    match = practice(9)
    state = match.boards[0].state
    buried = [c for col, h in zip(state.columns, state.hidden) for c in col[:h]]
    clauses = set()
    for card in (*buried, *state.mazzo):
        with pytest.raises(IllegalMoveError) as refusal:
            match.move(0, Carry(card, 1))
        clauses.add(refusal.value.clause)
        reason = str(refusal.value).partition(" is against ")[2]
        assert not any(f" {hidden} " in f" {reason} " for hidden in (*buried, *state.mazzo))
    assert len(clauses) == 1  # buried in a column or in the mazzo: the same answer


def test_R_ALL_04_the_facts_behind_the_notices() -> None:
    """s40.stall, s40.solved, s40.time, s40.refused: the rules say what, the client says it."""
    assert GAME.ruling([GAME.parse_state(STALLED)]) is Stop.STALL
    assert GAME.winners(table("-", bases="KD KH KC KS")) == (0,)
    assert GAME.stop(dealt(GAME, 1), Stop.TIME_UP).stopped is Stop.TIME_UP
    assert GAME.broken_rule(table("KD / 2S"), GAME.parse_move("2S>1")) == "R-S40-15"


def test_R_ALL_05_a_refused_input_changes_nothing() -> None:
    match = practice(10).move(0, Stock.TURN)
    before = str(Record(match, ("Anna",), 10))
    for text in ("redeal", "KD>1", "AS>b", "7C>7"):
        if GAME.parse_move(text) not in GAME.legal_moves(match.boards[0].state):
            with pytest.raises(TavolinoError):
                match.move(0, GAME.parse_move(text))
    assert str(Record(match, ("Anna",), 10)) == before
    assert parse_record(before).match.boards == match.boards


def test_before_the_deal_only_chance_acts() -> None:
    start = GAME.start()
    assert GAME.actor(start) == CHANCE and GAME.legal_moves(start) == ()
    assert not GAME.is_stalled(start) and GAME.points(start) == 0 and not GAME.is_solved(start)
    deal = GAME.chance_move(start, Rng(deal_seed(1), 0))
    assert GAME.can_happen(start, deal) and not GAME.can_happen(dealt(GAME, 1), deal)
    assert not GAME.can_happen(start, Deal(deal.cards[:-1] + deal.cards[:1], 0))
    assert not GAME.can_happen(start, Deal(deal.cards, -1))
