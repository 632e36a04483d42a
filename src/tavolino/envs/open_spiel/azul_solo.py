"""Azul in solitario for OpenSpiel: chance sorts the colours, draws tiles one by one, and rolls.

The bag has no order here. The rules play on a view, in which the tiles of the bag are unseen, so a
new round puts unseen tiles on the trays; chance then says one after the other what they are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pyspiel

from tavolino.envs.codecs import Observation
from tavolino.envs.codecs.azul_solo import AzulSoloCodec
from tavolino.envs.open_spiel.observer import CodecObserver
from tavolino.games.azul_solo import (
    COLOURS,
    PER_COLOUR,
    ROLLS,
    TRAYS,
    UNSEEN_TILE,
    AzulSolo,
    Fill,
    Holder,
    State,
)

TYPE = pyspiel.GameType(
    short_name="tavolino_azul_solo",
    long_name="Azul in solitario",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=1,
    min_num_players=1,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"marker_home": "every_round"},
)
BAG = PER_COLOUR * len(COLOURS)
LONGEST = 4 * (4 * TRAYS) + len(COLOURS)
"""Each take removes a tile at least."""


class AzulSoloGame(pyspiel.Game):  # type: ignore[misc]
    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        self.rules = AzulSolo(marker_home=str((params or {}).get("marker_home", "every_round")))
        self.codec = AzulSoloCodec(self.rules)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.codec.actions,
            max_chance_outcomes=len(ROLLS),
            num_players=1,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=None,
            max_game_length=LONGEST,
        )
        super().__init__(TYPE, info, dict(params or {}))

    def new_initial_state(self) -> AzulSoloState:
        return AzulSoloState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> CodecObserver:
        return CodecObserver(self.codec, params)


class AzulSoloState(pyspiel.State):  # type: ignore[misc]
    """The result is 1 for a win, 0 for a draw, -1 for a defeat."""

    def __init__(self, game: AzulSoloGame) -> None:
        super().__init__(game)
        self._rules, self._codec = game.rules, game.codec
        self._sequence = ""
        self.position: State = game.rules.start()

    def current_player(self) -> int:
        if self._rules.is_over(self.position):
            return int(pyspiel.PlayerId.TERMINAL)
        is_players = self.position.sequence and not self._is_drawing
        if is_players and self.position.mover is Holder.HUMAN:
            return 0
        return int(pyspiel.PlayerId.CHANCE)

    @property
    def _is_drawing(self) -> bool:
        return any(UNSEEN_TILE in tray for tray in self.position.trays)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        if not self.position.sequence:
            left = [n for n, colour in enumerate(COLOURS) if colour not in self._sequence]
            return [(colour, 1 / len(left)) for colour in left]
        if self._is_drawing:
            counts = [self._left(colour) for colour in COLOURS]
            total = sum(counts)
            return [(n, count / total) for n, count in enumerate(counts) if count]
        return [(n, 1 / len(ROLLS)) for n in range(len(ROLLS))]

    def _left(self, colour: str) -> int:
        """Tiles of a colour that are still in the bag."""
        state = self.position
        heaps = (*state.trays, *state.lines, *state.wall, state.centre, state.floor)
        return PER_COLOUR - "".join((*heaps, state.discards, state.pile)).count(colour)

    def _legal_actions(self, player: int) -> list[int]:
        takes: Sequence[Any] = self._rules.legal_moves(self.position)
        return sorted(map(self._codec.action, takes))

    def _apply_action(self, action: int) -> None:
        state = self.position
        if not state.sequence:
            self._sequence += COLOURS[action]
            if len(self._sequence) == len(COLOURS):
                fill = Fill(self._sequence, UNSEEN_TILE * BAG)
                self.position = self._rules.apply(state, fill)
        elif self._is_drawing:
            tray = next(n for n, heap in enumerate(state.trays) if UNSEEN_TILE in heap)
            heap = state.trays[tray].replace(UNSEEN_TILE, COLOURS[action], 1)
            in_order = "".join(sorted(heap, key=(COLOURS + UNSEEN_TILE).index))
            trays = (*state.trays[:tray], in_order, *state.trays[tray + 1 :])
            self.position = state._replace(trays=trays)
        elif state.mover is Holder.HUMAN:
            self.position = self._rules.apply(state, self._codec.move(action))
        else:
            self.position = self._rules.apply(state, ROLLS[action])

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return str(self._codec.move(action))
        is_colour = not self.position.sequence or self._is_drawing
        return f"draw {COLOURS[action]}" if is_colour else str(ROLLS[action])

    def is_terminal(self) -> bool:
        return self._rules.is_over(self.position)

    def returns(self) -> list[float]:
        if not self.is_terminal():
            return [0.0]
        human, automa = self._rules.scores(self.position)
        return [float((human > automa) - (human < automa))]

    def observe(self, player: int) -> Observation:
        return self._codec.observe(self.position)

    def __str__(self) -> str:
        return f"{self._sequence or '-'} {self.position}"


pyspiel.register_game(TYPE, AzulSoloGame)
