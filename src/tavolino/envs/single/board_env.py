"""Gymnasium environments of the games for one player.

Deals and drawings come from the rules, moves are made in compiled code.
"""

from __future__ import annotations

from typing import Any, SupportsInt

import gymnasium
import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Box, Discrete

from tavolino.chance import MAX_DEAL_NUMBER, Rng, check_deal_number, deal_seed
from tavolino.envs.codecs import Codec, Mask, Observation
from tavolino.envs.rendering import Renderer
from tavolino.envs.single.board import Board
from tavolino.game import AnyGame, OptionError

ILLEGAL_REWARD = -1.0
"""For an action that the mask forbids; it changes nothing."""


class BoardEnv(gymnasium.Env[Observation, np.int64]):
    """One board. The reward of a move is the change of the points.

    ``info`` has the legal actions as ``action_mask`` and the deal number as ``deal``; ``reset``
    takes ``options={"deal": 5}`` for a deal of your choice, otherwise the seed chooses it. An
    observation holds what the player may see, nothing else.
    """

    metadata = {"render_modes": ["human", "ansi", "rgb_array"], "render_fps": 2}  # noqa: RUF012

    def __init__(
        self, game: AnyGame, codec: Codec, board: Board, render_mode: str | None = None
    ) -> None:
        self.game, self.codec, self.render_mode = game, codec, render_mode
        self._board = board
        self.observation_space = Box(np.zeros_like(codec.highest), codec.highest, dtype=np.int16)
        self.action_space = Discrete(codec.actions)
        self._renderer = Renderer(game)
        self._last: Any = None
        self._deal: int | None = None

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
        self._seed, self._chance_events, self._last = deal_seed(number), 0, None
        start = self.game.start()
        self._board.load(self.game.apply(start, self.game.chance_move(start, self._chance())))
        self._look()
        self._show()
        return self._observation.copy(), self._info()

    def step(self, action: SupportsInt) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        self._check_dealt()
        chosen = int(action)
        if not 0 <= chosen < self.codec.actions:
            raise OptionError(f"expected an action below {self.codec.actions}, got {chosen}")
        if not self._mask[chosen]:
            info = self._info() | {"is_illegal": True}
            return self._observation.copy(), ILLEGAL_REWARD, self._is_over, False, info
        self._last, before = chosen, self._points
        self._board.play(chosen, self._chance)
        self._look()
        self._show()
        reward = float(self._points - before)
        return self._observation.copy(), reward, self._is_over, False, self._info()

    @property
    def state(self) -> Any:
        """The position, hidden things included."""
        self._check_dealt()
        return self._board.state()

    def action_masks(self) -> Mask:
        """The legal actions, under the name that MaskablePPO of sb3-contrib asks for."""
        self._check_dealt()
        return self._mask

    def render(self) -> Any:
        if self.render_mode == "ansi":
            return self._text()
        if self.render_mode == "rgb_array":
            return self._renderer.picture(self._view())
        return None

    def _check_dealt(self) -> None:
        if self._deal is None:
            raise ResetNeeded("expected reset() first: nothing has been dealt yet")

    def _chance(self) -> Rng:
        """The deal, and the automa's die: event k is stream k of the deal, as in a match."""
        rng = Rng(self._seed, self._chance_events)
        self._chance_events += 1
        return rng

    def _view(self) -> Any:
        return self.game.view(self.state, 0)

    def _look(self) -> None:
        self._observation = np.empty(len(self.codec.highest), np.int16)
        self._mask = np.empty(self.codec.actions, np.int8)
        # A seat to move has a move, so nothing legal means that it is over.
        self._is_over = self._board.look(self._observation, self._mask) == 0
        self._is_won = self._is_over and 0 in self.game.winners(self.state)
        self._points = self._board.points()

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._mask.copy(), "deal": self._deal, "is_won": self._is_won}

    def _text(self) -> str:
        last = None if self._last is None else self.codec.move(self._last)
        return self._renderer.text(self._view(), last)

    def _show(self) -> None:
        if self.render_mode == "human":
            print(self._text())
