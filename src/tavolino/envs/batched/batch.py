"""What the batched environments share: spaces, seeds, and the arrays that a step returns."""

from __future__ import annotations

from typing import Any, ClassVar, TypeAlias

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Box, Discrete, MultiDiscrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from tavolino.envs.codecs import Codec
from tavolino.game import OptionError
from tavolino.kernels.jit import Ints, jit
from tavolino.kernels.rng import stream_start

Floats: TypeAlias = NDArray[np.float64]
Step: TypeAlias = tuple[Any, Floats, NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]

NO_LIMIT = 2**62


class Batch(VectorEnv[Any, Any, Any]):
    """Boards of one game that are stepped together.

    A board that is over is dealt again in the next step, whose action is ignored (Gymnasium's
    autoreset mode ``NEXT_STEP``). ``info`` has the legal actions of every board as
    ``action_mask``. An action that the mask forbids changes nothing and costs 1.
    """

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "autoreset_mode": AutoresetMode.NEXT_STEP,
        "render_modes": [],
    }

    def __init__(self, codec: Codec, num_envs: int, max_episode_steps: int | None) -> None:
        if num_envs < 1:
            raise OptionError(f"expected at least one environment, got {num_envs}")
        self.num_envs, self.codec = num_envs, codec
        self.single_action_space = Discrete(codec.actions)
        self.action_space = MultiDiscrete([codec.actions] * num_envs)
        self.single_observation_space = Box(
            np.zeros_like(codec.highest), codec.highest, dtype=np.int16
        )
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._limit = NO_LIMIT if max_episode_steps is None else max_episode_steps
        self._observations = np.zeros((num_envs, len(codec.highest)), np.int16)
        self._masks = np.zeros((num_envs, codec.actions), np.int8)
        self._rewards = np.zeros(num_envs)
        self._is_over = np.zeros(num_envs, np.bool_)
        self._is_cut = np.zeros(num_envs, np.bool_)
        self._lengths = np.zeros(num_envs, np.int64)
        self._streams = np.ones((num_envs, 1), np.int64)
        self._is_dealt = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        if options:
            raise OptionError(f"expected no options, got {sorted(options)[0]!r}")
        start_streams(self._streams, int(self.np_random.integers(2**62)))
        self._is_over[:] = True
        self._step(np.zeros(self.num_envs, np.int64))
        self._is_dealt = True
        return self._observations.copy(), self._info()

    def step(self, actions: Any) -> Step:
        if not self._is_dealt:
            raise ResetNeeded("expected reset() first: nothing has been dealt yet")
        chosen = np.asarray(actions, np.int64)
        if chosen.shape != (self.num_envs,):
            raise OptionError(f"expected {self.num_envs} actions, got shape {chosen.shape}")
        if chosen.min() < 0 or chosen.max() >= self.codec.actions:
            wrong = chosen[(chosen < 0) | (chosen >= self.codec.actions)][0]
            raise OptionError(f"expected actions below {self.codec.actions}, got {wrong}")
        self._step(chosen)
        return (
            self._observations.copy(),
            self._rewards.copy(),
            self._is_over.copy(),
            self._is_cut.copy(),
            self._info(),
        )

    def _info(self) -> dict[str, Any]:
        everywhere = np.ones(self.num_envs, np.bool_)
        return {"action_mask": self._masks.copy(), "_action_mask": everywhere}

    def _step(self, actions: Ints) -> None:
        """Steps every board, and writes observations, masks, rewards and ends."""
        raise NotImplementedError


@jit
def start_streams(streams: Ints, seed: int) -> None:
    """A random stream of its own for every board."""
    for n in range(len(streams)):
        streams[n, 0] = stream_start(seed, n)
