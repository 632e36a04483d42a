"""The par of a deal: the points of a program that sees what a player sees, no more."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tavolino.bots import BOTS
from tavolino.bots.arena import play_on
from tavolino.chance import deal_seed
from tavolino.game import AnyGame, OptionError
from tavolino.match import Board, new_match, settle

LEVEL = "medio"
"""It sets every par, so that the par of a deal is one number: its choices depend on nothing but
what it sees. A game takes it about a second."""
GAMES = ("solitario40", "nove_colonne")


def par(game: AnyGame, deal: Any) -> int:
    """The par of a deal number, or of a position from there on."""
    if game.name not in GAMES:
        raise OptionError(f"expected {' or '.join(GAMES)} for a par, got {game.name}")
    if isinstance(deal, int):
        match = settle(new_match(game, deal_seed(deal)))
    else:
        match = replace(new_match(game), boards=(Board(deal),))
    played = play_on(match, [BOTS[game.name][LEVEL]], b"")
    return game.scores(played.boards[0].state)[0]
