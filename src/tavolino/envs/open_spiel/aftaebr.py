"""AFTAEBR for OpenSpiel: chance says who begins, then players place pieces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pyspiel

from tavolino.envs.codecs import Observation
from tavolino.envs.codecs.aftaebr import AftaebrCodec
from tavolino.envs.open_spiel.observer import CodecObserver
from tavolino.envs.utilities import utilities
from tavolino.games.aftaebr import MAX_PLIES, NUMBERS, Aftaebr, Draw, State

TYPE = pyspiel.GameType(
    short_name="tavolino_aftaebr",
    long_name="AFTAEBR",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=4,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"players": 2},
)


class AftaebrGame(pyspiel.Game):  # type: ignore[misc]
    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        self.rules = Aftaebr(players=int((params or {}).get("players", 2)))
        self.codec = AftaebrCodec(self.rules)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.codec.actions,
            max_chance_outcomes=self.rules.players,
            num_players=self.rules.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=MAX_PLIES,
        )
        super().__init__(TYPE, info, dict(params or {}))

    def new_initial_state(self) -> AftaebrState:
        return AftaebrState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> CodecObserver:
        return CodecObserver(self.codec, params)


class AftaebrState(pyspiel.State):  # type: ignore[misc]
    def __init__(self, game: AftaebrGame) -> None:
        super().__init__(game)
        self._rules, self._codec = game.rules, game.codec
        self._positions = [game.rules.start()]

    @property
    def position(self) -> State:
        return self._positions[-1]

    def current_player(self) -> int:
        if not self.position.black:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self._rules.actor(self.position)
        return int(pyspiel.PlayerId.TERMINAL) if seat is None else seat

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Who begins; which black pieces decide that has no effect."""
        players = self._rules.players
        return [(seat, 1 / players) for seat in range(players)]

    def _legal_actions(self, player: int) -> list[int]:
        places: Sequence[Any] = self._rules.legal_moves(self.position)
        return list(map(self._codec.action, places))

    def _apply_action(self, action: int) -> None:
        if not self.position.black:
            self._positions.append(begun_by(self._rules, action))
            return
        after = self._rules.apply(self.position, self._codec.move(action))
        self._positions.append(after)
        if why := self._rules.ruling(self._positions):
            self._positions[-1] = self._rules.stop(after, why)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"player {action} begins"
        return str(self._codec.move(action))

    def is_terminal(self) -> bool:
        return bool(self.position.black) and self._rules.actor(self.position) is None

    def returns(self) -> list[float]:
        return utilities(self._rules.winners(self.position), self._rules.players)

    def observe(self, player: int) -> Observation:
        return self._codec.observe(self.position, player)

    def __str__(self) -> str:
        return str(self.position)


def begun_by(rules: Aftaebr, first: int) -> State:
    """After the draw and the choice of colours, which have no effect (R-AF-08)."""
    others = iter(NUMBERS)
    black = (max(NUMBERS) if seat == first else next(others) for seat in range(rules.players))
    state = rules.apply(rules.start(), Draw(tuple(black)))
    while None in state.colours:
        state = rules.apply(state, rules.legal_moves(state)[0])
    return state


pyspiel.register_game(TYPE, AftaebrGame)
