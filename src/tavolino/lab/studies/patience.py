"""What the studies of patiences share: the game of their options, and its deals."""

from __future__ import annotations

from typing import Any

from tavolino.chance import Rng, deal_seed
from tavolino.game import OptionError
from tavolino.games.nove_colonne import NoveColonne
from tavolino.games.solitario40 import Solitario40


def patience_of(study: Any) -> Solitario40 | NoveColonne:
    """The game that a study names, with the options that it has for it."""
    if study.game == "solitario40":
        return Solitario40(study.deck, study.draw, study.empty_column)
    if (study.deck, study.draw, study.empty_column) != (40, 3, "king"):
        raise OptionError(f"expected no options of solitario40 for {study.game}")
    return NoveColonne()


def dealt(game: Any, number: int) -> Any:
    """The position of a deal number, as players get it."""
    start = game.start()
    return game.apply(start, game.chance_move(start, Rng(deal_seed(number), 0)))
