"""The kernel of AFTAEBR makes the same moves as the rules, and takes them back."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest
from support.kernel_check import check_kernel, check_position, wrapped
from support.random_play import EVERY_GAME, start_match
from support.random_play import play_randomly as move_randomly

from tavolino.game import Stop
from tavolino.games.aftaebr import CELLS, Aftaebr, Colour, Move, Piece, Stack, State
from tavolino.kernels import aftaebr as kernel
from tavolino.kernels.aftaebr_random import play_randomly, random_move

GAMES = [game for game in EVERY_GAME if isinstance(game, Aftaebr)]


class AftaebrKernel:
    def pack(self, game: Aftaebr, state: State) -> kernel.Position:
        return kernel.pack(state)

    def unpack(self, game: Aftaebr, packed: kernel.Position) -> State:
        return kernel.unpack(packed)

    def moves(self, game: Aftaebr, packed: kernel.Position) -> list[Any]:
        out = np.zeros(kernel.MAX_MOVES, np.int64)
        codes = out[: kernel.moves(packed.core, out)]
        return [kernel.unpack_move(int(code)) for code in codes]

    def apply(self, packed: kernel.Position, move: Move) -> None:
        kernel.apply(*packed, kernel.pack_move(move))

    def undo(self, packed: kernel.Position, move: Move, token: None) -> None:
        """The kernel itself remembers what it needs."""
        kernel.undo(*packed)

    def contents(self, packed: kernel.Position) -> bytes:
        """All but how much there is to take back, and what lies above the stacks."""
        core, stacks = packed.core.copy(), packed.stacks.copy()
        core[kernel.TRAIL] = 0
        stacks[np.arange(kernel.TALLEST + 1) > stacks[:, :1]] = 0
        return core.tobytes() + stacks.tobytes()

    def hash_kept(self, packed: kernel.Position) -> int:
        return int(packed.core[kernel.HASH])

    def hash_defined(self, game: Aftaebr, state: State) -> int:
        """Pieces by number, cell and height, hands, and who is to move (R-AF-36)."""
        board = sum(
            int(kernel.CELL_KEY[7 * (cell // 6) + cell % 6, piece.number])
            * int(kernel.HEIGHT_KEY[height])
            for cell, stack in enumerate(state.board)
            for height, piece in enumerate(stack, 1)
        )
        counts = [count for hand in state.hands for count in hand]
        held = sum(int(key) * count for key, count in zip(kernel.HAND_KEY, counts))
        turn = int(kernel.TURN_KEY[4 if state.turn is None else state.turn])
        return wrapped(board + held + turn)


KERNEL = AftaebrKernel()


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_random_games_are_those_of_the_rules(game: Aftaebr) -> None:
    assert check_kernel(game, KERNEL, range(1, 9), plies=400, every=12) > 400


def test_a_hash_that_is_not_kept_up_to_date_is_noticed() -> None:
    class Forgetful(AftaebrKernel):
        def apply(self, packed: kernel.Position, move: Move) -> None:
            before = packed.core[kernel.HASH]
            super().apply(packed, move)
            packed.core[kernel.HASH] = before

    with pytest.raises(AssertionError):
        check_position(GAMES[0], Forgetful(), start_match(GAMES[0], 1).boards[0].state)


def drawn(game: Aftaebr, number: int) -> State:
    """After the draw, before anybody has chosen a colour."""
    state: State = start_match(game, number).boards[0].state
    return state


def crowded(game: Aftaebr, rnd: Random) -> State:
    """A board of two numbers that do not follow one another; at times sequences lie on it, at times
    the others hold one piece with one of the two numbers."""
    pair = rnd.choice(((1, 3), (2, 4), (1, 4)))
    board: list[Stack] = [(Piece(rnd.choice(pair), 0),) for _ in CELLS]
    for _ in range(rnd.choice((0, 0, 1, 3))):
        start, step = rnd.choice(((6 * rnd.randrange(6), 1), (rnd.randrange(6), 6)))
        for number in range(4):
            board[start + step * number] += (Piece(number + 1, 1),)
    others = [rnd.choice((*pair, 0)) for _ in range(game.players - 1)]
    hands = ((1, 1, 1, 1), *(tuple(int(n == held) for n in (1, 2, 3, 4)) for held in others))
    colours = tuple(Colour)[: game.players]
    return replace(drawn(game, 1), hands=hands, board=tuple(board), turn=0, colours=colours)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_chains_of_captures_and_players_passed_over(game: Aftaebr) -> None:
    """What random games hardly reach."""
    rnd, captured, passed = Random(11), 0, 0
    for _ in range(20):
        state = crowded(game, rnd)
        check_position(game, KERNEL, state)
        after = [game.apply(state, move) for move in game.legal_moves(state)]
        captured += any(one.note.captured > 7 for one in after)
        passed += any(one.note.passed for one in after)
    assert min(captured, passed) > 2


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_positions_outside_play_are_packed_too(game: Aftaebr) -> None:
    state = drawn(game, 3)
    for outside in (game.start(), state, *(game.stop(state, why) for why in Stop)):
        if outside.stopped in (None, *game.stops):
            assert kernel.unpack(kernel.pack(outside)) == outside
    stopped = kernel.pack(game.stop(state, Stop.TIME_UP))
    assert KERNEL.moves(game, stopped) == []


def test_the_tallest_stack_there_can_be() -> None:
    game = Aftaebr(4)
    stack = tuple(Piece(number, seat) for seat in range(4) for number in (1, 2, 3, 4) * 8)
    board = (stack, *((),) * 35)
    state = State(((0,) * 4,) * 4, board, (4, 3, 2, 1), drawn(game, 1).colours, None)
    assert kernel.unpack(kernel.pack(state)) == state


def test_equal_hashes_mean_board_hands_and_turn() -> None:
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
    hashes = [
        int(kernel.pack(s).core[kernel.HASH])
        for s in (state, other_owner, other_turn, stacked, upside_down, other_hands)
    ]
    assert hashes[0] == hashes[1]
    assert len(set(hashes[1:])) == 5


def test_random_games_are_those_of_the_seed_and_end_as_the_rules_say() -> None:
    game = Aftaebr(3)
    state = drawn(game, 5)
    for _ in range(3):
        state = game.apply(state, game.legal_moves(state)[0])
    start, ends = kernel.pack(state), []
    for seed in (1, 1, 2):
        position, stream = kernel.empty_position(), np.array([seed], np.int64)
        kernel.copy_into(position.core, position.stacks, start.core, start.stacks)
        plies = play_randomly(*position, stream)
        ends.append((plies, kernel.unpack(position)))
    assert ends[0] == ends[1] != ends[2]
    assert all(game.actor(end) is None and len(game.winners(end)) >= 1 for _, end in ends)
    assert kernel.unpack(start) == state


def test_a_random_move_may_be_any_move() -> None:
    game = Aftaebr(2)
    state: State = move_randomly(start_match(game, 7), Random(7), 30).boards[0].state
    core, stream = kernel.pack(state).core, np.array([1], np.int64)
    drawn_moves = {random_move(core, stream) for _ in range(4000)}
    assert drawn_moves == {kernel.pack_move(move) for move in game.legal_moves(state)}
