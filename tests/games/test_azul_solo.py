"""Azul in solitario, clause by clause (R-AZ-…)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tavolino.chance import Rng, deal_seed
from tavolino.game import CHANCE, IllegalMoveError, NotationError, OptionError, Stop, options_of
from tavolino.games.azul_solo import (
    AutomaTurn,
    AzulSolo,
    Fill,
    Holder,
    Move,
    Roll,
    State,
    Take,
    wall_column,
)
from tavolino.match import Board, Entry, Match, new_match, settle

GAME = AzulSolo()
FIRST_ROUND_ONLY = AzulSolo(marker_home="first_round_only")
DOCS = Path(__file__).parents[2] / "docs" / "rules"
COLOURS = "BYRKW"
BAG = COLOURS * 14

Step = tuple[State, Move, State]


def table(trays: str = "- - - - - -", centre: str = "", **rest: Any) -> State:
    """A position in round 1, the human to move; a dash is an empty tray."""
    start = State(
        sequence="RWBKY", bag=BAG, round=1, mover=Holder.HUMAN, marker=Holder.AUTOMA, centre=centre
    )
    return start._replace(trays=heaps(trays), **rest)


def heaps(text: str) -> tuple[str, ...]:
    return tuple(heap.replace("-", "") for heap in text.split(" "))


def take(state: State, text: str, game: AzulSolo = GAME) -> State:
    """The human's move, through the list of legal ones."""
    move = game.parse_move(text)
    assert move in game.legal_moves(state), f"{text} is not legal in {state}"
    return game.apply(state, move)


def roll(state: State, die: int, game: AzulSolo = GAME) -> State:
    """The automa's move: it is made to be its turn."""
    state = state._replace(mover=Holder.AUTOMA)
    assert game.actor(state) == CHANCE
    assert game.can_happen(state, Roll(die))
    return game.apply(state, Roll(die))


def answer(state: State, die: int) -> AutomaTurn:
    done = roll(state, die).answer
    assert done is not None
    return done


def round_end(game: AzulSolo = GAME, **rest: Any) -> State:
    """The automa takes the last tile of a round, a black one from tray SIX."""
    return roll(table("- - - - - K", **rest), 6, game)


def same(heap: str, tiles: str) -> bool:
    return Counter(heap) == Counter(tiles)


def texts(state: State, game: AzulSolo = GAME) -> list[str]:
    return list(map(str, game.legal_moves(state)))


def at(state: State) -> Match[State, Move]:
    """A match that stands in this position."""
    return Match(GAME, (Board(state),), seed=deal_seed(1))


def refused(state: State, move: Move) -> str | None:
    """The clause by which the gate refuses a move of the human."""
    match = at(state)
    with pytest.raises(IllegalMoveError) as error:
        match.play(Entry(0, 0, move))
    assert match == at(state)  # R-ALL-05
    return error.value.clause


def careful(state: State, moves: Sequence[Move], rng: random.Random) -> Move:
    """Fill lines exactly if possible: walls grow as fast as they can."""

    def worth(move: Move) -> tuple[bool, int, float]:
        assert isinstance(move, Take)
        source, colour, line = move
        heap = state.trays[source - 1] if source else state.centre
        room = line - len(state.lines[line - 1]) if line else 0
        return line > 0, -abs(room - heap.count(colour)), rng.random()

    return max(moves, key=worth)


def at_random(state: State, moves: Sequence[Move], rng: random.Random) -> Move:
    return rng.choice(moves)


def played(game: AzulSolo, number: int) -> Iterator[Step]:
    """A whole game; with even numbers at random, with odd ones carefully."""
    rng, chance = random.Random(number), Rng(deal_seed(number + 1), 0)
    choose = careful if number % 2 else at_random
    state = game.start()
    while (actor := game.actor(state)) is not None:
        if actor == CHANCE:
            move = game.chance_move(state, chance)
        else:
            move = choose(state, game.legal_moves(state), rng)
        after = game.apply(state, move)
        yield state, move, after
        state = after


@cache
def many(game: AzulSolo = GAME) -> tuple[tuple[Step, ...], ...]:
    return tuple(tuple(played(game, number)) for number in range(200))


def steps(game: AzulSolo = GAME) -> Iterator[Step]:
    for each in many(game):
        yield from each


def is_refill(before: State, after: State) -> bool:
    return after.round > before.round and after.round <= 4


# Set-up


def test_R_AZ_01_six_trays() -> None:
    dealt = GAME.apply(GAME.start(), Fill("RWBKY", COLOURS * 19))
    assert len(dealt.trays) == 6
    assert all(dealt.trays)
    for page in ("azul_solo.en.md", "azul_solo.it.md"):
        drawing = (DOCS / page).read_text(encoding="utf-8").split("```")[1].splitlines()
        row = {n: i for i, line in enumerate(drawing) for n in "123456" if f" {n}" in line}
        assert row["1"] < row["6"] == row["2"] < row["5"] == row["3"] < row["4"]
        assert drawing[row["2"]].index("6") < drawing[row["2"]].index("2")
        assert drawing[row["3"]].index("5") < drawing[row["3"]].index("3")


def test_R_AZ_02_colour_sequence_is_one_tile_of_each_colour_in_random_order() -> None:
    fills = [GAME.chance_move(GAME.start(), Rng(deal_seed(n), 0)) for n in range(1, 201)]
    for fill in fills:
        assert isinstance(fill, Fill)
        assert sorted(fill.sequence) == sorted(COLOURS)
        assert Counter(fill.bag) == dict.fromkeys(COLOURS, 19)
        assert GAME.can_happen(GAME.start(), fill)
    assert {fill.sequence[0] for fill in fills if isinstance(fill, Fill)} == set(COLOURS)
    assert len({fill.sequence for fill in fills if isinstance(fill, Fill)}) > 60


def test_R_AZ_02_colour_sequence_is_fixed_and_in_view() -> None:
    for game in many()[:20]:
        assert len({after.sequence for _, _, after in game}) == 1
        for _, _, after in game:
            assert GAME.view(after, 0).sequence == after.sequence
            assert set(GAME.view(after, 0).bag) <= {"?"}


@pytest.mark.parametrize(
    "fill",
    [
        Fill("RWBKK", COLOURS * 19),
        Fill("RWBK", COLOURS * 19),
        Fill("RWBKY", COLOURS * 20),
        Fill("RWBKY", COLOURS * 18 + "BBBBB"),
    ],
)
def test_R_AZ_02_no_other_bag_can_happen(fill: Fill) -> None:
    assert not GAME.can_happen(GAME.start(), fill)


def test_R_AZ_03_a_fair_die() -> None:
    state = table("RRB - - - - -", mover=Holder.AUTOMA)
    assert list(GAME.legal_moves(state)) == [Roll(n) for n in range(1, 7)]
    rng = Rng(deal_seed(7), 0)
    faces = Counter(GAME.chance_move(state, rng) for _ in range(1200))
    assert set(faces) == {Roll(n) for n in range(1, 7)}
    assert all(150 < times < 250 for times in faces.values())
    assert not GAME.can_happen(state, Roll(0))
    assert not GAME.can_happen(state, Roll(7))


def test_R_AZ_03_rolled_once_a_move_also_for_an_empty_tray() -> None:
    state = roll(table("RRB - - - - -", "KK"), 4)
    assert state.answer is not None and state.answer.die == 4
    assert state.mover is Holder.HUMAN
    assert GAME.actor(state) == 0
    assert not GAME.can_happen(state, Roll(3))


def test_R_AZ_03_the_roll_is_in_the_log() -> None:
    match = settle(new_match(GAME, deal_seed(3)))
    match = match.move(0, match.game.legal_moves(match.boards[0].state)[0])
    last = match.boards[0].state.answer
    assert last is not None
    assert str(match.log[-1]) == f"dealer 1: roll {last.die}"


def test_R_AZ_03_the_human_does_not_roll() -> None:
    assert refused(table("RRB - - - - -"), Roll(1)) == "R-AZ-03"


def test_R_AZ_04_marker_goes_to_the_centre_with_the_rest_of_tray_one() -> None:
    after = take(table("RRB BBYK - - - -", marker=Holder.TRAY), "1R>2")
    assert after.marker is Holder.CENTRE
    assert same(after.centre, "B")
    assert after.trays[0] == ""
    assert after.floor == ""
    assert after.lines[1] == "RR"


def test_R_AZ_04_other_trays_leave_the_marker_where_it_is() -> None:
    after = take(table("RRB BBYK - - - -", marker=Holder.TRAY), "2B>2")
    assert after.marker is Holder.TRAY
    assert after.trays[0] == "RRB"


def test_R_AZ_04_the_human_never_gets_the_marker_from_a_tray() -> None:
    for before, move, after in steps():
        if isinstance(move, Take) and before.marker is Holder.TRAY and after.round == before.round:
            assert after.marker is (Holder.CENTRE if move.source == 1 else Holder.TRAY)


def test_R_AZ_05_three_tiles_and_the_marker_on_tray_one_in_every_round() -> None:
    refills = [after for before, _, after in steps() if is_refill(before, after)]
    assert len(refills) == 4 * len(many())
    for state in refills:
        assert list(map(len, state.trays)) == [3, 4, 4, 4, 4, 4]
        assert state.centre == ""
        assert state.marker is Holder.TRAY


def test_R_AZ_05_first_round_only() -> None:
    """RULES 8.3: later every tray gets four tiles, and the marker starts in the centre."""
    for game in many(FIRST_ROUND_ONLY)[:50]:
        first, *later = [after for before, _, after in game if is_refill(before, after)]
        assert (list(map(len, first.trays)), first.marker) == ([3, 4, 4, 4, 4, 4], Holder.TRAY)
        assert len(later) == 3
        for state in later:
            assert (list(map(len, state.trays)), state.marker) == ([4] * 6, Holder.CENTRE)
            assert state.centre == ""


def test_R_AZ_05_first_round_only_a_roll_of_one_is_then_like_any_other() -> None:
    state = table("RRRB - - - - -", marker=Holder.CENTRE, round=2)
    after = roll(state, 1, FIRST_ROUND_ONLY)
    assert after.answer == AutomaTurn(1, 2, 1, "RRR", False)
    assert after.marker is Holder.CENTRE


def test_R_AZ_05_marker_home_is_the_only_option() -> None:
    assert options_of(GAME) == {"marker_home": "every_round"}
    with pytest.raises(OptionError):
        AzulSolo(marker_home="never")


def test_R_AZ_06_the_number_rolled_names_the_tray() -> None:
    state = table("BBB YYYY RRRR KKKK WWWW BBYY", marker=Holder.HUMAN)
    for die, tiles in enumerate(["BBB", "YYYY", "RRRR", "KKKK", "WWWW", "BB"], 1):
        assert answer(state, die) == AutomaTurn(die, 2, die, tiles, False)


# The order of play


def test_R_AZ_07_strict_alternation_without_passes() -> None:
    for before, move, after in steps():
        if after.round == before.round and isinstance(move, Roll | Take):
            assert {before.mover, after.mover} == {Holder.HUMAN, Holder.AUTOMA}
    state = table("RRB BBYK - - - -", "KW", marker=Holder.CENTRE)
    for move in GAME.legal_moves(state):
        after = GAME.apply(state, move)
        left = sum(map(len, after.trays)) + len(after.centre)
        assert left < 9
        assert after.mover is Holder.AUTOMA


def test_R_AZ_08_the_human_starts_the_first_round() -> None:
    for game in many():
        dealt = game[0][2]
        assert dealt.round == 1
        assert dealt.starter is dealt.mover is Holder.HUMAN
        assert GAME.actor(dealt) == 0


@pytest.mark.parametrize("holder", [Holder.HUMAN, Holder.AUTOMA])
@pytest.mark.parametrize("starter", [Holder.HUMAN, Holder.AUTOMA])
def test_R_AZ_09_the_holder_of_the_marker_starts(holder: Holder, starter: Holder) -> None:
    last = table("- - - - - K", marker=holder, starter=starter)
    for after in (roll(last, 6), take(last, "6K>1")):
        assert after.round == 2
        assert after.starter is after.mover is holder
        assert GAME.actor(after) == (0 if holder is Holder.HUMAN else CHANCE)


# The automa


@pytest.mark.parametrize(
    ("trays", "centre", "marker", "die", "priority"),
    [
        ("RRB YYYY - - - -", "KK", Holder.TRAY, 1, 1),
        ("RRB YYYY - - - -", "KK", Holder.AUTOMA, 1, 2),
        ("RRB YYYY - - - -", "KKKKK", Holder.TRAY, 2, 2),
        ("RRB YYYY - - - -", "K", Holder.TRAY, 3, 3),
        ("- YYYY - - - -", "K", Holder.CENTRE, 1, 3),
        ("RRB YYYY - - - -", "", Holder.TRAY, 3, 4),
        ("- YYYY - - - -", "", Holder.CENTRE, 1, 4),
    ],
)
def test_R_AZ_10_the_first_priority_that_applies(
    trays: str, centre: str, marker: Holder, die: int, priority: int
) -> None:
    assert answer(table(trays, centre, marker=marker), die).priority == priority


def test_R_AZ_10_exactly_one_action_a_move() -> None:
    for before, move, after in steps():
        if isinstance(move, Roll):
            assert after.answer is not None
            gained = Counter(after.pile) - Counter(before.pile)
            assert len(gained) == (after.answer.priority > 1)
            assert sum(gained.values()) == len(after.pile) - len(before.pile)
            assert gained == Counter(after.answer.tiles)


def test_R_AZ_11_P1_only_the_marker_and_the_tiles_go_to_the_centre() -> None:
    after = roll(table("RRB BBYK - - - -", "W", marker=Holder.TRAY), 1)
    assert after.marker is Holder.AUTOMA
    assert after.pile == ""
    assert after.trays == heaps("- BBYK - - - -")
    assert same(after.centre, "WRRB")
    assert after.answer == AutomaTurn(1, 1, 1, "", True)


@pytest.mark.parametrize("die", range(2, 7))
def test_R_AZ_11_P1_needs_a_roll_of_one(die: int) -> None:
    after = roll(table("RRB BBYK KKKW RYBW WWRR YYYY", marker=Holder.TRAY), die)
    assert after.marker is Holder.TRAY
    assert after.trays[0] == "RRB"


def test_R_AZ_12_P2_the_largest_group_of_the_tray() -> None:
    after = roll(table("RRB BBYK KKKW RYBW WWRR YYYY", marker=Holder.TRAY), 3)
    assert same(after.pile, "KKK")
    assert same(after.centre, "W")
    assert after.trays == heaps("RRB BBYK - RYBW WWRR YYYY")


def test_R_AZ_12_P2_a_tray_of_one_colour_leaves_nothing() -> None:
    after = roll(table("RRB - - - - YYYY", marker=Holder.TRAY), 6)
    assert same(after.pile, "YYYY")
    assert after.centre == ""


@pytest.mark.parametrize(
    ("sequence", "tray", "tiles"),
    [
        ("RWBKY", "RRWW", "RR"),
        ("WRBKY", "RRWW", "WW"),
        ("YKBWR", "BYRK", "Y"),
        ("KYBWR", "BYRK", "K"),
        ("WKRYB", "BYYY", "YYY"),
    ],
)
def test_R_AZ_13_ties_go_to_the_leftmost_colour(sequence: str, tray: str, tiles: str) -> None:
    state = table(f"- {tray} - - - -", sequence=sequence)
    assert answer(state, 2).tiles == tiles
    assert answer(table("- - - B - -", tray, sequence=sequence), 2).tiles == tiles  # P3 too


def test_R_AZ_14_P3_the_largest_group_of_the_centre() -> None:
    after = roll(table("- BBBB KKKW - - -", "KKYYYW"), 5)
    assert same(after.pile, "YYY")
    assert same(after.centre, "KKW")
    assert after.trays == heaps("- BBBB KKKW - - -")


def test_R_AZ_15_P3_takes_the_marker_along() -> None:
    after = roll(table("- BBYK - - - -", "KKYYW", marker=Holder.CENTRE), 1)
    assert same(after.pile, "KK")
    assert after.marker is Holder.AUTOMA
    assert after.answer == AutomaTurn(1, 3, 0, "KK", True)


def test_R_AZ_15_P2_leaves_the_marker_in_the_centre() -> None:
    after = roll(table("- BBYK - - - -", "KKYYW", marker=Holder.CENTRE), 2)
    assert after.marker is Holder.CENTRE


@pytest.mark.parametrize(
    ("sequence", "trays", "source", "tiles"),
    [
        ("RWBKY", "- - KKKW - WWRR -", 3, "KKK"),  # size first
        ("RWBKY", "- KKBB - - RRYY -", 5, "RR"),  # then the Sequence, before the tray
        ("WRBKY", "- - WWRR WWYY - -", 3, "WW"),  # then the tray number
        ("RWBKY", "- - WWBB WWYY YYKB -", 3, "WW"),
        ("WRBKY", "- KKKB WWRR WWYY - -", 2, "KKK"),  # groups are not summed over trays
        ("YKBWR", "- - - B - R", 4, "B"),
    ],
)
def test_R_AZ_16_P4_size_then_sequence_then_tray(
    sequence: str, trays: str, source: int, tiles: str
) -> None:
    state = table(trays, sequence=sequence)
    assert answer(state, 1) == AutomaTurn(1, 4, source, tiles, False)


def test_R_AZ_16_P4_the_rest_goes_to_the_centre() -> None:
    after = roll(table("- - KKKW - WWRR -"), 2)
    assert same(after.centre, "W")
    assert after.trays == heaps("- - - - WWRR -")


def test_R_AZ_16_P4_also_when_the_centre_has_only_the_marker() -> None:
    after = roll(table("- - - KKWY - -", marker=Holder.CENTRE), 2)
    assert after.answer == AutomaTurn(2, 4, 4, "KK", False)


def test_R_AZ_17_P4_takes_the_marker_of_tray_one() -> None:
    after = roll(table("RRB - - KKWY - -", marker=Holder.TRAY), 2)
    assert after.answer == AutomaTurn(2, 4, 1, "RR", True)
    assert after.marker is Holder.AUTOMA
    assert same(after.pile, "RR")
    assert same(after.centre, "B")


def test_R_AZ_17_P4_leaves_a_marker_elsewhere() -> None:
    assert roll(table("- - - KKWY - -", marker=Holder.CENTRE), 2).marker is Holder.CENTRE
    assert roll(table("RBY - - KKWY - -", marker=Holder.TRAY), 2).marker is Holder.TRAY


def test_R_AZ_18_the_automa_has_only_a_pile() -> None:
    state = table("- KKKW - - - -", lines=heaps("B YY - - -"), pile="BBY", floor="K")
    after = roll(state, 2)
    assert same(after.pile, "BBYKKK")
    assert (after.lines, after.wall, after.floor) == (state.lines, state.wall, state.floor)
    assert after.score == state.score
    assert GAME.scores(after)[1] == 6


def test_R_AZ_19_discards_are_apart_from_the_pile_and_never_come_back() -> None:
    after = round_end(lines=heaps("B YY RRR - -"), floor="MWW", pile="BB", discards="Y")
    assert same(after.discards, "YYRRWW")
    assert same(after.pile, "BBK")
    for before, _, following in steps():
        assert before.bag == "" or before.bag.endswith(following.bag)
        assert len(following.discards) >= len(before.discards)
        assert len(following.pile) >= len(before.pile)


def test_R_AZ_19_every_tile_is_somewhere() -> None:
    for _, _, state in steps():
        where = "".join((*state.trays, *state.lines, *state.wall, state.centre, state.bag))
        where += state.floor.replace("M", "") + state.discards + state.pile
        assert Counter(where) == dict.fromkeys(COLOURS, 19)


# The end


def test_R_AZ_20_exactly_four_rounds() -> None:
    for game in many():
        assert {before.round for before, _, _ in game} == {0, 1, 2, 3, 4}
        assert GAME.actor(game[-1][2]) is None
        assert GAME.legal_moves(game[-1][2]) == ()
        assert all(GAME.actor(after) is not None for _, _, after in game[:-1])


def test_R_AZ_20_theorem_no_wall_row_is_ever_complete() -> None:
    rows = [len(row) for _, _, state in steps() for row in state.wall]
    assert max(rows) == 4
    for before, _, after in steps():
        if after.round > before.round:
            grown = [len(b) - len(a) for a, b in zip(before.wall, after.wall)]
            assert set(grown) <= {0, 1}


def test_R_AZ_20_nothing_can_be_played_after_the_end() -> None:
    over = round_end(round=4)
    assert GAME.actor(over) is None
    assert refused(over, Take(1, "B", 1)) == "R-AZ-20"


def test_R_AZ_21_the_human_is_counted_in_the_standard_way() -> None:
    """12 points, five of a column (+5), a floor of three (−4), the whole column (+7)."""
    wall = heaps("Y B WK K -")  # column 2 but for its last row, and K beside the W
    after = round_end(
        round=4, score=12, wall=wall, lines=heaps("- - - - RRRRR"), floor="WWW", marker=Holder.HUMAN
    )
    assert after.score == 12 + 5 - 4 + 7
    beside = round_end(score=12, wall=heaps("B - - - -"), lines=heaps("Y - - - -"), floor="WWW")
    assert beside.score == 12 + 2 - 4


def test_R_AZ_22_a_point_for_each_tile_taken_and_none_for_the_marker() -> None:
    state = table("RRB BBYK - - - -", marker=Holder.TRAY, pile="BBYYW")
    assert GAME.scores(state) == (0, 5)
    assert GAME.scores(roll(state, 1)) == (0, 5)
    assert GAME.scores(roll(state, 2)) == (0, 7)
    for _, _, after in steps():
        if after.round <= 4:
            assert GAME.scores(after)[1] == len(after.pile)


@pytest.mark.parametrize(
    ("marker", "points"), [(Holder.AUTOMA, 57), (Holder.HUMAN, 47), (Holder.CENTRE, 47)]
)
def test_R_AZ_23_ten_points_for_the_automa_with_the_marker(marker: Holder, points: int) -> None:
    last = table("- - - - - K", round=4, marker=marker, pile="B" * 46, score=30)
    assert GAME.scores(last) == (30, 46)  # only at the end (RULES 8.6)
    assert GAME.scores(roll(last, 6)) == (30, points)


@pytest.mark.parametrize(("human", "winners"), [(58, (0,)), (57, ()), (56, ())])
def test_R_AZ_24_most_points_win_and_equal_points_are_a_draw(
    human: int, winners: tuple[int, ...]
) -> None:
    over = round_end(round=4, marker=Holder.AUTOMA, pile="B" * 46, score=human)
    assert GAME.scores(over) == (human, 57)
    assert GAME.winners(over) == winners


def test_R_AZ_24_nobody_has_won_before_the_end() -> None:
    assert GAME.winners(round_end(score=90)) == ()
    assert GAME.winners(GAME.stop(table("B - - - - -", score=90), Stop.TIME_UP)) == ()


# What the document leaves out


def test_R_AZ_25_a_round_ends_with_the_last_tile() -> None:
    before = table("- - - - - K", marker=Holder.CENTRE)
    assert roll(before, 6).round == 2
    assert take(before, "6K>1").round == 2
    assert take(table(centre="KK", marker=Holder.CENTRE), "cK>1").round == 2
    assert take(table("- - - - B K"), "6K>1").round == 1
    assert take(table("- - - - - KB"), "6K>1").round == 1


def test_R_AZ_26_refill_in_the_order_of_the_bag() -> None:
    bag = "".join(random.Random(26).sample(COLOURS * 19, 95))
    match = new_match(GAME, deal_seed(1)).play(Entry(CHANCE, 0, Fill("YKWRB", bag)))
    rng = random.Random(26)
    for drawn in (0, 23, 46, 69):
        state = match.boards[0].state
        assert state.round == drawn // 23 + 1
        assert same(state.trays[0], bag[drawn : drawn + 3])
        for tray in range(1, 6):
            at_bag = drawn + 3 + 4 * (tray - 1)
            assert same(state.trays[tray], bag[at_bag : at_bag + 4])
        assert state.bag == bag[drawn + 23 :]
        while match.boards[0].state.round == state.round:
            here = match.boards[0].state
            if GAME.actor(here) == CHANCE:
                match = match.play(Entry(CHANCE, 0, Roll(rng.randint(1, 6))))
            else:
                match = match.play(Entry(0, 0, rng.choice(GAME.legal_moves(here))))
    assert match.is_over
    assert sum(isinstance(entry.act, Fill) for entry in match.log) == 1  # shuffled once
    assert match.boards[0].state.bag == bag[92:]


def test_R_AZ_27_the_first_to_take_from_the_centre_gets_the_marker() -> None:
    state = table("- BBYK - - - -", "KKYYW", marker=Holder.CENTRE)
    human = take(state, "cY>2")
    assert (human.marker, human.floor) == (Holder.HUMAN, "M")
    automa = roll(state, 1)
    assert (automa.marker, automa.floor) == (Holder.AUTOMA, "")
    again = roll(human, 1)
    assert again.marker is Holder.HUMAN
    after = take(automa, "cY>2")
    assert (after.marker, after.floor) == (Holder.AUTOMA, "")


def test_R_AZ_27_the_marker_waits_alone_in_the_centre() -> None:
    after = take(table("RRR BBYK - - - -", marker=Holder.TRAY), "1R>3")
    assert (after.centre, after.marker) == ("", Holder.CENTRE)
    mine = after._replace(mover=Holder.HUMAN)
    assert not [text for text in texts(mine) if text.startswith("c")]
    assert refused(mine, Take(0, "R", 1)) == "R-AZ-S01"
    assert roll(after, 2).marker is Holder.CENTRE


def test_R_AZ_28_nobody_takes_the_marker() -> None:
    for starter in (Holder.HUMAN, Holder.AUTOMA):
        last = table("RRR - - - - -", marker=Holder.TRAY, starter=starter, round=2)
        after = take(last, "1R>3")
        assert (after.round, after.starter, after.mover) == (3, starter, starter)
        over = take(last._replace(round=4, pile="B" * 44), "1R>3")
        assert GAME.scores(over)[1] == 44
        assert over.marker is Holder.CENTRE


@pytest.mark.parametrize("marker", [Holder.HUMAN, Holder.AUTOMA, Holder.CENTRE])
def test_R_AZ_29_the_marker_returns_to_tray_one(marker: Holder) -> None:
    assert round_end(marker=marker).marker is Holder.TRAY
    assert round_end(FIRST_ROUND_ONLY, marker=marker).marker is Holder.CENTRE  # RULES 8.13


# The normal rules


def test_R_AZ_S01_all_tiles_of_a_colour_from_a_tray() -> None:
    after = take(table("- BBYK - - RRYY -", "Y"), "2B>5")
    assert after.lines[4] == "BB"
    assert same(after.centre, "YYK")
    assert after.trays == heaps("- - - - RRYY -")


def test_R_AZ_S01_all_tiles_of_a_colour_from_the_centre() -> None:
    after = take(table("- BBYK - - - -", "YYYKW"), "cY>5")
    assert after.lines[4] == "YYY"
    assert same(after.centre, "KW")
    assert after.trays == heaps("- BBYK - - - -")


def test_R_AZ_S01_only_what_is_there() -> None:
    state = table("- BBYK - - - -", "W")
    assert {text[:2] for text in texts(state)} == {"2B", "2Y", "2K", "cW"}
    assert refused(state, Take(2, "R", 1)) == "R-AZ-S01"
    assert refused(state, Take(1, "B", 1)) == "R-AZ-S01"
    assert refused(state, Take(0, "B", 1)) == "R-AZ-S01"


def test_R_AZ_S02_one_line_or_the_floor() -> None:
    state = table("- BB - - - -", "W")
    blue = [text for text in texts(state) if text.startswith("2B")]
    assert blue == ["2B>1", "2B>2", "2B>3", "2B>4", "2B>5", "2B>f"]
    for number in range(1, 6):
        after = take(state, f"2B>{number}")
        filled = min(number, 2)
        assert [len(line) for line in after.lines] == [
            filled if line == number else 0 for line in range(1, 6)
        ]
        assert after.floor == "B" * (2 - filled)
    assert take(state, "2B>f").floor == "BB"


def test_R_AZ_S03_only_the_excess_falls() -> None:
    after = take(table("- YYYY - - - -", "W", lines=heaps("- - Y - -")), "2Y>3")
    assert after.lines == heaps("- - YYY - -")
    assert after.floor == "YY"


def test_R_AZ_S04_always_a_legal_move_while_tiles_exist() -> None:
    full = table("- K - - - -", lines=heaps("B YY RRR WWWW BBBBB"), floor="W" * 7)
    assert texts(full) == ["2K>f"]
    assert same(take(full, "2K>f").discards, "KYRRWWWBBBB" + "W" * 7)
    for _, _, state in steps():
        if GAME.actor(state) == 0:
            assert GAME.legal_moves(state)


def test_R_AZ_S05_the_marker_is_laid_first() -> None:
    after = take(table(centre="KKW", marker=Holder.CENTRE), "cK>1")
    assert after.floor == "MK"
    assert (after.marker, after.lines[0], after.centre) == (Holder.HUMAN, "K", "W")
    later = take(table(centre="KKW", marker=Holder.CENTRE, floor="BY"), "cK>f")
    assert later.floor == "BYMKK"


def test_R_AZ_S05_the_marker_counts_like_a_tile_on_the_floor() -> None:
    assert round_end(score=20, floor="M").score == 19
    assert round_end(score=20, floor="BYM").score == 16


def test_R_AZ_S05_a_full_floor_keeps_the_marker_beside_the_board() -> None:
    state = table(centre="KK", marker=Holder.CENTRE, floor="B" * 7, score=40)
    after = take(state, "cK>5")
    assert after.starter is after.mover is Holder.HUMAN
    assert after.score == 40 - 14
    assert same(after.discards, "B" * 7)
    one_left = take(table(centre="KKW", marker=Holder.CENTRE, floor="B" * 6), "cK>f")
    assert one_left.floor == "BBBBBBM"
    assert same(one_left.discards, "KK")


def test_R_AZ_S06_a_line_begun_accepts_only_its_colour() -> None:
    state = table("- BBYK - - - -", lines=heaps("- Y - - -"))
    assert "2B>2" not in texts(state)
    assert "2Y>2" in texts(state)
    assert refused(state, Take(2, "B", 2)) == "R-AZ-S06"


def test_R_AZ_S06_a_full_line_accepts_nothing() -> None:
    state = table("- BBYK - - - -", lines=heaps("- YY - - -"))
    assert "2Y>2" not in texts(state)
    assert refused(state, Take(2, "Y", 2)) == "R-AZ-S06"


def test_R_AZ_S06_no_colour_twice_on_a_wall_row() -> None:
    state = table("- BBYK - - - -", wall=heaps("- - B - -"))
    assert "2B>3" not in texts(state)
    assert {"2B>2", "2B>4", "2Y>3"} <= set(texts(state))
    assert refused(state, Take(2, "B", 3)) == "R-AZ-S06"


def test_R_AZ_S07_everything_to_the_floor_by_choice() -> None:
    after = take(table("- RRRB - - - -"), "2R>f")
    assert after.floor == "RRR"
    assert after.lines == ("",) * 5


@pytest.mark.parametrize(("pieces", "penalty"), list(enumerate([0, 1, 2, 4, 6, 8, 11, 14])))
def test_R_AZ_S08_floor_penalties(pieces: int, penalty: int) -> None:
    after = round_end(score=50, floor="W" * pieces)
    assert after.score == 50 - penalty


def test_R_AZ_S08_what_does_not_fit_is_discarded_free() -> None:
    after = take(table("- RRR - - - -", "K", floor="W" * 6, score=50), "2R>f")
    assert after.floor == "W" * 6 + "R"
    assert same(after.discards, "RR")
    assert roll(after, 2).score == 50 - 14


def test_R_AZ_S09_the_coloured_wall() -> None:
    drawing = ["BYRKW", "WBYRK", "KWBYR", "RKWBY", "YRKWB"]
    for row, colours in enumerate(drawing):
        assert [wall_column(row, colour) for colour in colours] == [0, 1, 2, 3, 4]


def test_R_AZ_S09_wall_places_decide_who_is_beside_whom() -> None:
    """White in row 2 lies under blue in row 1, and not beside the black of the far end."""
    assert round_end(wall=heaps("B K - - -"), lines=heaps("- WW - - -")).score == 2
    assert round_end(wall=heaps("W K - - -"), lines=heaps("- WW - - -")).score == 1


@pytest.mark.parametrize(
    ("wall", "lines", "points"),
    [
        ("- - - - -", "B - - - -", 1),
        ("BY - - - -", "R - - - -", 3),
        ("BYKW - - - -", "R - - - -", 5),  # both sides
        ("BK - - - -", "R - - - -", 2),  # a gap ends the run
        ("- W K - -", "B - - - -", 3),
        ("Y B K - -", "- - WWW - -", 5),  # two across and three down
        ("- B - K -", "- - WWW - -", 3),  # above and below
        ("B - - - -", "- BB - - -", 1),  # diagonally: alone
    ],
)
def test_R_AZ_S10_points_of_a_tile(wall: str, lines: str, points: int) -> None:
    assert round_end(wall=heaps(wall), lines=heaps(lines)).score == points


def test_R_AZ_S10_rows_from_top_to_bottom() -> None:
    """Column 1 is B W K: blue comes first and is alone, then white makes three."""
    after = round_end(wall=heaps("- - K - -"), lines=heaps("B WW - - -"))
    assert after.score == 1 + 3
    assert after.wall == heaps("B W K - -")


def test_R_AZ_S10_one_tile_of_each_complete_line_the_rest_is_discarded() -> None:
    after = round_end(lines=heaps("B Y RRR KKK WWWWW"))
    assert after.wall == heaps("B - R - W")
    assert after.lines == heaps("- Y - KKK -")
    assert same(after.discards, "RRWWWW")


def test_R_AZ_S11_never_below_zero_and_checked_after_the_gains() -> None:
    row_of_two: dict[str, Any] = {"wall": heaps("B - - - -"), "lines": heaps("Y - - - -")}
    assert round_end(score=3, floor="W" * 7, **row_of_two).score == 0
    assert round_end(score=0, floor="WW", **row_of_two).score == 0
    assert round_end(score=0, floor="W", **row_of_two).score == 1
    assert round_end(score=3, floor="MW", **row_of_two).floor == ""


def test_R_AZ_S11_bonuses_come_after_the_floor() -> None:
    column = heaps("B W K R -")
    over = round_end(round=4, wall=column, lines=heaps("- - - - YYYYY"), floor="W" * 7, score=1)
    assert over.score == max(0, 1 + 5 - 14) + 7


@pytest.mark.parametrize(
    ("wall", "bonus"),
    [
        ("- - - - -", 0),
        ("B W K R -", 0),  # four of a column
        ("B W K R Y", 7),  # column 1
        ("BY WB KW RK YR", 14),  # columns 1 and 2
        ("B B B B -", 0),
        ("B B B B B", 10),
        ("BY B BW BK BR", 17),  # column 2 and blue
        ("BYRK BW - - -", 0),
        ("BYRKW - - - -", 2),  # never seen in four rounds (R-AZ-20)
    ],
)
def test_R_AZ_S12_bonuses(wall: str, bonus: int) -> None:
    assert round_end(round=4, wall=heaps(wall)).score == bonus
    assert round_end(round=3, wall=heaps(wall)).score == 0  # only at the end (RULES 8.6)


def test_R_AZ_S12_nothing_for_incomplete_lines() -> None:
    over = round_end(round=4, lines=heaps("- Y RR KKK WWWW"))
    assert over.score == 0
    assert over.lines == heaps("- Y RR KKK WWWW")


# Theorems, over a few hundred games


def test_bag_counts_95_92_3() -> None:
    for game in many():
        _, fill, dealt = game[0]
        assert isinstance(fill, Fill)
        assert len(fill.bag) == 95
        assert len(dealt.bag) == 95 - 23
        assert len(game[-1][2].bag) == 3


def test_bag_counts_95_95_0_with_first_round_only() -> None:
    for game in many(FIRST_ROUND_ONLY):
        _, fill, _ = game[0]
        assert isinstance(fill, Fill)
        sizes = [len(after.bag) for before, _, after in game if is_refill(before, after)]
        assert [len(fill.bag), *sizes] == [95, 72, 48, 24, 0]


def test_unreachable_states() -> None:
    """RULES 2.6: tray ONE has its marker if and only if it has tiles; there is always a move."""
    for _, _, state in steps():
        if state.round <= 4:
            assert (state.marker is Holder.TRAY) == bool(state.trays[0])
        if GAME.actor(state) == 0:
            assert GAME.legal_moves(state)
        assert all(len(row) < 5 for row in state.wall)


def test_marker_counts_once() -> None:
    """On the floor there is at most one marker, and only the human's."""
    for game in (GAME, FIRST_ROUND_ONLY):
        for _, _, state in steps(game):
            assert state.floor.count("M") <= (state.marker is Holder.HUMAN)
            assert len(state.floor) <= 7


def test_a_match_runs_to_its_end_and_equal_seeds_are_equal_matches() -> None:
    def whole(number: int) -> Match[State, Move]:
        match, rng = settle(new_match(GAME, deal_seed(number))), random.Random(5)
        while not match.is_over:
            match = match.move(0, rng.choice(GAME.legal_moves(match.boards[0].state)))
        return match

    one, same_seed, other = whole(11), whole(11), whole(12)
    assert one == same_seed
    assert one.boards != other.boards
    players = [entry for entry in one.log if entry.actor == 0]
    rolls = [entry for entry in one.log if isinstance(entry.act, Roll)]
    assert one.mossa == len(players)
    assert len(one.log) == 1 + len(players) + len(rolls)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("sequence RWBKY", "sequence BBBBB", "expected the five colours in the sequence, got B"),
        ("floor -", "floor M", "expected one marker, got M and marker tray"),
        ("trays BK", "trays KB", "expected tiles in the order BYRKW, got KB"),
        ("lines -", "lines RR", "expected up to 1 equal tiles on line 1, got RR"),
        ("wall -", "wall RR", "expected different colours on wall row 1, got RR"),
        ("lines - - - - - | wall -", "lines R - - - - | wall R", "expected on line 1 a colour new"),
        ("centre -", "centre B", "expected 95 tiles, got 96"),
    ],
)
def test_a_position_that_cannot_be_is_refused(old: str, new: str, sentence: str) -> None:
    state = table("BK - - - - -")._replace(marker=Holder.TRAY, discards="")
    on_table = Counter("BK")
    rest = {colour: 19 - on_table[colour] for colour in "BYRKW"}
    state = state._replace(bag="".join(colour * n for colour, n in rest.items()))
    text = str(state)
    assert GAME.parse_state(text) == state and text.count(old) == 1
    with pytest.raises(NotationError, match=sentence):
        GAME.parse_state(text.replace(old, new))
