"""The compiled Solitario with 40 cards is the one of the rules."""

from __future__ import annotations

import numpy as np
import pytest
from support.kernel_check import check_kernel, check_position
from support.random_play import EVERY_GAME

from tavolino.cards import Pile
from tavolino.game import Stop
from tavolino.games.solitario40 import Move, Solitario40, State, Stock
from tavolino.kernels import solitario40 as kernel
from tavolino.kernels.jit import Ints

GAMES = [game for game in EVERY_GAME if isinstance(game, Solitario40)]


class Solitario40Kernel:
    """It keeps no hash, and a copy takes a move back."""

    pack = staticmethod(kernel.pack)
    unpack = staticmethod(kernel.unpack)

    def moves(self, game: Solitario40, packed: Ints) -> list[Move]:
        out = np.zeros(kernel.MAX_MOVES, np.int64)
        return [kernel.unpack_move(game, int(code)) for code in out[: kernel.moves(packed, out)]]

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

    def hash_defined(self, game: Solitario40, state: State) -> None:
        return None


KERNEL = Solitario40Kernel()


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_random_games_are_those_of_the_rules(game: Solitario40) -> None:
    assert check_kernel(game, KERNEL, range(1, 6), plies=120) > 500


def last_card_up(game: Solitario40) -> State:
    """A king of spade in column 3, everything else on its base."""
    columns: tuple[Pile, ...] = ((), (), (game.cards[-1],), (), (), (), ())
    return State(columns, (0,) * 7, (game.king,) * 3 + (game.king - 1,))


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_end_of_a_game(game: Solitario40) -> None:
    almost = last_card_up(game)
    solved = game.apply(almost, game.legal_moves(almost)[0])
    assert game.is_solved(solved)
    for state in (almost, solved, *(game.stop(almost, why) for why in sorted(game.stops))):
        check_position(game, KERNEL, state)
    assert KERNEL.moves(game, KERNEL.pack(game, game.stop(almost, Stop.STALL))) == []


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_all_cards_may_lie_in_one_pile(game: Solitario40) -> None:
    bare = State(((),) * 7, (0,) * 7)
    stock = State(((),) * 7, (0,) * 7, mazzetto=game.cards[:5], mazzo=game.cards[5:])
    column = State((game.cards, *bare.columns[1:]), (game.deck - 1, *bare.hidden[1:]))
    for state in (stock, column):
        check_position(game, KERNEL, state)


def test_a_line_is_played_as_far_as_it_is_legal() -> None:
    game = Solitario40()
    almost = last_card_up(game)
    up = kernel.pack_move(game.legal_moves(almost)[0])
    turn = kernel.pack_move(Stock.TURN)
    for line, count in (([], 0), ([up], 1), ([up, up], 1), ([turn, up], 0)):
        table = kernel.pack(game, almost)
        assert kernel.play_line(table, np.array(line, np.int64)) == count
        assert game.is_solved(kernel.unpack(game, table)) == (count == 1)
