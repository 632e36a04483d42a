"""Azul solo: points and wins by level and by reading of R-AZ-05, and what the automa does."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import ClassVar

import pyarrow as pa

from tavolino.bots import bot_named
from tavolino.bots.arena import play_on
from tavolino.chance import deal_seed
from tavolino.game import check_options, option
from tavolino.games.azul_solo import AzulSolo, Holder, State
from tavolino.lab.studies.levels import ALL, LevelStudy, levels_of
from tavolino.lab.study import Row
from tavolino.match import new_match, settle
from tavolino.solvers.referee import ruling

READINGS = ("every_round", "first_round_only")


@dataclass(frozen=True)
class Azul(LevelStudy):
    level: str = option(ALL, *levels_of(AzulSolo.name))

    name: ClassVar[str] = "azul"
    about: ClassVar[str] = "azul_solo: wins, points and priorities of the Automa, by level"
    columns: ClassVar[dict[str, pa.DataType]] = {
        "game": pa.int64(),
        "level": pa.dictionary(pa.int8(), pa.string()),
        "marker_home": pa.dictionary(pa.int8(), pa.string()),
        "human": pa.int16(),
        "automa": pa.int16(),
        "is_won": pa.bool_(),
        "priorities": pa.list_(pa.int8()),
        "automa_has_marker": pa.bool_(),
    }

    def __post_init__(self) -> None:
        check_options(self)

    @cached_property
    def rules(self) -> AzulSolo:
        """With one of the readings."""
        return AzulSolo()

    @property
    def variants(self) -> list[tuple[str, str]]:
        return [(level, reading) for level in self.levels for reading in READINGS]

    def rows_per_deal(self) -> int:
        return len(self.variants)

    def row(self, number: int) -> Row:
        """Every variant has the same bag, and the same rolls as long as they are made."""
        index, at = divmod(number - 1, len(self.variants))
        level, reading = self.variants[at]
        game, seed = AzulSolo(reading), deal_seed(index + 1)
        match = settle(new_match(game, seed), ruling)
        match = play_on(match, [bot_named(game.name, level)], seed)
        history: list[State] = list(match.boards[0].history)
        state = history[-1]
        human, automa = game.scores(state)
        has_marker = state.marker is Holder.AUTOMA
        used = priorities(history)
        return index + 1, level, reading, human, automa, human > automa, used, has_marker


def priorities(history: list[State]) -> list[int]:
    """How often the automa's answer came from each of P1 … P4 (R-AZ-10).

    Its answer is in the state after its roll; the next roll brings another one.
    """
    rolled = (
        after.answer.priority
        for before, after in pairwise(history)
        if after.answer and before.sequence and before.mover is Holder.AUTOMA
    )
    used = Counter(rolled)
    return [used[priority] for priority in range(1, 5)]
