"""How often a player who sees what players see wins a patience, at each level of the bots.

All levels play the same deals. The rows also say how a game ended, and after how many moves it was
stuck: at a stall (R-S40-35), or at a dead end (R-N9-19), after which the game goes on.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import pyarrow as pa

from tavolino.bots import bot_named
from tavolino.bots.arena import play_on
from tavolino.chance import deal_seed
from tavolino.game import AnyGame, Stop, option
from tavolino.lab.patiences import PATIENCES
from tavolino.lab.studies.levels import ALL, LevelStudy, levels_of
from tavolino.lab.studies.patience import PatienceStudy
from tavolino.lab.study import Row
from tavolino.match import OverBudget, new_match, settle
from tavolino.solvers.limits import Budget
from tavolino.solvers.referee import is_dead_end, ruling

POSITIONS = 200_000
"""Looked at for the proof of a dead end; few need more, and those would take minutes."""


@dataclass(frozen=True)
class Honest(LevelStudy, PatienceStudy):
    level: str = option(ALL, *levels_of(*PATIENCES))

    name: ClassVar[str] = "honest"
    about: ClassVar[str] = "how often bots that see what a player sees win a patience, by level"
    columns: ClassVar[dict[str, pa.DataType]] = {
        "deal": pa.int64(),
        "level": pa.dictionary(pa.int8(), pa.string()),
        "is_won": pa.bool_(),
        "score": pa.int16(),
        "moves": pa.int16(),
        "ending": pa.dictionary(pa.int8(), pa.string()),
        "stuck_after": pa.int16(),
    }

    def row(self, number: int) -> Row:
        game: Any = self.rules
        index, at = divmod(number - 1, len(self.levels))
        deal, level = index + 1, self.levels[at]
        match = settle(new_match(game, deal_seed(deal)), ruling)
        match = play_on(match, [bot_named(game.name, level)], deal_seed(deal))
        board = match.boards[0]
        state = board.state
        is_won = bool(game.winners(state))
        ending = "won" if is_won else str(state.stopped) if state.stopped else "no moves"
        moves = board.tally.moves
        played = list(board.history)[1 : moves + 2]  # from the deal to the last move
        stuck = moves if state.stopped is Stop.STALL else first_dead_end(game, played)
        return deal, level, is_won, game.scores(state)[0], moves, ending, stuck


def first_dead_end(game: AnyGame, positions: Sequence[Any]) -> int | None:
    """The index of the first position that is a dead end; None if none of them is proved to be.

    What a dead end cannot reach cannot be reached later either: all positions after it are dead
    ends, too.
    """
    first = bisect_left(positions, True, key=lambda state: _is_proved(game, state))
    return first if first < len(positions) else None


def _is_proved(game: AnyGame, state: Any) -> bool:
    try:
        return is_dead_end(game, state, Budget(POSITIONS))
    except OverBudget:
        return False
