"""The catalogue of games: the built-in ones, then the plug-ins of other installed packages.

A package adds a game by naming its ``GameEntry`` under the entry point ``tavolino.games``.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from tavolino.catalogue import aftaebr, azul_solo, nove_colonne, solitario40
from tavolino.catalogue.entry import GameEntry
from tavolino.catalogue.plug_ins import with_plug_ins
from tavolino.catalogue.reference import Reference, made_by
from tavolino.game import AnyGame, OptionError, with_options

__all__ = [
    "BUILT_IN",
    "GameEntry",
    "Reference",
    "entries",
    "entry_of",
    "game_names",
    "made_by",
    "make_game",
]

BUILT_IN: dict[str, GameEntry] = {
    entry.name: entry
    for entry in (solitario40.ENTRY, nove_colonne.ENTRY, azul_solo.ENTRY, aftaebr.ENTRY)
}
"""In the order in which every client lists them; the first is the one to suggest."""


@cache
def _all_games() -> dict[str, GameEntry]:
    return with_plug_ins(BUILT_IN)


def entries() -> tuple[GameEntry, ...]:
    """All entries, in the order of the list of games."""
    return tuple(_all_games().values())


def game_names() -> tuple[str, ...]:
    return tuple(_all_games())


def entry_of(name: str) -> GameEntry:
    # Plug-ins are looked up only if necessary: that takes a moment.
    found = BUILT_IN.get(name) or _all_games().get(name)
    if found is None:
        raise OptionError(f"expected a game among {', '.join(game_names())}, got {name[:40]!r}")
    return found


def make_game(name: str, options: Mapping[str, str] | None = None) -> AnyGame:
    """A game by its name in code, with options as text.

    >>> make_game("solitario40", {"draw": "1"})
    Solitario40(deck=40, draw=1, empty_column='king')
    """
    game: AnyGame = with_options(entry_of(name).rules, options or {})
    return game
