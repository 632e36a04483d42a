"""AFTAEBR for learners, as the seat to move sees it.

Colours have no effect (R-AF-08), so environments begin after they were chosen. An action is
``4 * cell + number - 1``. An observation has, in this order::

    4 × 4    pieces in hand of each number: the seat to move, then clockwise; 0 without a player
    36       the height of each stack
    4 × 36   the number on top of each cell, then what would come to light, three pieces deep

A deeper piece can come to light only after four captures on its cell.
"""

from __future__ import annotations

import numpy as np

from tavolino.envs.codecs import Observation, limits
from tavolino.games.aftaebr import CELLS, EACH, NUMBERS, PLACES, Aftaebr, Place, State

SEEN_DEPTH = 4
PIECES = EACH * len(NUMBERS) * 4
NOTHING = (0,) * SEEN_DEPTH
NO_HAND = (0,) * len(NUMBERS)


class AftaebrCodec:
    actions = len(CELLS) * len(NUMBERS)
    highest = limits((16, PIECES), (len(CELLS), PIECES), (SEEN_DEPTH * len(CELLS), max(NUMBERS)))

    def __init__(self, game: Aftaebr) -> None:
        self._players = game.players

    def action(self, move: Place) -> int:
        return len(NUMBERS) * move.cell + move.number - 1

    def move(self, action: int) -> Place:
        return PLACES[action // len(NUMBERS)][action % len(NUMBERS) + 1]

    def observe(self, view: State, seat: int | None = None) -> Observation:
        """For the seat to move, or for another one."""
        first = seat if seat is not None else view.turn or 0
        numbers: list[int] = []
        for nth in range(4):
            is_seat = nth < self._players
            numbers += view.hands[(first + nth) % self._players] if is_seat else NO_HAND
        numbers += map(len, view.board)
        shown = [
            (*(piece.number for piece in stack[: -SEEN_DEPTH - 1 : -1]), *NOTHING)[:SEEN_DEPTH]
            for stack in view.board
        ]
        for layer in zip(*shown):
            numbers += layer
        return np.array(numbers, np.int16)
