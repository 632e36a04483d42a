"""Results of a game of several players as numbers that add up to zero."""

from __future__ import annotations

from collections.abc import Sequence


def utilities(winners: Sequence[int], players: int) -> list[float]:
    """1 for winning alone; several winners share it; the others pay equal parts.

    >>> utilities([1], 2), utilities([0, 1], 2)
    ([-1.0, 1.0], [0.0, 0.0])
    >>> sum(utilities([0, 3], 4))
    0.0
    """
    scale = players / (players - 1)
    return [
        ((seat in winners) / len(winners) - 1 / players) * scale if winners else 0.0
        for seat in range(players)
    ]
