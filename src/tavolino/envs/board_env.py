"""Gymnasium environments of the games for one player, on the rules themselves."""

from __future__ import annotations

from typing import Any, SupportsInt

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Discrete

from tavolino.chance import MAX_DEAL_NUMBER, Rng, check_deal_number, deal_seed
from tavolino.envs.codecs import Codec, Mask, Observation, mask_of
from tavolino.envs.rendering import Renderer
from tavolino.game import CHANCE, AnyGame, OptionError

ILLEGAL_REWARD = -1.0
"""For an action that the mask forbids; it changes nothing."""


class BoardEnv(gymnasium.Env[Observation, np.int64]):
    """One board. The reward of a move is the change of the points.

    ``info`` has the legal actions as ``action_mask`` and the deal number as ``deal``; ``reset``
    takes ``options={"deal": 5}`` for a deal of your choice, otherwise the seed chooses it. An
    observation holds what the player may see, nothing else.
    """

    metadata = {"render_modes": ["human", "ansi", "rgb_array"], "render_fps": 2}  # noqa: RUF012

    def __init__(self, game: AnyGame, codec: Codec, render_mode: str | None = None) -> None:
        self.game, self.codec, self.render_mode = game, codec, render_mode
        self.observation_space = Box(np.zeros_like(codec.highest), codec.highest, dtype=np.int16)
        self.action_space = Discrete(codec.actions)
        self.state: Any = game.start()
        self._renderer = Renderer(game)
        self._last: Any = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        options = dict(options or {})
        number = options.pop("deal", None)
        if options:
            raise OptionError(f"expected no option but 'deal', got {sorted(options)[0]!r}")
        if number is None:
            number = int(self.np_random.integers(1, MAX_DEAL_NUMBER + 1))
        self._deal = check_deal_number(number)
        self._chance_events = 0
        self.state, self._last = self._after_chance(self.game.start()), None
        self._points = self._value()
        observation, info = self._observed()
        self._show()
        return observation, info

    def step(self, action: SupportsInt) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        chosen = int(action)
        if not 0 <= chosen < self.codec.actions:
            raise OptionError(f"expected an action below {self.codec.actions}, got {chosen}")
        if not self._mask[chosen]:
            observation, info = self._observed()
            is_over = not self._mask.any()
            return observation, ILLEGAL_REWARD, is_over, False, info | {"is_illegal": True}
        self._last = self.codec.move(chosen)
        self.state = self._after_chance(self.game.apply(self.state, self._last))
        before, self._points = self._points, self._value()
        observation, info = self._observed()
        self._show()
        # A seat to move has a move, so nothing legal means that it is over.
        is_over = not self._mask.any()
        return observation, float(self._points - before), is_over, False, info

    def action_masks(self) -> Mask:
        """The legal actions, under the name that MaskablePPO of sb3-contrib asks for."""
        return self._mask

    def render(self) -> Any:
        if self.render_mode == "ansi":
            return self._renderer.text(self._view(), self._last)
        if self.render_mode == "rgb_array":
            return self._renderer.picture(self._view())
        return None

    def _after_chance(self, state: Any) -> Any:
        """The deal, and the automa's die: event k is stream k of the deal, as in a match."""
        while self.game.actor(state) == CHANCE:
            rng = Rng(deal_seed(self._deal), self._chance_events)
            state = self.game.apply(state, self.game.chance_move(state, rng))
            self._chance_events += 1
        return state

    def _value(self) -> int:
        """Points, less those of an opponent without a seat."""
        own, *others = self.game.scores(self.state)
        return own - sum(others)

    def _view(self) -> Any:
        return self.game.view(self.state, 0)

    def _observed(self) -> tuple[Observation, dict[str, Any]]:
        self._mask = mask_of(self.codec, self.game.legal_moves(self.state))
        info = {
            "action_mask": self._mask,
            "deal": self._deal,
            "is_won": 0 in self.game.winners(self.state),
        }
        return self.codec.observe(self._view()), info

    def _show(self) -> None:
        if self.render_mode == "human":
            print(self._renderer.text(self._view(), self._last))
