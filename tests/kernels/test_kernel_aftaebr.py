"""The kernel and the rules agree at every step of random games."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from tavolino.chance import Rng, deal_seed
from tavolino.game import Stop
from tavolino.games.aftaebr import Aftaebr, Piece, State
from tavolino.kernels import aftaebr as kernel
from tavolino.kernels.aftaebr_random import play_randomly, random_move

GAMES = (Aftaebr(2), Aftaebr(3), Aftaebr(4), Aftaebr(2, time_limit=90))


def drawn(game: Aftaebr, number: int) -> State:
    return game.apply(game.start(), game.chance_move(game.start(), Rng(deal_seed(number), 0)))


def random_line(game: Aftaebr, number: int) -> Iterator[tuple[State, kernel.Position]]:
    """A random game by the rules, and the same moves made by the kernel."""
    rnd, state = Random(number), drawn(game, number)
    position = kernel.pack(state)
    while True:
        yield state, position
        moves = game.legal_moves(state)
        if not moves:
            return
        move = rnd.choice(moves)
        state = game.apply(state, move)
        kernel.apply(*position, kernel.pack_move(move))


def listed(position: kernel.Position) -> list[object]:
    moves = np.zeros(kernel.MOST_MOVES, np.int64)
    count = kernel.moves_into(position.core, moves)
    return [kernel.unpack_move(int(move)) for move in moves[:count]]


def is_as_packed(position: kernel.Position, state: State) -> bool:
    """Everything but what lies above the stacks and in the trail."""
    fresh, length = kernel.pack(state), position.core[kernel.TRAIL]
    fresh.core[kernel.TRAIL] = length
    return bool(np.array_equal(fresh.core, position.core)) and kernel.unpack(position) == state


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_every_step_of_random_games_is_the_same(game: Aftaebr) -> None:
    for number in range(1, 31):
        line = []
        for state, position in random_line(game, number):
            assert is_as_packed(position, state)
            assert listed(position) == list(game.legal_moves(state))
            assert kernel.key_of(position.core, position.stacks) == position.core[kernel.KEY]
            line.append(state)
        for state in reversed(line[:-1]):
            kernel.undo(*position)
            assert is_as_packed(position, state)
        assert position.core[kernel.TRAIL] == 0


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_every_move_of_some_positions_is_made_and_taken_back(game: Aftaebr) -> None:
    for ply, (state, position) in enumerate(random_line(game, 99)):
        if ply % 5 == 0:
            for move in game.legal_moves(state):
                kernel.apply(*position, kernel.pack_move(move))
                assert kernel.unpack(position) == game.apply(state, move)
                kernel.undo(*position)
                assert is_as_packed(position, state)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_positions_outside_play_are_packed_too(game: Aftaebr) -> None:
    state = drawn(game, 3)
    for outside in (game.start(), state, *(game.stop(state, why) for why in Stop)):
        if outside.stopped in (None, *game.stops):
            assert kernel.unpack(kernel.pack(outside)) == outside
    stopped = kernel.pack(game.stop(state, Stop.TIME_UP))
    assert listed(stopped) == []


def test_the_tallest_stack_there_can_be() -> None:
    game = Aftaebr(4)
    stack = tuple(Piece(number, seat) for seat in range(4) for number in (1, 2, 3, 4) * 8)
    board = (stack, *((),) * 35)
    state = State(((0,) * 4,) * 4, board, (4, 3, 2, 1), drawn(game, 1).colours, None)
    assert kernel.unpack(kernel.pack(state)) == state


def test_equal_keys_mean_board_hands_and_turn() -> None:
    """R-AF-36: whose piece it was does not matter; heights, hands and turn do."""
    game = Aftaebr(2)
    text = "4 1 | verde azzurro | 7 8 8 8, 8 7 8 8 | 1 | 1A 2B . . . .{} | captured 0 passed -"
    rows = " / . . . . . ." * 5
    state = game.parse_state(text.format(rows))
    other_owner = game.parse_state(text.format(rows).replace("1A 2B", "1B 2A"))
    other_turn = game.parse_state(text.format(rows).replace("| 1 |", "| 2 |"))
    stacked = game.parse_state(text.format(rows).replace("1A 2B .", "1A2B . ."))
    upside_down = game.parse_state(text.format(rows).replace("1A 2B .", "2B1A . ."))
    other_hands = game.parse_state(text.format(rows).replace("7 8 8 8, 8 7", "8 7 8 8, 7 8"))
    keys = [
        int(kernel.pack(s).core[kernel.KEY])
        for s in (state, other_owner, other_turn, stacked, upside_down, other_hands)
    ]
    assert keys[0] == keys[1]
    assert len(set(keys[1:])) == 5


def test_random_games_are_those_of_the_seed_and_end_as_the_rules_say() -> None:
    game = Aftaebr(3)
    state = drawn(game, 5)
    for _ in range(3):
        state = game.apply(state, game.legal_moves(state)[0])
    start, ends = kernel.pack(state), []
    for seed in (1, 1, 2):
        position, seeds = kernel.empty_position(), np.array([seed], np.int64)
        kernel.copy_into(position.core, position.stacks, start.core, start.stacks)
        plies = play_randomly(*position, seeds)
        ends.append((plies, kernel.unpack(position)))
    assert ends[0] == ends[1] != ends[2]
    assert all(game.actor(end) is None and len(game.winners(end)) >= 1 for _, end in ends)
    assert kernel.unpack(start) == state


def test_a_random_move_may_be_any_move() -> None:
    game = Aftaebr(2)
    for ply, (state, position) in enumerate(random_line(game, 7)):
        if ply == 30:
            seeds = np.array([1], np.int64)
            drawn_moves = {random_move(position.core, seeds) for _ in range(4000)}
            assert drawn_moves == {kernel.pack_move(move) for move in game.legal_moves(state)}
