"""What the studies of patiences share: their options, and the game of these."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cached_property

from tavolino.catalogue import make_game
from tavolino.game import AnyGame, check_options, option
from tavolino.lab.patiences import PATIENCES


@dataclass(frozen=True)
class PatienceStudy:
    """The first options of a study of patiences, and one row for each deal."""

    game: str = option(*PATIENCES)
    # Options of the game, if it has them
    deck: int = option(40, 52)
    draw: int = option(3, 1)
    empty_column: str = option("king", "any")

    def __post_init__(self) -> None:
        check_options(self)
        _ = self.rules  # refuses an option that the game does not have

    @cached_property
    def rules(self) -> AnyGame:
        """The game that the study names, with the options that it has for it."""
        _, *options = fields(PatienceStudy)
        chosen = {f.name: getattr(self, f.name) for f in options}
        others = {f.name: str(chosen[f.name]) for f in options if chosen[f.name] != f.default}
        return make_game(self.game, others)

    def rows_per_deal(self) -> int:
        return 1

    def versions(self) -> dict[str, int]:
        return {self.rules.name: self.rules.version}
