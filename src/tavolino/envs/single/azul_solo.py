"""Azul solo, one board."""

from __future__ import annotations

from typing import Any

import numpy as np

from tavolino.envs.batched import azul_solo as batched
from tavolino.envs.codecs import Mask, Observation
from tavolino.envs.codecs.azul_solo import AzulSoloCodec
from tavolino.envs.options import game_of
from tavolino.envs.single.board import Chance
from tavolino.envs.single.board_env import BoardEnv
from tavolino.games.azul_solo import ROLLS, TRAYS, AzulSolo
from tavolino.kernels import azul_solo as kernel


def env(render_mode: str | None = None, **options: Any) -> BoardEnv:
    """The options of the rules are keyword arguments."""
    game = game_of(AzulSolo, options)
    return BoardEnv(game, AzulSoloCodec(game), AzulSoloBoard(game), render_mode)


class AzulSoloBoard:
    def __init__(self, game: AzulSolo) -> None:
        self._game = game
        self._out = np.empty(kernel.MAX_MOVES, np.int64)

    def load(self, state: Any) -> None:
        self._table = kernel.pack(self._game, state)

    def play(self, action: int, chance: Chance) -> None:
        batched.play(self._table, action)
        while batched.is_automas_turn(self._table):
            roll = ROLLS[chance().below(TRAYS)]
            kernel.apply(self._table, kernel.pack_move(roll))

    def look(self, observation: Observation, mask: Mask) -> int:
        return batched.look(self._table, self._out, observation, mask)

    def points(self) -> int:
        return batched.lead(self._table)

    def state(self) -> Any:
        return kernel.unpack(self._table)
