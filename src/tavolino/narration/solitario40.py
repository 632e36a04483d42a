"""The Solitario: cards moved and turned, with the points gained."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tavolino.game import AnyGame, Seat
from tavolino.games.patience import Deal
from tavolino.games.solitario40 import State, Stock
from tavolino.narration.patience import describe_carry, describe_deal
from tavolino.narration.sentence import Sentence, Value, sentence, signed


def describe_move(
    game: AnyGame, before: State, seat: Seat, move: Any, after: State
) -> Iterator[Sentence]:
    if isinstance(move, Deal):
        yield describe_deal(move)
    elif move is Stock.TURN:
        turned = after.mazzetto[len(before.mazzetto) :]
        yield sentence("told.turned", card=tuple(card.name for card in turned))
    elif move is Stock.REDEAL:
        yield sentence("told.redealt")
    else:
        yield describe_carry(before, move, after, _gain(game, before, after))


def _gain(game: AnyGame, before: State, after: State) -> Value:
    gain = game.scores(after)[0] - game.scores(before)[0]
    return sentence("told.gain", n=signed(gain)) if gain else ""


def describe_end(game: AnyGame, view: State) -> Sentence:
    if game.winners(view):
        return sentence("s40.solved")
    return sentence("told.points", n=game.scores(view)[0])
