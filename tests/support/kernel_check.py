"""A kernel is the rules once more: the one test of that, for every game."""

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

    def apply(self, packed: P, move: Any) -> Any:
        """Make a move; what ``undo`` needs."""

    def undo(self, packed: P, move: Any, token: Any) -> None: ...

    def contents(self, packed: P) -> bytes:
        """All that a packed position holds, to be compared with one that was packed afresh."""

    def hash_kept(self, packed: P) -> int | None:
        """The hash that ``apply`` and ``undo`` keep up to date; None if the kernel has none."""

    def hash_defined(self, game: Any, state: Any) -> int | None:
        """The same hash from its definition and the state of the rules, by no kernel's code."""


def wrapped(number: int) -> int:
    """A whole number as a signed word of 64 bits has it."""
    return (number + (1 << 63)) % (1 << 64) - (1 << 63)


def check_same(game: AnyGame, kernel: Kernel[P], packed: P, state: Any) -> None:
    """This packed position is that state, whatever moves led to it."""
    assert kernel.unpack(game, packed) == state
    assert kernel.contents(packed) == kernel.contents(kernel.pack(game, state)), state
    assert kernel.hash_kept(packed) == kernel.hash_defined(game, state), state


def check_position(game: AnyGame, kernel: Kernel[P], state: Any) -> None:
    """The kernel and the rules agree on this position and on all that one move can make of it."""
    packed, moves = kernel.pack(game, state), game.legal_moves(state)
    check_same(game, kernel, packed, state)
    assert list(kernel.moves(game, packed)) == list(moves), state
    before = kernel.contents(packed)
    for move in moves:
        token = kernel.apply(packed, move)
        check_same(game, kernel, packed, game.apply(state, move))
        kernel.undo(packed, move, token)
        assert kernel.contents(packed) == before, (state, move)
    check_same(game, kernel, packed, state)


def check_kernel(
    game: AnyGame, kernel: Kernel[P], deals: Iterable[int], plies: int, every: int = 1
) -> int:
    """Random games by the rules and by the kernel, then taken back; how many positions they had.

    Once in ``every`` plies the position is checked with all its moves, and the player's view.
    """
    checked = 0
    for number in deals:
        rnd = Random(number)
        state = start_match(game, number).boards[0].state
        packed, played = kernel.pack(game, state), list[tuple[Any, Any, bytes]]()
        for ply in range(plies):
            check_same(game, kernel, packed, state)
            checked += 1
            if ply % every == 0:
                check_position(game, kernel, state)
                if (view := game.view(state, 0)) != state:
                    check_position(game, kernel, view)
            if game.actor(state) is None:
                break
            move = rnd.choice(game.legal_moves(state))
            before = kernel.contents(packed)
            played.append((move, kernel.apply(packed, move), before))
            state = game.apply(state, move)
        for move, token, before in reversed(played):
            kernel.undo(packed, move, token)
            assert kernel.contents(packed) == before, (move, kernel.unpack(game, packed))
    return checked
