"""Small boards of AFTAEBR: the same rules as on the whole board, and values of a plain search."""

from __future__ import annotations

from itertools import product
from random import Random

import numpy as np
import pytest

from tavolino.games.aftaebr import Aftaebr, Colour, Draw, Place
from tavolino.solvers.aftaebr.small_board import (
    MOST_CELLS,
    MOST_PIECES,
    NOBODY,
    key_of,
    make_board,
    moves,
    play,
    start,
    take_back,
)
from tavolino.solvers.aftaebr.solver import BoardError, solve


@pytest.mark.parametrize("seed", range(3))
def test_the_rules_are_those_of_the_whole_board(seed: int) -> None:
    rnd, game = Random(seed), Aftaebr()
    state = game.apply(game.start(), Draw((4, 1)))
    for colour in (Colour.VERDE, Colour.AZZURRO):
        state = game.apply(state, colour)
    board, here, turn = make_board(6, 6), start(6, 6, (8, 8, 8, 8)), 0
    out, trail = np.empty(4 * MOST_CELLS, np.int64), np.empty(MOST_PIECES, np.int64)
    captures = 0
    while state.turn is not None:
        legal = [Place(move // 4, move % 4 + 1) for move in out[: moves(board, here, turn, out)]]
        assert legal == list(game.legal_moves(state))
        # What captures is preferred, so that captures are tested too.
        best = [p for p in legal if game.apply(state, p).note.captured] or legal
        chosen = rnd.choice(best)
        state, code = game.apply(state, chosen), 4 * chosen.cell + chosen.number - 1
        key = key_of(board, here, turn)
        captured, after = play(board, here, turn, code, trail)
        take_back(board, here, turn, code, trail, captured)
        assert key_of(board, here, turn) == key
        captured, after = play(board, here, turn, code, trail)
        captures += captured
        assert captured == state.note.captured
        assert after == (NOBODY if state.turn is None else state.turn)
        assert [tuple(map(int, hand[1:])) for hand in here.hands] == list(state.hands)
        assert list(here.tops) == [s[-1].number if s else 0 for s in state.board]
        turn = after
    assert captures


def test_images_of_a_position_have_one_key() -> None:
    board, trail = make_board(4, 4), np.empty(MOST_PIECES, np.int64)
    keys = set()
    for cell, number in product((0, 3, 12, 15), (1, 4)):
        here = start(4, 4, (1, 1, 1, 1))
        play(board, here, 0, 4 * cell + number - 1, trail)
        keys.add(key_of(board, here, 1))
    assert len(keys) == 1
    here = start(4, 4, (1, 1, 1, 1))
    play(board, here, 0, 4 * 5, trail)
    assert key_of(board, here, 1) not in keys


Stacks = tuple[tuple[int, ...], ...]
Hands = tuple[tuple[int, ...], tuple[int, ...]]
Position = tuple[Stacks, Hands, int]


class Plain:
    """A search without any short cut, written from RULES 5.4 alone."""

    def __init__(self, width: int, height: int) -> None:
        cells = [(r, c) for r in range(height) for c in range(width)]
        self.at = {cell: i for i, cell in enumerate(cells)}

    def near(self, cell: int, tops: list[int]) -> list[int]:
        (row, column) = next(rc for rc, i in self.at.items() if i == cell)
        around = ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1))
        return [tops[self.at[rc]] for rc in around if rc in self.at and tops[self.at[rc]]]

    def places(self, stacks: Stacks, hand: tuple[int, ...]) -> list[tuple[int, int]]:
        tops = [stack[-1] if stack else 0 for stack in stacks]
        found = []
        for cell in range(len(stacks)):
            near = self.near(cell, tops)
            for number in range(1, 5):
                is_free = not near and not tops[cell]
                if hand[number - 1] and (is_free or any(abs(n - number) == 1 for n in near)):
                    found.append((cell, number))
        return found

    def sequences(self, stacks: Stacks) -> set[int]:
        taken = set()
        for row, column in self.at:
            for down, across in ((0, 1), (0, -1), (1, 0), (-1, 0)):
                line = [(row + k * down, column + k * across) for k in range(4)]
                if all(cell in self.at for cell in line):
                    cells = [self.at[cell] for cell in line]
                    if [stacks[i][-1] if stacks[i] else 0 for i in cells] == [1, 2, 3, 4]:
                        taken |= set(cells)
        return taken

    def successors(self, position: Position) -> list[Position | int]:
        """The next positions, or at the end the value for seat 0."""
        stacks, hands, turn = position
        found: list[Position | int] = []
        for cell, number in self.places(stacks, hands[turn]):
            now, hand = [list(stack) for stack in stacks], list(hands[turn])
            hand[number - 1] -= 1
            now[cell].append(number)
            captured = False
            while taken := self.sequences(tuple(map(tuple, now))):
                captured = True
                for one in taken:
                    hand[now[one].pop() - 1] += 1
            after: Stacks = tuple(map(tuple, now))
            held = [hands[0], hands[1]]
            held[turn] = tuple(hand)
            both: Hands = (held[0], held[1])
            order = (turn, 1 - turn) if captured else (1 - turn, turn)
            able = [seat for seat in order if self.places(after, both[seat])]
            if not sum(both[0]) or not sum(both[1]) or not able:
                lead = sum(both[0]) - sum(both[1])
                found.append((lead > 0) - (lead < 0))
            else:
                found.append((after, both, able[0]))
        return found

    def reaches(self, first: Position, value: int, repeated: bool) -> bool:
        """Whether seat 0 can force at least this value; endless play counts as said."""
        graph, waiting = dict[Position, list[Position | int]](), [first]
        while waiting:
            here = waiting.pop()
            if here not in graph:
                graph[here] = self.successors(here)
                waiting += [there for there in graph[here] if not isinstance(there, int)]
        holds, is_stable = dict.fromkeys(graph, repeated), False
        while not is_stable:
            is_stable = True
            for here, after in graph.items():
                good = [v >= value if isinstance(v, int) else holds[v] for v in after]
                now = any(good) if here[2] == 0 else all(good)
                is_stable = is_stable and now == holds[here]
                holds[here] = now
        return holds[first]


@pytest.mark.parametrize(
    ("width", "height", "hand"),
    [
        (2, 2, (1, 1, 0, 0)),
        (3, 1, (0, 2, 1, 0)),
        (2, 1, (2, 0, 0, 1)),
        (2, 1, (1, 1, 0, 1)),
        (3, 1, (2, 0, 1, 0)),
        (1, 3, (1, 1, 1, 0)),
    ],
)
def test_values_are_those_of_a_plain_search(
    width: int, height: int, hand: tuple[int, int, int, int]
) -> None:
    plain = Plain(width, height)
    first: Position = (((),) * (width * height), (hand, hand), 0)
    value = solve(width, height, hand).value
    if value is None:  # it depends on who gains by a repetition
        assert any(
            plain.reaches(first, wanted, True) > plain.reaches(first, wanted, False)
            for wanted in (1, 0)
        )
    else:
        assert value == -1 or plain.reaches(first, value, False)
        assert value == 1 or not plain.reaches(first, value + 1, True)


def test_a_best_line_can_be_played_and_gives_the_value() -> None:
    found = solve(4, 2, (1, 1, 1, 1))
    board, here, turn = make_board(4, 2), start(4, 2, (1, 1, 1, 1)), 0
    out, trail = np.empty(4 * MOST_CELLS, np.int64), np.empty(MOST_PIECES, np.int64)
    for text in found.line:
        cell = "abcd".index(text[2]) + 4 * (int(text[3]) - 1)
        move = 4 * cell + int(text[0]) - 1
        assert move in out[: moves(board, here, turn, out)]
        _, turn = play(board, here, turn, move, trail)
    assert turn == NOBODY and found.value == -1
    assert here.hands[1, 0] > here.hands[0, 0]


def test_a_limit_and_bad_boards() -> None:
    assert solve(4, 4, (2, 2, 2, 2), positions=100).value is None
    with pytest.raises(BoardError, match="expected a board of up to 6 × 6 cells"):
        solve(7, 1, (1, 1, 1, 1))
