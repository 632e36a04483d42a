"""The Solitario, one board."""

from __future__ import annotations

from typing import Any

import numpy as np

from tavolino.envs.batched import solitario40 as batched
from tavolino.envs.codecs import Mask, Observation
from tavolino.envs.codecs.solitario40 import Solitario40Codec
from tavolino.envs.options import game_of
from tavolino.envs.single.board import Chance
from tavolino.envs.single.board_env import BoardEnv
from tavolino.games.solitario40 import Solitario40
from tavolino.kernels import solitario40 as kernel


def env(render_mode: str | None = None, **options: Any) -> BoardEnv:
    """The options of the rules are keyword arguments."""
    game = game_of(Solitario40, options)
    return BoardEnv(game, Solitario40Codec(game), Solitario40Board(game), render_mode)


class Solitario40Board:
    def __init__(self, game: Solitario40) -> None:
        self._game = game
        self._out = np.empty(kernel.MAX_MOVES, np.int64)

    def load(self, state: Any) -> None:
        self._table = kernel.pack(self._game, state)

    def play(self, action: int, chance: Chance) -> None:
        batched.play(self._table, action)

    def look(self, observation: Observation, mask: Mask) -> int:
        return batched.look(self._table, self._out, observation, mask)

    def points(self) -> int:
        return batched.points(self._table)

    def state(self) -> Any:
        return kernel.unpack(self._game, self._table)
