"""AFTAEBR as a PettingZoo environment: agents in turn, two to four of them."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Box, Dict, Discrete
from gymnasium.utils import seeding
from pettingzoo import AECEnv

from tavolino.chance import MAX_DEAL_NUMBER, check_deal_number
from tavolino.envs.batched.aftaebr import mark_legal, observe, play
from tavolino.envs.codecs import Mask
from tavolino.envs.codecs.aftaebr import AftaebrCodec
from tavolino.envs.options import game_of
from tavolino.envs.rendering import Renderer
from tavolino.envs.utilities import utilities
from tavolino.game import OptionError, dealt
from tavolino.games.aftaebr import MAX_PLIES, Aftaebr, State
from tavolino.kernels.aftaebr import HASH, TURN, pack, unpack


def env(render_mode: str | None = None, **options: Any) -> AftaebrAec:
    """The environment; ``players=3`` or ``4`` for more than two."""
    return AftaebrAec(game_of(Aftaebr, options), render_mode)


class AftaebrAec(AECEnv[str, dict[str, Any], int]):  # type: ignore[misc]
    """A player after another, the seat that drew the highest black piece first.

    Observations are dictionaries with ``observation`` and ``action_mask``. Rewards come at the end
    and add up to zero. Players without pieces stay in the list of agents until the end; they are
    passed over, as in the rules. An illegal action changes nothing, and its agent loses the game.
    """

    metadata = {  # noqa: RUF012
        "name": "tavolino_aftaebr_v0",
        "render_modes": ["human", "ansi", "rgb_array"],
        "render_fps": 2,
        "is_parallelizable": False,
    }

    def __init__(self, game: Aftaebr, render_mode: str | None = None) -> None:
        super().__init__()
        self.game, self.codec, self.render_mode = game, AftaebrCodec(game), render_mode
        self.possible_agents = [f"player_{seat + 1}" for seat in range(game.players)]
        highest = self.codec.highest
        board = Box(np.zeros_like(highest), highest, dtype=np.int16)
        mask = Box(0, 1, (self.codec.actions,), np.int8)
        self._observed = Dict({"observation": board, "action_mask": mask})
        self._actions = {agent: Discrete(self.codec.actions) for agent in self.possible_agents}
        self._renderer = Renderer(game)
        self._np_random, _ = seeding.np_random()
        self._mask: Mask = np.zeros(self.codec.actions, np.int8)
        self._hashes = np.zeros(MAX_PLIES + 1, np.int64)

    def observation_space(self, agent: str) -> Dict:
        return self._observed

    def action_space(self, agent: str) -> Discrete:
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._np_random, _ = seeding.np_random(seed)
        number = (options or {}).get("deal")
        if number is None:
            number = int(self._np_random.integers(1, MAX_DEAL_NUMBER + 1))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {
            agent: {"deal": check_deal_number(number)} for agent in self.agents
        }
        self._position = pack(after_colours(self.game, number))
        self._hashes[0], self._plies = self._position.core[HASH], 0
        self._last: Any = None
        self._look()
        self._show()

    @property
    def state_of_game(self) -> State:
        """The position; everything in it is open."""
        self._check_dealt()
        return unpack(self._position)

    def observe(self, agent: str) -> dict[str, Any]:
        self._check_dealt()
        seat, (core, stacks, _) = self.possible_agents.index(agent), self._position
        is_turn = agent == self.agent_selection and not self.terminations[agent]
        mask = self._mask.copy() if is_turn else np.zeros_like(self._mask)
        observation = np.empty(len(self.codec.highest), np.int16)
        observe(core, stacks, self.game.players, seat, observation)
        return {"observation": observation, "action_mask": mask}

    def step(self, action: int | None) -> None:
        self._check_dealt()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not 0 <= int(action) < self.codec.actions:
            raise OptionError(f"expected an action below {self.codec.actions}, got {action}")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        seat = self.possible_agents.index(agent)
        if self._mask[int(action)]:
            self._play(int(action))
        else:
            others = [other for other in range(self.game.players) if other != seat]
            self._end(utilities(others, self.game.players))
        self._accumulate_rewards()
        self._show()

    def _check_dealt(self) -> None:
        if not hasattr(self, "_position"):
            raise ResetNeeded("expected reset() first: nothing has been dealt yet")

    def _play(self, action: int) -> None:
        self._last = self.codec.move(action)
        self._plies += 1
        if play(*self._position, self._hashes, self._plies, action):
            self._end(utilities(self.game.winners(self.state_of_game), self.game.players))
        else:
            self._look()

    def _end(self, results: list[float]) -> None:
        for agent, result in zip(self.possible_agents, results):
            self.rewards[agent] = result
            self.terminations[agent] = True
        self._mask = np.zeros_like(self._mask)
        # Agents leave one after the other, as PettingZoo asks for.
        self.agent_selection = self.agents[0]

    def _look(self) -> None:
        """Whose turn it is, and what is legal."""
        mark_legal(self._position.core, self._mask)
        self.agent_selection = self.possible_agents[self._position.core[TURN]]

    def render(self) -> Any:
        if self.render_mode == "ansi":
            return self._renderer.text(self.state_of_game, self._last)
        if self.render_mode == "rgb_array":
            return self._renderer.picture(self.state_of_game)
        return None

    def _show(self) -> None:
        if self.render_mode == "human":
            print(self._renderer.text(self.state_of_game, self._last))

    def close(self) -> None:
        pass


def after_colours(game: Aftaebr, number: int) -> State:
    """The draw of a deal; then every player takes the next colour of the box (R-AF-08)."""
    state: State = dealt(game, number)
    while None in state.colours:
        state = game.apply(state, game.legal_moves(state)[0])
    return state
