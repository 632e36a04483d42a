"""The par of a deal: the points that a bot reaches on it, seeing only what a player sees."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tavolino.bots import bots_of
from tavolino.bots.arena import play_on
from tavolino.catalogue import entries, entry_of
from tavolino.chance import deal_seed
from tavolino.game import AnyGame, OptionError
from tavolino.match import Board, new_match, settle
from tavolino.solvers.referee import ruling


def par(game: AnyGame, deal: Any) -> int:
    """The par of a deal number, or of a position from there on.

    The choices of the bots that set pars depend on nothing but what they see, so the par of a deal
    is one number; a game takes them one or two seconds.
    """
    bot = entry_of(game.name).par_bot
    if bot is None:
        names = " or ".join(entry.name for entry in entries() if entry.has_par)
        raise OptionError(f"expected {names} for a par, got {game.name}")
    if isinstance(deal, int):
        match = settle(new_match(game, deal_seed(deal)), ruling)
    else:
        match = replace(new_match(game), boards=(Board(deal),))
    played = play_on(match, [bots_of(game.name)[bot]], b"")
    return game.scores(played.boards[0].state)[0]
