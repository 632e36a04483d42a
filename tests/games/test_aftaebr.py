"""AFTAEBR, clause by clause (R-AF-…)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import permutations, product
from pathlib import Path

import pytest

import tavolino.games.aftaebr
from tavolino.chance import Rng, deal_seed
from tavolino.game import CHANCE, REFEREE, IllegalMoveError, OptionError, Stop, options_of
from tavolino.games.aftaebr import (
    Aftaebr,
    Colour,
    Draw,
    Move,
    Note,
    Piece,
    Place,
    Stack,
    State,
    cell_name,
)
from tavolino.match import Board, Entry, Match, new_match
from tavolino.translations import LANGUAGES, texts_of

GAME = Aftaebr()
THREE = Aftaebr(players=3)
FOUR = Aftaebr(players=4)
DOCS = Path(__file__).parents[2] / "docs" / "rules"
CELL_NAMES = [f"{column}{row}" for row in range(1, 7) for column in "abcdef"]

Step = tuple[State, Move, State]


def position(drawing: str = "", hands: str = "", turn: int = 0, players: int = 2) -> State:
    """Rows from the top, cells apart by spaces, stacks from bottom to top, a dot for empty."""
    rows = [line.split() for line in drawing.strip().splitlines()]
    cells = [
        rows[r][c].strip(".") if r < len(rows) and c < len(rows[r]) else ""
        for r, c in product(range(6), range(6))
    ]
    held = hands or ", ".join(["8 8 8 8"] * players)
    counts = tuple(tuple(map(int, hand.split())) for hand in held.split(", "))
    return State(
        hands=counts,
        board=tuple(tuple(Piece(int(number), 0) for number in cell) for cell in cells),
        black=(4, 3, 2, 1)[: len(counts)],
        colours=tuple(Colour)[: len(counts)],
        turn=turn,
    )


def game_of(state: State) -> Aftaebr:
    return Aftaebr(players=len(state.hands))


def place(state: State, *texts: str) -> State:
    """The position after these placements, each through the list of legal ones."""
    game = game_of(state)
    for text in texts:
        move = game.parse_move(text)
        assert move in game.legal_moves(state), f"{text} is not legal in {state}"
        state = game.apply(state, move)
    return state


def numbers(state: State, cell: str) -> list[int]:
    """What the player to move may lay on a cell."""
    moves = map(str, game_of(state).legal_moves(state))
    return [int(move[0]) for move in moves if move[1:] == f"@{cell}"]


def laid(state: State) -> dict[str, str]:
    """The stacks that are there, by the name of their cell."""
    stacks = ("".join(str(piece.number) for piece in stack) for stack in state.board)
    return {name: stack for name, stack in zip(CELL_NAMES, stacks) if stack}


def at(state: State, time_limit: float | None = None) -> Match[State, Move]:
    """A match that stands in this position."""
    game = replace(game_of(state), time_limit=time_limit)
    return Match(game, (Board(state),), seed=deal_seed(1))


def refused(state: State, move: Move) -> str | None:
    """The clause by which the gate refuses a move of the player to move."""
    match = at(state)
    with pytest.raises(IllegalMoveError) as error:
        match.play(Entry(state.turn or 0, 0, move))
    assert match == at(state)  # R-ALL-05
    return error.value.clause


def opened(game: Aftaebr, *black: int) -> Match[State, Move]:
    """A match after the draw and the choice of colours."""
    match: Match[State, Move] = new_match(game, deal_seed(1))
    match = match.play(Entry(CHANCE, 0, Draw(black)))
    for _ in range(game.players):
        turn = match.boards[0].state.turn
        assert turn is not None
        match = match.move(turn, game.legal_moves(match.boards[0].state)[0])
    return match


def laid_by_turns(match: Match[State, Move], *texts: str) -> Match[State, Move]:
    """The match after these placements, each by the player to move."""
    for text in texts:
        turn = match.boards[0].state.turn
        assert turn is not None, f"nobody is to move before {text}"
        match = match.move(turn, match.game.parse_move(text))
    return match


def played(game: Aftaebr, number: int) -> Iterator[Step]:
    """A whole game at random."""
    rng, chance = random.Random(number), Rng(deal_seed(number + 1), 0)
    state = game.start()
    while (actor := game.actor(state)) is not None:
        if actor == CHANCE:
            move: Move = game.chance_move(state, chance)
        else:
            move = rng.choice(game.legal_moves(state))
        after = game.apply(state, move)
        yield state, move, after
        state = after


@cache
def many() -> tuple[tuple[Aftaebr, tuple[Step, ...]], ...]:
    sizes = ((GAME, 120), (THREE, 50), (FOUR, 30))
    return tuple((game, tuple(played(game, n))) for game, count in sizes for n in range(count))


def placements() -> Iterator[tuple[State, Place, State]]:
    for _, game in many():
        for before, move, after in game:
            if isinstance(move, Place):
                yield before, move, after


def tops(state: State) -> list[list[int]]:
    """What shows, row by row, 0 for an empty cell."""
    flat = [stack[-1].number if stack else 0 for stack in state.board]
    return [flat[i : i + 6] for i in range(0, 36, 6)]


def has_sequence(state: State) -> bool:
    rows = tops(state)
    lines = ["".join(map(str, line)) for line in (*rows, *zip(*rows))]
    return any("1234" in line or "4321" in line for line in lines)


def allowed(state: State, cell: int, number: int) -> bool:
    """The placement rule and the overlay rule, word by word."""
    rows, row, column = tops(state), *divmod(cell, 6)
    around = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    shown = [rows[r][c] for r, c in around if 0 <= r < 6 and 0 <= c < 6 and rows[r][c]]
    if not shown:
        return not rows[row][column]
    return any(abs(number - other) == 1 for other in shown)


# Material and set-up


def test_R_AF_01_two_to_four_players() -> None:
    assert [Aftaebr(players=n).seats for n in (2, 3, 4)] == [2, 3, 4]
    assert [len(Aftaebr(players=n).start().hands) for n in (2, 3, 4)] == [2, 3, 4]
    for wrong in (0, 1, 5):
        with pytest.raises(OptionError):
            Aftaebr(players=wrong)
    assert options_of(GAME) == {"players": "2", "time_limit": "none"}


def test_R_AF_02_the_goal_is_to_leave_all_others_without_pieces() -> None:
    for game, steps in many():
        over = steps[-1][2]
        (winner,) = game.winners(over)
        assert [seat for seat, score in enumerate(game.scores(over)) if score] == [winner]


def test_R_AF_03_thirty_six_cells() -> None:
    state = GAME.start()
    assert len(state.board) == 36
    assert [cell_name(cell) for cell in range(36)] == CELL_NAMES
    assert str(GAME.parse_move("3@b4")) == "3@b4"
    assert GAME.parse_move("3@b4") == Place(6 * 3 + 1, 3)


def test_R_AF_04_four_black_pieces_for_the_draw_only() -> None:
    draws = [FOUR.chance_move(FOUR.start(), Rng(deal_seed(n), 0)) for n in range(1, 51)]
    assert all(sorted(draw.black) == [1, 2, 3, 4] for draw in draws)
    drawn = FOUR.apply(FOUR.start(), draws[0])
    assert drawn.hands == FOUR.start().hands
    assert drawn.board == ((),) * 36


@pytest.mark.parametrize("players", [2, 3, 4])
def test_R_AF_05_eight_pieces_of_each_number(players: int) -> None:
    game = Aftaebr(players=players)
    assert game.start().hands == ((8, 8, 8, 8),) * players
    assert game.scores(game.start()) == (32,) * players
    assert list(Colour) == ["verde", "azzurro", "fucsia", "arancione"]


def test_R_AF_06_the_board_is_empty_at_the_start() -> None:
    assert laid(GAME.start()) == {}
    assert laid(opened(GAME, 1, 3).boards[0].state) == {}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_R_AF_07_drawn_without_replacement_from_one_to_four(players: int) -> None:
    game = Aftaebr(players=players)
    assert game.actor(game.start()) == CHANCE
    drawn = {game.chance_move(game.start(), Rng(deal_seed(n), 0)) for n in range(1, 401)}
    assert drawn == {Draw(black) for black in permutations((1, 2, 3, 4), players)}
    assert all(game.can_happen(game.start(), draw) for draw in drawn)


@pytest.mark.parametrize("black", [(2, 2), (0, 1), (1, 5), (1,), (1, 2, 3)])
def test_R_AF_07_no_other_draw_can_happen(black: tuple[int, ...]) -> None:
    assert not GAME.can_happen(GAME.start(), Draw(black))


def test_R_AF_07_drawn_once() -> None:
    drawn = GAME.apply(GAME.start(), Draw((1, 2)))
    assert not GAME.can_happen(drawn, Draw((2, 1)))
    assert refused(position(), Draw((1, 2))) == "R-AF-07"


@pytest.mark.parametrize("black", list(permutations((1, 2, 3, 4), 3)))
def test_R_AF_07_highest_starts_then_clockwise_by_seat(black: tuple[int, ...]) -> None:
    """Seats are numbered around the table (RULES 8.12)."""
    match = opened(THREE, *black)
    first, order = black.index(max(black)), []
    for cell in ("a1", "c1", "e1", "a3"):
        order.append(match.boards[0].state.turn)
        match = laid_by_turns(match, f"1@{cell}")
    assert order == [first, (first + 1) % 3, (first + 2) % 3, first]


def test_R_AF_08_colours_are_chosen_in_the_order_of_play() -> None:
    state = FOUR.apply(FOUR.start(), Draw((1, 3, 4, 2)))
    seats = []
    for colour in (Colour.FUCSIA, Colour.VERDE, Colour.ARANCIONE, Colour.AZZURRO):
        seats.append(FOUR.actor(state))
        assert colour in FOUR.legal_moves(state)
        state = FOUR.apply(state, colour)
        assert colour not in FOUR.legal_moves(state)
    assert seats == [2, 3, 0, 1]
    chosen = (Colour.ARANCIONE, Colour.AZZURRO, Colour.FUCSIA, Colour.VERDE)
    assert state.colours == chosen
    assert FOUR.actor(state) == 2


def test_R_AF_08_every_colour_once_and_before_the_first_piece() -> None:
    state = GAME.apply(GAME.start(), Draw((4, 1)))
    assert list(GAME.legal_moves(state)) == list(Colour)
    assert refused(state, Place(0, 1)) == "R-AF-08"
    state = GAME.apply(state, Colour.VERDE)
    assert list(GAME.legal_moves(state)) == [Colour.AZZURRO, Colour.FUCSIA, Colour.ARANCIONE]
    assert refused(state, Colour.VERDE) == "R-AF-08"
    assert refused(position(), Colour.FUCSIA) == "R-AF-08"


def test_R_AF_08_colours_have_no_effect() -> None:
    mine = position("1 2 3 .", turn=0)
    theirs = replace(
        mine, board=tuple(tuple(p._replace(seat=1) for p in stack) for stack in mine.board)
    )
    assert GAME.legal_moves(mine) == GAME.legal_moves(theirs)
    assert place(mine, "4@d1").hands == place(theirs, "4@d1").hands


# Placing


def test_R_AF_09_the_first_piece_goes_anywhere() -> None:
    moves = GAME.legal_moves(position())
    assert len(moves) == 144
    assert set(moves) == {Place(cell, number) for cell in range(36) for number in (1, 2, 3, 4)}


@pytest.mark.parametrize(("beside", "fitting"), [(1, [2]), (2, [1, 3]), (3, [2, 4]), (4, [3])])
def test_R_AF_10_just_before_or_after(beside: int, fitting: list[int]) -> None:
    state = position(f". . .\n. {beside} .\n. . .")
    for cell in ("b1", "a2", "c2", "b3"):
        assert numbers(state, cell) == fitting


def test_R_AF_11_four_and_one_are_not_neighbours() -> None:
    assert 4 not in numbers(position("1"), "b1")
    assert 1 not in numbers(position("4"), "b1")
    assert refused(position("1"), Place(1, 4)) == "R-AF-14"


def test_R_AF_12_neighbours_are_above_below_left_and_right() -> None:
    state = position(". . .\n. . 2\n. . .")
    beside = {cell for cell in CELL_NAMES if numbers(state, cell) == [1, 3]}
    assert beside == {"c1", "b2", "d2", "c3"}
    assert numbers(state, "b1") == numbers(state, "d3") == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("drawing", "beside"),
    [
        ("2", {"b1", "a2"}),
        (". . . . . 2", {"e1", "f2"}),
        (".\n.\n2", {"a2", "b3", "a4"}),
        (".\n.\n.\n.\n.\n. . . . . 2", {"e6", "f5"}),
        (".\n.\n.\n.\n.\n. . 2", {"b6", "d6", "c5"}),
    ],
)
def test_R_AF_12_corners_and_edges(drawing: str, beside: set[str]) -> None:
    """No neighbour across the edge: the far end of a row is not beside the next one."""
    state = position(drawing)
    assert {cell for cell in CELL_NAMES if numbers(state, cell) == [1, 3]} == beside


def test_R_AF_13_any_number_where_no_neighbour_is_occupied() -> None:
    state = position("1 .\n. .\n. .")
    assert numbers(state, "c1") == numbers(state, "f6") == [1, 2, 3, 4]
    assert numbers(state, "b2") == [1, 2, 3, 4]
    assert numbers(state, "b1") == [2]


def test_R_AF_14_one_fitting_neighbour_is_enough() -> None:
    state = position("1 . 4")
    assert numbers(state, "b1") == [2, 3]
    assert place(state, "2@b1").board[1][-1].number == 2
    assert numbers(position(". 1 .\n1 . 1\n. 4 ."), "b2") == [2, 3]


def test_R_AF_15_image_2() -> None:
    state = position(". . 2 .\n. 3 . .\n. . 1 . 4")
    assert numbers(state, "b1") == [1, 2, 3, 4]
    assert numbers(state, "c2") == [1, 2, 3, 4]
    assert numbers(state, "d3") == [2, 3]
    assert numbers(state, "b3") == [2, 4]


def test_R_AF_16_covering_needs_two_pieces_side_by_side() -> None:
    assert numbers(position("2"), "a1") == []
    assert refused(position("2"), Place(0, 3)) == "R-AF-17"
    assert numbers(position("2 3"), "a1") == [2, 4]
    assert numbers(position("2 3"), "b1") == [1, 3]
    assert numbers(position("2 .\n. 3"), "a1") == []


def test_R_AF_17_the_covered_piece_is_not_a_neighbour() -> None:
    state = position("2 4")
    assert numbers(state, "a1") == [3]
    assert refused(state, Place(0, 1)) == "R-AF-17"


def test_R_AF_18_image_3() -> None:
    after = place(position(". .\n. .\n. . 2 4"), "3@c3")
    assert laid(after) == {"c3": "23", "d3": "4"}


def test_R_AF_14_and_17_in_random_games() -> None:
    """The rules of placing, written again word by word, give the same moves in the same order."""
    for game, steps in (*many()[:6], *many()[120:122], *many()[170:172]):
        for state, move, _ in steps:
            if isinstance(move, Place):
                assert state.turn is not None
                hand = state.hands[state.turn]
                expected = [
                    Place(cell, number)
                    for cell, number in product(range(36), (1, 2, 3, 4))
                    if hand[number - 1] and allowed(state, cell, number)
                ]
                assert game.legal_moves(state) == expected


# Sequences


@pytest.mark.parametrize(
    ("drawing", "move", "rest"),
    [
        ("1 2 3 .", "4@d1", {}),
        ("4 3 2 .", "1@d1", {}),
        ("1 . 3 4", "2@b1", {}),
        (". . . 2 3 4", "1@c1", {}),
        ("1\n2\n3\n.", "4@a4", {}),
        (".\n.\n4\n3\n2\n.", "1@a6", {}),
        (".\n. . 4\n. . .\n. . 2\n. . 1", "3@c3", {}),
        ("3 1 2 3 .", "4@e1", {"a1": "3"}),  # in a longer line
        ("4 3 . 1 2 3", "2@c1", {"e1": "2", "f1": "3"}),
        ("1 2 2 4", "3@c1", {"c1": "2"}),  # by covering
    ],
)
def test_R_AF_19_a_sequence_in_a_row_or_a_column(
    drawing: str, move: str, rest: dict[str, str]
) -> None:
    after = place(position(drawing), move)
    assert after.note.captured == 4
    assert laid(after) == rest


@pytest.mark.parametrize(
    ("drawing", "move"),
    [
        ("1 2 3 .", "2@d1"),
        ("1 2 . 3 .", "4@e1"),  # a gap
        ("1 . .\n. 2 .\n. . 3 .", "4@d4"),  # diagonally
        (". . . .\n. . 3 .\n. 2 .\n1 . .", "4@d1"),
        ("1 2 . .\n3 .", "4@b2"),  # round a corner
        (". . . 1 2 3", "4@a2"),  # over the edge
        ("2 3 4 .", "3@d1"),
    ],
)
def test_R_AF_19_what_is_no_sequence(drawing: str, move: str) -> None:
    after = place(position(drawing), move)
    assert after.note.captured == 0
    assert after.turn == 1
    assert sum(map(len, laid(after).values())) == sum(drawing.count(n) for n in "1234") + 1


def test_R_AF_19_pieces_of_any_colour() -> None:
    match = laid_by_turns(opened(GAME, 4, 1), "1@a1", "2@b1", "3@c1", "4@d1")
    assert match.boards[0].state.note.captured == 4
    assert match.game.scores(match.boards[0].state) == (30, 34)


def test_R_AF_20_the_pieces_are_the_captors_from_now_on() -> None:
    state = position("1 2 3 .", "0 0 0 2, 8 8 8 8")
    state = replace(state, board=(*state.board[:2], (Piece(3, 1),), *state.board[3:]))
    assert refused(state, Place(3, 3)) == "R-AF-20"  # no 3 in hand yet
    after = place(state, "4@d1")
    assert after.hands == ((1, 1, 1, 2), (8, 8, 8, 8))
    assert after.turn == 0
    again = place(after, "3@f6")  # in the extra turn
    assert again.board[35] == (Piece(3, 0),)
    assert again.hands[0] == (1, 1, 0, 2)


def test_R_AF_21_one_more_turn_for_a_capture() -> None:
    after = place(position("1 2 3 ."), "4@d1")
    assert after.turn == 0
    assert place(after, "1@a1").turn == 1


def test_R_AF_21_a_further_capture_gives_another() -> None:
    after = place(position("1 2 3 . . .\n. . . . . .\n1 2 3 ."), "4@d1", "4@d3")
    assert after.turn == 0
    assert after.hands[0] == (10, 10, 10, 8)
    assert place(after, "1@a1").turn == 1


def test_R_AF_21_the_extra_turn_cannot_be_declined() -> None:
    match = laid_by_turns(at(position("1 2 3 .")), "4@d1")
    with pytest.raises(IllegalMoveError):
        match.move(1, Place(0, 1))
    for before, _, after in placements():
        if after.note.captured:
            assert after.turn == before.turn


def test_R_AF_22_only_tops_count() -> None:
    hidden = place(position("1 24 3 ."), "4@d1")
    assert hidden.note.captured == 0
    assert place(position("1 42 3 ."), "4@d1").note.captured == 4
    assert numbers(position("14 ."), "b1") == [3]
    assert numbers(position("41 ."), "b1") == [2]
    assert numbers(position("2 14"), "a1") == [3]


def test_R_AF_23_examples_of_sequences() -> None:
    """Valid: 1234, 4321, 31234, and down a column; the drawing of the booklet is lost."""
    for line in ("1234", "4321", "31234"):
        for missing in range(len(line) - 4, len(line)):
            cells = [n if i != missing else "." for i, n in enumerate(line)]
            for drawing, cell in (
                (" ".join(cells), f"{'abcdef'[missing]}1"),
                ("\n".join(cells), f"a{missing + 1}"),
            ):
                state = position(drawing)
                assert place(state, f"{line[missing]}@{cell}").note.captured == 4


ALL_ONES = "\n".join(["1 1 1 1 1 1"] * 6)
ONES_BUT_A1 = "." + ALL_ONES[1:]


def test_R_AF_24_nobody_may_pass_who_can_place() -> None:
    state = position("1 . .", "1 0 0 0, 8 8 8 8")
    assert "1@f6" in map(str, GAME.legal_moves(state))
    assert len(GAME.legal_moves(state)) == 36 - 3


def test_R_AF_24_who_cannot_place_is_passed_over_with_a_notice() -> None:
    state = position(ONES_BUT_A1, "0 0 0 3, 0 2 0 1", turn=1)
    after = place(state, "2@a1")
    assert after.turn == 1
    assert after.note == Note(0, (0,))
    assert after.hands[0] == (0, 0, 0, 3)


def test_R_AF_24_several_are_passed_over() -> None:
    state = position(ONES_BUT_A1, "0 2 0 1, 0 0 0 3, 0 0 0 2")
    after = place(state, "2@a1")
    assert after.turn == 0
    assert after.note.passed == (1, 2)


def test_R_AF_24_all_tops_one_and_only_ones_and_fours_in_hand() -> None:
    assert list(GAME.legal_moves(position(ALL_ONES, "2 0 0 3, 8 8 8 8"))) == []
    assert len(GAME.legal_moves(position(ALL_ONES, "2 1 0 3, 8 8 8 8"))) == 36


def test_R_AF_25_without_pieces_a_player_is_out_for_good() -> None:
    state = position("", "0 0 1 0, 1 1 1 1, 1 1 1 1")
    after = place(state, "3@a1")  # his piece on the board is nobody's
    assert after.turn == 1
    assert THREE.actor(after) == 1
    again = place(after, "1@c1", "1@e1")
    assert again.turn == 1  # seat 0 is left out,
    assert again.note.passed == ()  # without a word
    for before, _, following in placements():
        for hand, later in zip(before.hands, following.hands):
            assert any(hand) or not any(later)
    for before, _, _ in placements():
        assert before.turn is not None
        assert any(before.hands[before.turn])


def test_R_AF_26_the_last_player_with_pieces_wins_at_once() -> None:
    after = place(position("", "0 0 1 0, 1 0 0 0"), "3@a1")
    assert GAME.actor(after) is None
    assert GAME.winners(after) == (1,)
    assert GAME.legal_moves(after) == ()
    assert refused(after, Place(1, 2)) == "R-AF-26"
    three = place(position("", "0 0 1 0, 0 0 0 0, 5 5 5 5"), "3@a1")
    assert THREE.winners(three) == (2,)


def test_R_AF_26_nobody_has_won_before() -> None:
    assert GAME.winners(position()) == ()
    assert all(GAME.winners(before) == () for before, _, _ in placements())


def test_R_AF_27_a_duration_may_be_agreed() -> None:
    match = at(position(), time_limit=600)
    assert match.time_limit == 600
    assert match.call(Stop.TIME_UP).is_over
    with pytest.raises(IllegalMoveError):
        at(position()).call(Stop.TIME_UP)
    for wrong in (0, -5, float("nan")):
        with pytest.raises(OptionError):
            Aftaebr(time_limit=wrong)


@pytest.mark.parametrize(
    ("hands", "winners"),
    [
        ("3 3 3 3, 15 0 0 0, 0 0 0 15, 1 1 1 0", (1, 2)),
        ("3 3 3 3, 8 8 0 0, 0 0 0 15, 1 1 1 0", (1,)),
        ("2 2 2 2, 2 2 2 2, 2 2 2 2, 2 2 2 2", (0, 1, 2, 3)),
        ("0 0 0 0, 2 2 2 2, 1 1 1 4, 2 2 2 2", (1, 3)),
    ],
)
def test_R_AF_28_most_pieces_in_hand_when_time_is_up(hands: str, winners: tuple[int, ...]) -> None:
    match = at(position("1 2", hands, turn=1), time_limit=60).call(Stop.TIME_UP)
    state = match.boards[0].state
    assert match.is_over
    assert match.game.winners(state) == winners
    assert state.stopped is Stop.TIME_UP


def test_R_AF_28_who_is_left_alone_before_wins_at_once() -> None:
    match = laid_by_turns(at(position("", "0 0 1 0, 1 0 0 0"), time_limit=60), "3@a1")
    assert match.is_over
    assert match.game.winners(match.boards[0].state) == (1,)
    with pytest.raises(IllegalMoveError):
        match.call(Stop.TIME_UP)


def test_R_AF_29_the_authors_are_credited() -> None:
    titles = {texts_of(lang)["title.aftaebr"] for lang in LANGUAGES}
    assert titles == {"AFTAEBR"}  # the letters of the cover, in their order (RULES 5.7)
    pages = [(DOCS / f"aftaebr.{lang}.md").read_text(encoding="utf-8") for lang in ("it", "en")]
    for text in (tavolino.games.aftaebr.__doc__ or "", *pages):
        assert "Linda Franceschini" in text
        assert "Yasmine Valer" in text


# What the document leaves out


def test_R_AF_30_what_lay_under_stays_and_shows() -> None:
    after = place(position("31 42 3 ."), "4@d1")
    assert laid(after) == {"a1": "3", "b1": "4"}
    assert after.hands[0] == (9, 9, 9, 8)
    assert numbers(replace(after, turn=1), "c1") == [3]


def test_R_AF_31_a_sequence_that_comes_to_light_is_taken_too() -> None:
    after = place(position("41 32 23 1"), "4@d1")
    assert after.note.captured == 8
    assert laid(after) == {}
    assert after.hands == ((10, 10, 10, 9), (8, 8, 8, 8))
    assert after.turn == 0


def test_R_AF_31_also_across() -> None:
    """Under the 3 of the row lies a 2, and down its column it then reads 1-2-3-4."""
    after = place(position(". . 1 .\n1 2 23 .\n. . 3 .\n. . 4 ."), "4@d2")
    assert after.note.captured == 8
    assert laid(after) == {}


def test_R_AF_31_until_none_is_left() -> None:
    after = place(position("141 232 323 41"), "4@d1")
    assert after.note.captured == 12
    assert laid(after) == {}
    assert after.hands[0] == (11, 11, 11, 10)
    assert place(after, "1@a1").turn == 1  # one extra turn


def test_R_AF_31_no_sequence_is_ever_left_on_the_board() -> None:
    assert not any(has_sequence(after) for _, _, after in placements())
    assert any(after.note.captured for _, _, after in placements())


DOUBLE = """
. . 1 .
. . 2 .
1 2 . 4
. . 4 .
"""


def test_R_AF_32_two_sequences_at_once() -> None:
    after = place(position(DOUBLE), "3@c3")
    assert after.note.captured == 7
    assert laid(after) == {}
    assert after.hands[0] == (10, 10, 8, 10)


def test_R_AF_32_one_extra_turn_for_two_sequences() -> None:
    after = place(position(DOUBLE), "3@c3")
    assert after.turn == 0
    assert place(after, "1@a1").turn == 1


def test_R_AF_32_a_line_of_six_has_never_two() -> None:
    """Every sequence of a row has a piece on c1 and d1, so filling one shows them all."""
    rng = random.Random(32)
    for numbers_of_row in rng.sample(list(product("1234", repeat=6)), 1000):
        state = position(" ".join((*numbers_of_row[:2], ".", *numbers_of_row[3:])))
        move = GAME.parse_move(f"{numbers_of_row[2]}@c1")
        row = "".join(numbers_of_row)
        sequences = sum(row[i : i + 4] in ("1234", "4321") for i in range(3))
        if move in GAME.legal_moves(state):
            assert GAME.apply(state, move).note.captured == 4 * sequences <= 4


def test_R_AF_33_taking_is_compulsory() -> None:
    state = position("1 2 3 .")
    moves = [str(move) for move in GAME.legal_moves(state)]
    assert moves.count("4@d1") == 1
    assert len(moves) == len(set(moves))
    assert not has_sequence(place(state, "4@d1"))


def test_R_AF_34_the_last_piece_that_captures_does_not_eliminate() -> None:
    after = place(position("1 2 3 .", "0 0 0 1, 3 3 3 3"), "4@d1")
    assert after.hands[0] == (1, 1, 1, 1)
    assert after.turn == 0
    assert GAME.winners(after) == ()
    out = place(position("1 2 3 .", "0 0 0 1, 3 3 3 3"), "4@f6")
    assert GAME.winners(out) == (1,)


def test_R_AF_35_nobody_can_place() -> None:
    after = place(position(ONES_BUT_A1, "0 1 0 5, 0 0 0 9, 0 0 0 9"), "2@a1")
    assert THREE.actor(after) is None
    assert THREE.winners(after) == (1, 2)
    assert after.note.passed == (1, 2, 0)
    most = place(position(ONES_BUT_A1, "0 1 0 5, 0 0 0 4"), "2@a1")
    assert GAME.winners(most) == (0,)


def test_R_AF_35_players_who_are_out_do_not_count() -> None:
    after = place(position(ONES_BUT_A1, "0 1 0 5, 0 0 0 0, 0 0 0 5"), "2@a1")
    assert THREE.winners(after) == (0, 2)
    assert after.note.passed == (2, 0)


CYCLE = ("1@a1", "2@b1", "3@c1", "4@d1") * 2
"""Seat 1 takes the first sequence, seat 0 the second: all is as before, seat 0 to move."""


def test_R_AF_36_the_third_time_ends_the_game() -> None:
    match = laid_by_turns(opened(GAME, 4, 1), *CYCLE, *CYCLE[:7])
    assert not match.is_over
    match = laid_by_turns(match, CYCLE[7])
    assert match.is_over
    assert match.log[-1] == Entry(REFEREE, 0, Stop.ENDLESS)
    state = match.boards[0].state
    assert state.stopped is Stop.ENDLESS
    assert match.game.winners(state) == (0, 1)
    with pytest.raises(IllegalMoveError) as error:
        match.move(0, Place(0, 1))
    assert error.value.clause == "R-AF-36"


def test_R_AF_36_the_most_pieces_win_then() -> None:
    match = laid_by_turns(at(position("", "9 9 9 9, 7 7 7 7")), *CYCLE, *CYCLE)
    assert match.boards[0].state.stopped is Stop.ENDLESS
    assert match.game.winners(match.boards[0].state) == (0,)


def test_R_AF_36_what_is_the_same_position() -> None:
    """Stacks, hands and the player to move; who laid a piece has no effect."""
    here, other = position("1 2"), position("1 . 2")
    assert GAME.ruling([here, other, here, other, here]) is Stop.ENDLESS
    assert GAME.ruling([here, other, here, other]) is None
    board: tuple[Stack, ...] = ((Piece(1, 1),), *here.board[1:])
    assert GAME.ruling([replace(here, board=board), here, here]) is Stop.ENDLESS
    assert GAME.ruling([replace(here, note=Note(4)), here, here]) is Stop.ENDLESS
    assert GAME.ruling([here, here, replace(here, turn=1)]) is None
    assert GAME.ruling([here, here, position("1 2", "8 8 8 8, 8 8 8 7")]) is None
    assert GAME.ruling([here, here, position("1 42")]) is None
    assert GAME.ruling([here, here, position("1 2", "8 8 8 7, 8 8 8 9")]) is None


def test_R_AF_36_two_thousand_placements() -> None:
    """Neither the draw nor the colours are placements; position 2001 comes after ply 2000."""
    drawn = GAME.apply(GAME.start(), Draw((4, 1)))
    opening = [GAME.start(), drawn, GAME.apply(drawn, Colour.VERDE)]
    past, here = [position("1 2")] * 2000, position("1 . 2")
    assert GAME.ruling([*opening, *past[:1999], here]) is None
    assert GAME.ruling([*opening, *past, here]) is Stop.ENDLESS


def test_R_AF_36_two_thousand_placements_in_a_match() -> None:
    """Sequences of four by turns, each piece of it laid so that nothing comes a third time."""
    match, rng, seen = opened(GAME, 4, 1), random.Random(36), Counter[object]()

    def key(state: State) -> object:
        return state.turn, state.hands, tuple(sorted(laid(state).items()))

    def block(state: State) -> tuple[list[str], list[State]] | None:
        order = rng.sample(("1@a1", "2@b1", "3@c1", "4@d1"), 4)
        states = []
        for text in order:
            move = GAME.parse_move(text)
            if move not in GAME.legal_moves(state):
                return None
            state = GAME.apply(state, move)
            states.append(state)
        return (order, states) if all(seen[key(s)] < 2 for s in states) else None

    seen[key(match.boards[0].state)] += 1
    for _ in range(500):
        found = None
        while found is None:
            found = block(match.boards[0].state)
        order, states = found
        seen.update(map(key, states))
        assert not match.is_over
        match = laid_by_turns(match, *order)
    assert match.mossa == 2 + 2000
    assert match.log[-1] == Entry(REFEREE, 0, Stop.ENDLESS)
    assert max(seen.values()) <= 2


def test_R_AF_36_the_win_comes_first() -> None:
    """RULES 8.4."""
    over = place(position("", "0 0 1 0, 1 0 0 0"), "3@a1")
    assert GAME.ruling([over] * 3) is None
    assert GAME.ruling([position()] * 2000 + [over]) is None


def test_R_AF_36_no_ruling_before_the_first_placement() -> None:
    drawn = GAME.apply(GAME.start(), Draw((4, 1)))
    assert GAME.ruling([GAME.start()]) is None
    assert GAME.ruling([GAME.start(), drawn]) is None
    assert opened(GAME, 1, 2).boards[0].state.stopped is None


def test_R_AF_37_stacks_of_any_height() -> None:
    state = position("2 3")
    for height in range(2, 12):
        state = place(replace(state, turn=0), "2@a1" if height % 2 else "4@a1")
        assert len(state.board[0]) == height
    assert max(len(s) for _, _, after in placements() for s in after.board) > 5


def test_R_AF_38_own_colour_and_same_number_may_be_covered() -> None:
    state = position("2 3")
    assert state.board[0] == (Piece(2, 0),)
    assert place(state, "2@a1").board[0] == (Piece(2, 0), Piece(2, 0))
    assert place(state, "4@a1").board[0] == (Piece(2, 0), Piece(4, 0))
    assert place(replace(state, turn=1), "2@a1").board[0] == (Piece(2, 0), Piece(2, 1))


def test_R_AF_39_the_placement_is_finished_and_no_turn_begins() -> None:
    """Time runs out while seat 0 lays the last piece of a sequence."""
    match = laid_by_turns(at(position("1 2 3 .", "3 3 3 3, 7 2 2 2"), time_limit=60), "4@d1")
    match = match.call(Stop.TIME_UP)
    state = match.boards[0].state
    assert match.game.scores(state) == (15, 13)
    assert match.game.winners(state) == (0,)
    assert match.game.legal_moves(state) == ()
    with pytest.raises(IllegalMoveError):
        match.move(0, Place(0, 1))  # not even the extra turn
    assert match.log[-1] == Entry(REFEREE, None, Stop.TIME_UP)


def test_R_AF_40_everything_is_open() -> None:
    state = place(position("1 2 3 .", players=4), "4@d1", "1@a1")
    for seat in (0, 1, 2, 3, None):
        assert FOUR.view(state, seat) == state


def test_small_print_there_is_no_pass_move() -> None:
    """RULES 8.4: the player to move can always place."""
    for game, steps in many():
        for _, _, after in steps:
            assert (game.actor(after) is None) == (not game.legal_moves(after))


def test_small_print_scores_are_pieces_in_hand() -> None:
    """RULES 8.6."""
    assert GAME.scores(position("1 2", "1 2 3 4, 0 0 7 0")) == (10, 7)


# Theorems, over a few hundred games


def test_pieces_are_conserved() -> None:
    for game, steps in many():
        for _, _, state in steps:
            on_board = Counter(piece.number for stack in state.board for piece in stack)
            for number in (1, 2, 3, 4):
                held = sum(hand[number - 1] for hand in state.hands)
                assert held + on_board[number] == 8 * game.players


def test_what_a_placement_gains() -> None:
    for before, _, after in placements():
        assert before.turn is not None
        for seat, (old, new) in enumerate(zip(before.hands, after.hands)):
            gain = after.note.captured - 1 if seat == before.turn else 0
            assert sum(new) - sum(old) == gain
        assert after.note.captured in (0, 4, 7, 8, 11, 12, 14, 15)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("first", [0, 1])
def test_parity_theorem(players: int, first: int) -> None:
    """Nobody captures: the game is decided at ply 32n − 1 (63 for two), and the last seat wins."""
    game = Aftaebr(players=players)
    black = (2, 4, 1, 3) if first else (4, 3, 2, 1)
    match = opened(game, *black[:players])
    state, rng, plies = match.boards[0].state, random.Random(players), 0
    assert state.turn == first
    while state.turn is not None:
        moves = list(game.legal_moves(state))
        rng.shuffle(moves)
        quiet = (game.apply(state, move) for move in moves)
        state = next(after for after in quiet if not after.note.captured)
        assert state.note.passed == ()
        plies += 1
    assert plies == 32 * players - 1
    assert game.winners(state) == ((first - 1) % players,)
    assert game.scores(state)[(first - 1) % players] == 1


def test_the_first_seat_can_win_without_a_capture_by_passing() -> None:
    """Nobody captures, yet the first seat wins: it keeps only ones, and passes until the end.

    Every 2 is covered and every empty cell has a neighbour, so a player who holds only ones cannot
    place them. The parity theorem needs its second condition.
    """
    game = Aftaebr()
    line = "2@a1 1@b1 " * 8 + "3@a2 2@a1 " * 8
    line += "4@a3 4@a1 4@d2 3@c4 4@e5 3@f3 4@b6 3@e1 4@a5 3@d6 4@f6 4@a1 4@a1 4@a1 4@a1 4@a1 "
    line += "3@b1 4@a1 3@b1 4@a1 3@b1 4@a1 3@b1 4@a1"
    state = opened(game, 4, 3).boards[0].state
    passes = 0
    for text in line.split():
        state = place(state, text)
        assert not state.note.captured
        passes += len(state.note.passed)
    assert passes == 8
    assert game.winners(state) == (0,)
    assert state.hands == ((8, 0, 0, 0), (0, 0, 0, 0))
