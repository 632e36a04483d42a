"""AFTAEBR: who wins by the order of play, how long games are, and how much is captured.

Everybody plays at the same level. Seats are counted in the order of play: 1 begins.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

import pyarrow as pa

from tavolino.chance import deal_seed
from tavolino.game import check_options, option
from tavolino.games.aftaebr import Aftaebr, State
from tavolino.lab.studies.aftaebr_games import play
from tavolino.lab.studies.levels import ALL, LevelStudy, levels_of
from tavolino.lab.study import Row


@dataclass(frozen=True)
class Seats(LevelStudy):
    players: int = option(2, 3, 4)
    level: str = option(ALL, *levels_of(Aftaebr.name))

    name: ClassVar[str] = "seats"
    about: ClassVar[str] = "aftaebr: who wins by the order of play, by level; lengths and captures"
    columns: ClassVar[dict[str, pa.DataType]] = {
        "game": pa.int64(),
        "level": pa.dictionary(pa.int8(), pa.string()),
        "winners": pa.list_(pa.int8()),
        "plies": pa.int16(),
        "captures": pa.list_(pa.int16()),
        "passes": pa.int16(),
        "ending": pa.dictionary(pa.int8(), pa.string()),
    }

    def __post_init__(self) -> None:
        check_options(self)

    @cached_property
    def rules(self) -> Aftaebr:
        return Aftaebr(self.players)

    def row(self, number: int) -> Row:
        """Winners and pieces captured are in the order of play."""
        index, at = divmod(number - 1, len(self.levels))
        game, level = self.rules, self.levels[at]
        last, captured, passes, plies = play(game, level, deal_seed(index + 1))
        first = last.black.index(max(last.black))
        captures = captured[first:] + captured[:first]
        winners = [(seat - first) % self.players + 1 for seat in game.winners(last)]
        return index + 1, level, sorted(winners), plies, captures, passes, _ending(last)


def _ending(state: State) -> str:
    if state.stopped:
        return str(state.stopped)
    living = sum(any(hand) for hand in state.hands)
    return "last player" if living <= 1 else "nobody can place"
