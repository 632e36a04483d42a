"""Observations for OpenSpiel, from the codecs."""

from __future__ import annotations

from typing import Any

import numpy as np

from tavolino.envs.codecs import Codec
from tavolino.game import OptionError


class CodecObserver:
    """What a player sees: the numbers of the codec, each divided by its largest value."""

    def __init__(self, codec: Codec, params: Any) -> None:
        if params:
            raise OptionError(f"expected no parameters of the observation, got {params}")
        self._scale = np.maximum(codec.highest, 1).astype(np.float32)
        self.tensor = np.zeros(len(codec.highest), np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: Any, player: int) -> None:
        self.tensor[:] = state.observe(player) / self._scale

    def string_from(self, state: Any, player: int) -> str:
        return str(state)
