"""The par of a deal: the points of a bot that sees what a player sees."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tavolino.bots import BOTS
from tavolino.bots.arena import play_on
from tavolino.chance import deal_seed
from tavolino.game import AnyGame, OptionError
from tavolino.match import Board, new_match, settle

LEVELS = {"solitario40": "medio", "nove_colonne": "difficile"}
"""The level that sets the par. Its choices depend only on what it sees, so the par of a deal is one
number; a game takes one or two seconds."""


def par(game: AnyGame, deal: Any) -> int:
    """The par of a deal number, or from a position on."""
    if game.name not in LEVELS:
        raise OptionError(f"expected {' or '.join(LEVELS)} for a par, got {game.name}")
    if isinstance(deal, int):
        match = settle(new_match(game, deal_seed(deal)))
    else:
        match = replace(new_match(game), boards=(Board(deal),))
    played = play_on(match, [BOTS[game.name][LEVELS[game.name]]], b"")
    return game.scores(played.boards[0].state)[0]
