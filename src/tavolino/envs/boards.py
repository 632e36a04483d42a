"""One board in compiled code, for the environments of one player."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeAlias

import numpy as np

from tavolino.chance import Rng
from tavolino.envs.batched import azul_solo, nove_colonne, solitario40
from tavolino.envs.codecs import Mask, Observation
from tavolino.games.azul_solo import ROLLS, TRAYS, AzulSolo
from tavolino.games.nove_colonne import NoveColonne
from tavolino.games.solitario40 import Solitario40
from tavolino.kernels import azul_solo as azul_kernel
from tavolino.kernels import nove_colonne as nove_kernel
from tavolino.kernels import solitario40 as solitario_kernel

Chance: TypeAlias = Callable[[], Rng]
"""The generator of the next chance event."""


class Board(Protocol):
    def load(self, state: Any) -> None:
        """Go on from a position of the rules."""

    def play(self, action: int, chance: Chance) -> None:
        """A legal action, and what chance does after it."""

    def look(self, observation: Observation, mask: Mask) -> int:
        """Write what the player sees and may do; how many legal actions there are."""

    def points(self) -> int:
        """Points, less those of an opponent without a seat."""

    def state(self) -> Any:
        """The position for the rules, hidden things included."""


class Solitario40Board:
    def __init__(self, game: Solitario40) -> None:
        self._game = game
        self._out = np.empty(solitario_kernel.MAX_MOVES, np.int64)

    def load(self, state: Any) -> None:
        self._table = solitario_kernel.pack(self._game, state)

    def play(self, action: int, chance: Chance) -> None:
        solitario40.play(self._table, action)

    def look(self, observation: Observation, mask: Mask) -> int:
        return solitario40.look(self._table, self._out, observation, mask)

    def points(self) -> int:
        return solitario40.points(self._table)

    def state(self) -> Any:
        return solitario_kernel.unpack(self._game, self._table)


class NoveColonneBoard:
    def __init__(self, game: NoveColonne) -> None:
        self._out = np.empty(nove_kernel.MAX_MOVES, np.int64)

    def load(self, state: Any) -> None:
        self._table = nove_kernel.pack(state)

    def play(self, action: int, chance: Chance) -> None:
        nove_colonne.play(self._table, self._out, action)

    def look(self, observation: Observation, mask: Mask) -> int:
        return nove_colonne.look(self._table, self._out, observation, mask)

    def points(self) -> int:
        return nove_colonne.on_bases(self._table)

    def state(self) -> Any:
        return nove_kernel.unpack(self._table)


class AzulSoloBoard:
    def __init__(self, game: AzulSolo) -> None:
        self._game = game
        self._out = np.empty(azul_kernel.MAX_MOVES, np.int64)

    def load(self, state: Any) -> None:
        self._table = azul_kernel.pack(self._game, state)

    def play(self, action: int, chance: Chance) -> None:
        azul_solo.play(self._table, action)
        while azul_solo.is_automas_turn(self._table):
            roll = ROLLS[chance().below(TRAYS)]
            azul_kernel.apply(self._table, azul_kernel.pack_move(roll))

    def look(self, observation: Observation, mask: Mask) -> int:
        return azul_solo.look(self._table, self._out, observation, mask)

    def points(self) -> int:
        return azul_solo.lead(self._table)

    def state(self) -> Any:
        return azul_kernel.unpack(self._table)
