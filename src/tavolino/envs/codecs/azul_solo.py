"""Azul in solitario for learners.

An action is ``30 * source + 6 * colour + line``: source 0 is the centre, line 0 the floor. Colours
are 0 … 4 in the order B Y R K W. An observation has, in this order::

    6 × 5   tiles of each colour on the trays       1   points of the human
    5       in the centre                           1   points of the automa
    5       still in the bag                        1   round, 1 … 5 (5: over)
    5       the Colour Sequence                     1   who began the round (2 human, 3 automa)
    5 × 2   pattern lines: colour + 1, tiles        1   marker: 0 tray, 1 centre, 2 human, 3 automa
    5 × 5   the wall, row by row                    1   pieces on the floor
"""

from __future__ import annotations

import numpy as np

from tavolino.envs.codecs import Observation, limits
from tavolino.games.azul_solo import (
    COLOURS,
    LINES,
    PENALTIES,
    PER_COLOUR,
    ROUNDS,
    TRAYS,
    AzulSolo,
    Holder,
    State,
    Take,
    wall_column,
)

WAYS = LINES + 1
OF_SOURCE = len(COLOURS) * WAYS
HOLDERS = tuple(Holder)
TAKES = tuple(
    Take(source, colour, line)
    for source in range(TRAYS + 1)
    for colour in COLOURS
    for line in range(WAYS)
)
ACTIONS = {take: action for action, take in enumerate(TAKES)}
HIGHEST_SCORE = 400
"""More than four rounds and all bonuses can give."""


class AzulSoloCodec:
    actions = len(TAKES)
    highest = limits(
        (5 * TRAYS, 4),
        (5, PER_COLOUR),
        (5, PER_COLOUR),
        (5, 4),
        *((1, 5), (1, LINES)) * LINES,
        (LINES * LINES, 1),
        (2, HIGHEST_SCORE),
        (1, ROUNDS + 1),
        (2, len(HOLDERS) - 1),
        (1, len(PENALTIES)),
    )

    def __init__(self, game: AzulSolo) -> None:
        self._game = game

    def action(self, move: Take) -> int:
        return ACTIONS[move]

    def move(self, action: int) -> Take:
        return TAKES[action]

    def observe(self, view: State) -> Observation:
        out = "".join((*view.trays, *view.lines, *view.wall))
        out += view.centre + view.floor + view.discards + view.pile
        numbers = [heap.count(colour) for heap in (*view.trays, view.centre) for colour in COLOURS]
        numbers += [PER_COLOUR - out.count(colour) for colour in COLOURS]
        numbers += map(COLOURS.index, view.sequence or COLOURS)  # all in order before the set-up
        for line in view.lines:
            numbers += (COLOURS.index(line[0]) + 1 if line else 0, len(line))
        wall = [0] * (LINES * LINES)
        for row, colours in enumerate(view.wall):
            for colour in colours:
                wall[LINES * row + wall_column(row, colour)] = 1
        numbers += wall
        numbers += self._game.scores(view)
        numbers += (view.round, HOLDERS.index(view.starter), HOLDERS.index(view.marker))
        numbers.append(len(view.floor))
        return np.array(numbers, np.int16)
