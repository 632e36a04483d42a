"""The programs of each game by name, without the compiler that ``bots.BOTS`` brings along."""

from __future__ import annotations

from collections.abc import Sequence

BOT_NAMES: dict[str, tuple[str, ...]] = {
    "aftaebr": ("random", "greedy", "safe", "facile", "medio", "difficile", "maestro"),
    "azul_solo": ("random", "greedy", "facile", "medio", "difficile", "maestro"),
}


def bots_of(game: str) -> Sequence[str]:
    return BOT_NAMES.get(game, ())
