"""The compiled Azul in solitario is the one of the rules."""

from __future__ import annotations

import numpy as np
import pytest
from support.kernel_check import check_kernel, check_position
from support.random_play import EVERY_GAME, start_match

from tavolino.game import Stop
from tavolino.games.azul_solo import AzulSolo, Holder, Move, State
from tavolino.kernels import azul_solo as kernel
from tavolino.kernels.azul_solo_random import random_games, rolled, shuffle_bag
from tavolino.kernels.jit import Ints
from tavolino.kernels.rng import random_below, stream_start

GAMES = [game for game in EVERY_GAME if isinstance(game, AzulSolo)]


class AzulKernel:
    """It keeps no hash, and a copy takes a move back."""

    pack = staticmethod(kernel.pack)

    def unpack(self, game: AzulSolo, packed: Ints) -> State:
        return kernel.unpack(packed)

    def moves(self, game: AzulSolo, packed: Ints) -> list[Move]:
        out = np.zeros(kernel.MAX_MOVES, np.int64)
        return [kernel.unpack_move(int(code)) for code in out[: kernel.moves(packed, out)]]

    def apply(self, packed: Ints, move: Move) -> Ints:
        before = packed.copy()
        kernel.apply(packed, kernel.pack_move(move))
        return before

    def undo(self, packed: Ints, move: Move, token: Ints) -> None:
        packed[:] = token

    def contents(self, packed: Ints) -> bytes:
        return packed.tobytes()

    def hash_kept(self, packed: Ints) -> None:
        return None

    def hash_defined(self, game: AzulSolo, state: State) -> None:
        return None


KERNEL = AzulKernel()


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_random_games_are_those_of_the_rules(game: AzulSolo) -> None:
    assert check_kernel(game, KERNEL, range(1, 26), plies=100, every=3) > 1000


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_stopped_and_ended_games_have_no_moves(game: AzulSolo) -> None:
    state = start_match(game, 1).boards[0].state
    ended = state._replace(round=5)
    for over in (ended, game.stop(state, Stop.TIME_UP)):
        check_position(game, KERNEL, over)
        assert KERNEL.moves(game, kernel.pack(game, over)) == []


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_full_wall_and_a_full_floor(game: AzulSolo) -> None:
    """What random games hardly reach: every bonus, every penalty, the marker without a place."""
    state = start_match(game, 2).boards[0].state
    rows = ("BYRK", "BYRW", "BYKW", "BRKW", "YRKW")
    lines = ("W", "KK", "RRR", "YYYY", "BBBBB")
    last = state._replace(trays=("",) * 6, centre="BBYK", marker=Holder.CENTRE, wall=rows)
    for floor in ("", "BBYRKW", "BBYRKWW"):
        for lines_held in (lines, ("",) * 5, ("", "K", "", "YYYY", "BB")):
            for mover in (Holder.HUMAN, Holder.AUTOMA):
                for number in range(1, 5):
                    shown = last._replace(floor=floor, lines=lines_held, mover=mover, round=number)
                    check_position(game, KERNEL, shown)
                    check_position(game, KERNEL, shown._replace(centre="K", score=3))


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_position_with_as_many_moves_as_there_can_be(game: AzulSolo) -> None:
    """Somebody may write down one with every colour everywhere."""
    state = start_match(game, 2).boards[0].state._replace(trays=("BYRKW",) * 6, centre="BYRKW")
    assert len(game.legal_moves(state)) == kernel.MAX_MOVES
    check_position(game, KERNEL, state)


def random_game(game: AzulSolo, state: State, stream: Ints) -> tuple[int, ...]:
    """By the rules, but the draws are the kernel's."""
    packed = kernel.pack(game, state)
    shuffle_bag(packed, stream)
    state = kernel.unpack(packed)
    while game.actor(state) is not None:
        if state.mover is Holder.AUTOMA:
            move = kernel.unpack_move(rolled(stream))
        else:
            moves = game.legal_moves(state)
            move = moves[random_below(stream, len(moves))]
        state = game.apply(state, move)
    return game.scores(state)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_random_playouts_end_with_the_points_of_the_rules(game: AzulSolo) -> None:
    state = start_match(game, 3).boards[0].state
    points = np.zeros((200, 2), np.int64)
    assert random_games(kernel.pack(game, state), points, 7) > 200 * 20
    streams = [np.array([stream_start(7, number)], np.int64) for number in range(200)]
    assert [tuple(row) for row in points] == [random_game(game, state, s) for s in streams]
