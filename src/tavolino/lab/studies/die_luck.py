"""Azul solo: how much of a result is the die's doing, and how much the bag's.

Each bag is played with several series of rolls by the same bot. The variance of the results of one
bag is the die's; what all results vary more than that is the bag's.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import pyarrow as pa

from tavolino.bots import bot_named
from tavolino.bots.bot import seed_of
from tavolino.chance import Rng, deal_seed
from tavolino.game import CHANCE, check_options, option
from tavolino.games.azul_solo import AzulSolo
from tavolino.lab.studies.levels import levels_of
from tavolino.lab.study import Row

USUAL = "greedy"
"""Quick enough for many bags."""
SERIES = 8
"""Series of rolls for each bag."""


@dataclass(frozen=True)
class DieLuck:
    level: str = option(USUAL, *(name for name in levels_of(AzulSolo.name) if name != USUAL))
    marker_home: str = option("every_round", "first_round_only")

    name: ClassVar[str] = "die_luck"
    about: ClassVar[str] = "azul_solo: how much the die decides, on the same bag and over all bags"
    columns: ClassVar[dict[str, pa.DataType]] = {
        "bag": pa.int64(),
        "series": pa.int8(),
        "human": pa.int16(),
        "automa": pa.int16(),
        "lead": pa.int16(),
    }

    def __post_init__(self) -> None:
        check_options(self)

    def rows_per_deal(self) -> int:
        return SERIES

    def versions(self) -> dict[str, int]:
        return {AzulSolo.name: AzulSolo.version}

    def prepare(self) -> None:
        self.row(1)  # loads what its level needs, and no more

    def row(self, number: int) -> Row:
        """The bag is that of the deal number; rolls and the bot's choices differ by series."""
        index, series = divmod(number - 1, SERIES)
        game, bot = AzulSolo(self.marker_home), bot_named(AzulSolo.name, self.level)
        dice, state, moves = seed_of("dice", index, series), game.start(), 0
        while (seat := game.actor(state)) is not None:
            if seat == CHANCE:
                seed = dice if state.sequence else deal_seed(index + 1)
                move = game.chance_move(state, Rng(seed, moves if state.sequence else 0))
            else:
                view = game.view(state, seat)
                move = bot.choose(game, view, seat, seed_of("bot", index, moves))
            state, moves = game.apply(state, move), moves + 1
        human, automa = game.scores(state)
        return index + 1, series + 1, human, automa, human - automa
