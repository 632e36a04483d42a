"""The Solitario: cards carried and turned, with the points they bring."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tavolino.game import AnyGame, Seat
from tavolino.games.patience import Deal
from tavolino.games.solitario40 import State, Stock
from tavolino.narration.patience import carried, dealt
from tavolino.narration.told import Told, Value, signed, tell


def told(game: AnyGame, before: State, seat: Seat, move: Any, after: State) -> Iterator[Told]:
    if isinstance(move, Deal):
        yield dealt(move)
    elif move is Stock.TURN:
        turned = after.mazzetto[len(before.mazzetto) :]
        yield tell("told.turned", card=tuple(card.name for card in turned))
    elif move is Stock.REDEAL:
        yield tell("told.redealt")
    else:
        yield carried(before, move, after, _gain(game, before, after))


def _gain(game: AnyGame, before: State, after: State) -> Value:
    gain = game.scores(after)[0] - game.scores(before)[0]
    return tell("told.gain", n=signed(gain)) if gain else ""


def ended(game: AnyGame, view: State) -> Told:
    if game.winners(view):
        return tell("s40.solved")
    return tell("told.points", n=game.scores(view)[0])
