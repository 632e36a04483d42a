"""The compiled Solitario with 40 cards is the one of the rules."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from support.kernel_check import check_kernel, check_position
from support.random_play import EVERY_GAME, start_match

from tavolino.cards import Pile
from tavolino.game import Stop
from tavolino.games.solitario40 import Move, Solitario40, State
from tavolino.kernels import solitario40 as kernel
from tavolino.kernels.solitario40 import Table

GAMES = [game for game in EVERY_GAME if isinstance(game, Solitario40)]


class Solitario40Kernel:
    pack = staticmethod(kernel.pack)
    unpack = staticmethod(kernel.unpack)

    def moves(self, game: Solitario40, packed: Table) -> list[Move]:
        out = np.zeros(kernel.MOST_MOVES, np.int16)
        return [kernel.move_of(game, int(code)) for code in out[: kernel.moves(packed, out)]]

    def apply(self, packed: Table, move: Move) -> tuple[int, int]:
        return kernel.apply(packed, kernel.move_code(move))

    def undo(self, packed: Table, move: Move, token: int) -> None:
        kernel.undo(packed, kernel.move_code(move), token)

    def hash_of(self, packed: Table) -> int:
        return kernel.hash_of(packed)


KERNEL = Solitario40Kernel()


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_random_games_are_those_of_the_rules(game: Solitario40) -> None:
    assert check_kernel(game, KERNEL, range(1, 6), plies=120) > 500


def test_other_positions_have_other_hashes() -> None:
    game, rnd = Solitario40(), Random(3)
    hashes: dict[int, State] = {}
    for number in range(1, 21):
        state = start_match(game, number).boards[0].state
        for _ in range(60):
            assert hashes.setdefault(kernel.hash_of(kernel.pack(game, state)), state) == state
            state = game.apply(state, rnd.choice(game.legal_moves(state)))
    assert len(hashes) > 500


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


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_positions_that_differ_have_other_hashes(game: Solitario40) -> None:
    rnd, seen = Random(7), dict[int, State]()
    for number in range(1, 4):
        state = start_match(game, number).boards[0].state
        for _ in range(200):
            if game.actor(state) is None:
                break
            state = game.apply(state, rnd.choice(game.legal_moves(state)))
            for one in (state, game.view(state, 0)):
                assert seen.setdefault(kernel.hash_of(kernel.pack(game, one)), one) == one
    assert len(seen) > 200
