"""The four games, by name."""

from __future__ import annotations

from collections.abc import Mapping

from tavolino.game import AnyGame, OptionError, with_options
from tavolino.games.aftaebr import Aftaebr
from tavolino.games.azul_solo import AzulSolo
from tavolino.games.nove_colonne import NoveColonne
from tavolino.games.solitario40 import Solitario40

GAMES: dict[str, type[AnyGame]] = {
    "azul_solo": AzulSolo,
    "solitario40": Solitario40,
    "nove_colonne": NoveColonne,
    "aftaebr": Aftaebr,
}


def make_game(
    name: str,
    options: Mapping[str, str] | None = None,
    games: Mapping[str, type[AnyGame]] = GAMES,
) -> AnyGame:
    """One of these games by its name in code, with options as text.

    ``tavolino.catalogue.make_game`` knows the games of other installed packages too.

    >>> make_game("solitario40", {"draw": "1"})
    Solitario40(deck=40, draw=1, empty_column='king')
    """
    if name not in games:
        raise OptionError(f"expected a game among {', '.join(games)}, got {name[:40]!r}")
    game: AnyGame = with_options(games[name], options or {})
    return game
