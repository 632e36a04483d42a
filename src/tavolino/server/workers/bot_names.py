"""The programs of each game by name, without the compiler that ``bots.BOTS`` brings along."""

from __future__ import annotations

from collections.abc import Sequence

_LEVELS = ("random", "greedy", "facile", "medio", "difficile", "maestro")

BOT_NAMES: dict[str, tuple[str, ...]] = {
    "aftaebr": ("random", "greedy", "safe", "facile", "medio", "difficile", "maestro"),
    "azul_solo": _LEVELS,
    "solitario40": _LEVELS,
    "nove_colonne": _LEVELS,
}


def bots_of(game: str) -> Sequence[str]:
    return BOT_NAMES.get(game, ())
