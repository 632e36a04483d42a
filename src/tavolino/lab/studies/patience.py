"""What the studies of patiences share: their options, the game of these, and its deals."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from tavolino.chance import Rng, deal_seed
from tavolino.game import OptionError, check_options, option
from tavolino.games.nove_colonne import NoveColonne
from tavolino.games.solitario40 import Solitario40


@dataclass(frozen=True)
class PatienceStudy:
    """The first options of a study of patiences, and one row for each deal."""

    game: str = option("solitario40", "nove_colonne")
    deck: int = option(40, 52)
    draw: int = option(3, 1)
    empty_column: str = option("king", "any")

    def __post_init__(self) -> None:
        check_options(self)
        is_plain = (self.deck, self.draw, self.empty_column) == (40, 3, "king")
        if self.game != "solitario40" and not is_plain:
            raise OptionError(f"expected no options of solitario40 for {self.game}")

    @cached_property
    def rules(self) -> Solitario40 | NoveColonne:
        """The game that the study names, with the options that it has for it."""
        if self.game == "solitario40":
            return Solitario40(self.deck, self.draw, self.empty_column)
        return NoveColonne()

    def rows_per_deal(self) -> int:
        return 1

    def versions(self) -> dict[str, int]:
        return {self.rules.name: self.rules.version}


def dealt(game: Any, number: int) -> Any:
    """The position of a deal number, as players get it."""
    start = game.start()
    return game.apply(start, game.chance_move(start, Rng(deal_seed(number), 0)))
