"""Nove colonne, one board."""

from __future__ import annotations

from typing import Any

import numpy as np

from tavolino.envs.batched import nove_colonne as batched
from tavolino.envs.codecs import Mask, Observation
from tavolino.envs.codecs.nove_colonne import NoveColonneCodec
from tavolino.envs.options import game_of
from tavolino.envs.single.board import Chance
from tavolino.envs.single.board_env import BoardEnv
from tavolino.games.nove_colonne import NoveColonne
from tavolino.kernels import nove_colonne as kernel


def env(render_mode: str | None = None, **options: Any) -> BoardEnv:
    """The options of the rules are keyword arguments."""
    game = game_of(NoveColonne, options)
    return BoardEnv(game, NoveColonneCodec(game), NoveColonneBoard(game), render_mode)


class NoveColonneBoard:
    def __init__(self, game: NoveColonne) -> None:
        self._out = np.empty(kernel.MAX_MOVES, np.int64)

    def load(self, state: Any) -> None:
        self._table = kernel.pack(state)

    def play(self, action: int, chance: Chance) -> None:
        batched.play(self._table, self._out, action)

    def look(self, observation: Observation, mask: Mask) -> int:
        return batched.look(self._table, self._out, observation, mask)

    def points(self) -> int:
        return batched.on_bases(self._table)

    def state(self) -> Any:
        return kernel.unpack(self._table)
