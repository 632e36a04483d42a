"""A kernel is the rules once more: the one test of that, for every game (DESIGN section 4)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, Protocol, TypeVar

from support.random_play import start_match
from tavolino.game import AnyGame

P = TypeVar("P")


class Kernel(Protocol[P]):
    """A kernel as the test sees it: positions are packed, moves are those of the rules."""

    def pack(self, game: Any, state: Any) -> P: ...

    def unpack(self, game: Any, packed: P) -> Any: ...

    def moves(self, game: Any, packed: P) -> Sequence[Any]: ...

    def apply(self, packed: P, move: Any) -> tuple[Any, int]:
        """What ``undo`` needs, and by what the hash changes (exclusive or)."""

    def undo(self, packed: P, move: Any, token: Any) -> None: ...

    def hash_of(self, packed: P) -> int: ...


def check_position(game: AnyGame, kernel: Kernel[P], state: Any) -> None:
    """The kernel and the rules agree on this position and on all that one move can make of it."""
    packed, moves = kernel.pack(game, state), game.legal_moves(state)
    assert kernel.unpack(game, packed) == state
    assert list(kernel.moves(game, packed)) == list(moves), state
    before = kernel.hash_of(packed)
    for move in moves:
        token, change = kernel.apply(packed, move)
        after = game.apply(state, move)
        assert kernel.unpack(game, packed) == after, (state, move)
        fresh = kernel.hash_of(kernel.pack(game, after))
        assert before ^ change == kernel.hash_of(packed) == fresh, (state, move)
        kernel.undo(packed, move, token)
        assert kernel.unpack(game, packed) == state, (state, move)
        assert kernel.hash_of(packed) == before, (state, move)


def check_kernel(game: AnyGame, kernel: Kernel[P], deals: Iterable[int], plies: int) -> int:
    """Random games by the rules, every position checked, and the player's view of it; how many."""
    checked = 0
    for number in deals:
        rnd = Random(number)
        state = start_match(game, number).boards[0].state
        packed = kernel.pack(game, state)
        bits = kernel.hash_of(packed)
        for _ in range(plies):
            check_position(game, kernel, state)
            check_position(game, kernel, game.view(state, 0))
            checked += 1
            if game.actor(state) is None:
                break
            move = rnd.choice(game.legal_moves(state))
            state, (_, change) = game.apply(state, move), kernel.apply(packed, move)
            bits ^= change
            assert kernel.unpack(game, packed) == state
            assert bits == kernel.hash_of(packed) == kernel.hash_of(kernel.pack(game, state))
    return checked
