"""The Solitario for learners.

An action is ``8 * (card number - 1) + to`` for a carry (``to`` is 0 for the base, else the column),
then turning, then redealing. An observation has, in this order::

    7 × (6 + ranks)   the columns, each from the buried end
    4                 the rank that each base has reached
    deck - 28         the mazzetto, from the bottom
    deck - 28         the mazzo, next card first
"""

from __future__ import annotations

from itertools import chain

import numpy as np

from tavolino.envs.codecs import Observation, limits
from tavolino.envs.codecs.patience import card_numbers, padded
from tavolino.games.patience import Carry
from tavolino.games.solitario40 import COLUMNS, HIDDEN, Move, Solitario40, State, Stock

WAYS = COLUMNS + 1
"""A card goes to its base or to a column."""


class Solitario40Codec:
    def __init__(self, game: Solitario40) -> None:
        self._numbers = card_numbers(game.cards)
        self._height = COLUMNS - 1 + game.king
        self._stock = game.deck - HIDDEN - COLUMNS
        self._moves: list[Move] = [
            Carry(card, to)
            for card in sorted(game.cards, key=self._numbers.__getitem__)
            for to in range(WAYS)
        ]
        self._moves += [Stock.TURN, Stock.REDEAL]
        self._actions = {move: action for action, move in enumerate(self._moves)}
        self.actions = len(self._moves)
        unseen = game.deck + 1
        self.highest = limits(
            (COLUMNS * self._height, unseen), (4, game.king), (2 * self._stock, unseen)
        )

    def action(self, move: Move) -> int:
        return self._actions[move]

    def move(self, action: int) -> Move:
        return self._moves[action]

    def observe(self, view: State) -> Observation:
        number, height = self._numbers.__getitem__, self._height
        columns = (padded(map(number, column), height) for column in view.columns)
        stock = (padded(map(number, pile), self._stock) for pile in (view.mazzetto, view.mazzo))
        return np.array([*chain(*columns), *view.bases, *chain(*stock)], np.int16)
