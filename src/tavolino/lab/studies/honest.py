"""How often a player who sees what players see wins a patience, at each level of the bots.

All levels play the same deals. The rows also say how a game ended and after how many moves: when
and how often a stall comes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import pyarrow as pa

from tavolino.bots import bot_named
from tavolino.bots.arena import play_on
from tavolino.chance import deal_seed
from tavolino.game import option
from tavolino.lab.patiences import PATIENCES
from tavolino.lab.studies.levels import ALL, LevelStudy, levels_of
from tavolino.lab.studies.patience import PatienceStudy
from tavolino.lab.study import Row
from tavolino.match import new_match, settle
from tavolino.solvers.referee import ruling


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
    }

    def row(self, number: int) -> Row:
        game: Any = self.rules
        index, at = divmod(number - 1, len(self.levels))
        deal, level = index + 1, self.levels[at]
        match = settle(new_match(game, deal_seed(deal)), ruling)
        match = play_on(match, [bot_named(game.name, level)], deal_seed(deal))
        state = match.boards[0].state
        is_won = bool(game.winners(state))
        ending = "won" if is_won else str(state.stopped) if state.stopped else "no moves"
        moves = match.boards[0].tally.moves
        return deal, level, is_won, game.scores(state)[0], moves, ending
