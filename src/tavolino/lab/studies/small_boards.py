"""AFTAEBR for two on small boards with few pieces, solved exactly: the value and a best line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import pyarrow as pa

from tavolino.game import OptionError, check_options, option
from tavolino.games.aftaebr import Aftaebr
from tavolino.lab.study import Row
from tavolino.solvers.aftaebr.solver import solve

ONE_EACH = (1, 1, 1, 1)
SIZES = ((4, 1), (4, 2), (4, 3), (4, 4), (5, 4), (5, 5), (6, 6))
MORE = ((2, 1, 1, 1), (1, 2, 1, 1), (2, 1, 1, 2), (1, 2, 2, 1), (2, 2, 2, 2))
BOARDS = [(size, ONE_EACH) for size in SIZES]
BOARDS += [(size, hand) for size in ((4, 1), (4, 2), (4, 3), (4, 4), (5, 4)) for hand in MORE]
"""Sizes and the pieces of 1, 2, 3, 4 of each player, roughly from easy to hard."""


@dataclass(frozen=True)
class SmallBoards:
    positions: int = option(50_000_000, 5_000_000, 500_000)
    """What is searched before a board is given up as unknown."""

    name: ClassVar[str] = "small_boards"
    about: ClassVar[str] = "aftaebr for two on small boards, solved exactly, with a best line"
    columns: ClassVar[dict[str, pa.DataType]] = {
        "width": pa.int8(),
        "height": pa.int8(),
        "hand": pa.list_(pa.int8()),
        "value": pa.int8(),
        "line": pa.string(),
        "positions": pa.int64(),
    }

    def __post_init__(self) -> None:
        check_options(self)

    def rows_per_deal(self) -> int:
        return 1

    def versions(self) -> dict[str, int]:
        return {Aftaebr.name: Aftaebr.version}

    def prepare(self) -> None:
        solve(4, 1, ONE_EACH)

    def row(self, number: int) -> Row:
        if number > len(BOARDS):
            raise OptionError(f"expected at most {len(BOARDS)} boards, got {number}")
        (width, height), hand = BOARDS[number - 1]
        found = solve(width, height, hand, self.positions)
        return width, height, list(hand), found.value, " ".join(found.line), found.positions
