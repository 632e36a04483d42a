"""Nove colonne for learners.

An action is ``10 * (card number - 1) + to``: 0 is the base, 1 … 9 a column. An observation has, in
this order::

    9 × 19   the columns, each from the buried end
    6        the reserve
    4        the rank that each base has reached
"""

from __future__ import annotations

from itertools import chain

import numpy as np

from tavolino.cards import DECK_52
from tavolino.envs.codecs import Observation, limits
from tavolino.envs.codecs.patience import card_numbers, padded
from tavolino.games.nove_colonne import KING, RESERVE, SIZES, NoveColonne, State
from tavolino.games.patience import Carry

COLUMNS = len(SIZES)
WAYS = COLUMNS + 1
HEIGHT = max(SIZES) - 1 + KING
"""A run from king to two, on the hidden cards of the tallest column, and an ace never comes."""

NUMBERS = card_numbers(DECK_52)
CARDS = sorted(DECK_52, key=NUMBERS.__getitem__)


class NoveColonneCodec:
    actions = WAYS * len(DECK_52)
    highest = limits((COLUMNS * HEIGHT + RESERVE, len(DECK_52) + 1), (4, KING))

    def __init__(self, game: NoveColonne) -> None:
        pass

    def action(self, move: Carry) -> int:
        return WAYS * (NUMBERS[move.card] - 1) + move.to

    def move(self, action: int) -> Carry:
        return Carry(CARDS[action // WAYS], action % WAYS)

    def observe(self, view: State) -> Observation:
        columns = (padded(map(NUMBERS.__getitem__, column), HEIGHT) for column in view.columns)
        reserve = (NUMBERS[card] if card else 0 for card in view.reserve)
        return np.array([*chain(*columns), *reserve, *view.bases], np.int16)
