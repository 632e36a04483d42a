"""The levels of play that studies compare: the bots that come with a game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from tavolino.bots.warm_up import warm_up_bots
from tavolino.catalogue import entry_of
from tavolino.lab.study import Row

ALL = "all"


def levels_of(*games: str) -> tuple[str, ...]:
    """The bots that come with these games, the weakest first."""
    return tuple(dict.fromkeys(name for game in games for name in entry_of(game).included_bots))


class LevelStudy(ABC):
    """What the studies share that play a game at one level or at all, one row for each."""

    level: str
    rules: Any

    @property
    def levels(self) -> tuple[str, ...]:
        return levels_of(self.rules.name) if self.level == ALL else (self.level,)

    def rows_per_deal(self) -> int:
        return len(self.levels)

    def versions(self) -> dict[str, int]:
        return {self.rules.name: self.rules.version}

    def prepare(self) -> None:
        if self.level == ALL:
            warm_up_bots(self.rules)
        else:
            self.row(1)  # loads what this level needs, and no more

    @abstractmethod
    def row(self, number: int) -> Row: ...
