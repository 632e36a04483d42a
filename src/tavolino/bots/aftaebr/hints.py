"""Hints for AFTAEBR: the adviser's move, and what it does for the player and against the others."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tavolino.bots import bots_of
from tavolino.bots.advice import SEED, Advice
from tavolino.bots.aftaebr.lookahead import (
    CAPTURES,
    GIVING,
    LATER,
    LOOK,
    THREATS,
    captures,
    held_by,
    look_around,
    next_living,
    part_of,
)
from tavolino.game import Seat
from tavolino.games.aftaebr import CELLS, Aftaebr, Place, State, cell_name
from tavolino.kernels.aftaebr import Words, bit_of, pack
from tavolino.narration import Sentence, sentence

ADVISER = "difficile"
"""The bot whose move is the hint."""


def hints(game: Aftaebr, view: State, seat: Seat) -> list[Advice]:
    """The move of a strong bot, with what speaks for it."""
    move = bots_of(game.name)[ADVISER].choose(game, view, seat, SEED)
    if not isinstance(move, Place):
        return [Advice(move, [sentence("hint.colour")])]
    return [Advice(move, list(reasons_for(game, view, seat, move)))]


def reasons_for(game: Aftaebr, view: State, seat: Seat, move: Place) -> Iterator[Sentence]:
    """What a placement does for a player and against the others."""
    if len(game.legal_moves(view)) == 1:
        yield sentence("hint.only")
    core, _, _ = pack(view)
    look = np.zeros(LOOK, np.int64)
    look_around(core, look)
    part = part_of(look, move.cell, move.number)
    if part == CAPTURES:
        yield sentence("hint.captures", n=game.apply(view, move).note.captured)
        return
    if part == THREATS:
        yield sentence("hint.threat")
    open_cells = _open_to(core, next_living(core, seat))
    if part == GIVING:
        yield sentence("hint.giving")
    elif open_cells:
        yield sentence("hint.prevents", cells=", ".join(map(cell_name, open_cells)))
    elif part == LATER:
        yield sentence("hint.later")
    else:
        yield sentence("hint.safe")


def _open_to(core: Words, seat: Seat) -> list[int]:
    """The cells where this player could end a sequence now."""
    cells = 0
    for ends, held in zip(captures(core), held_by(core, seat), strict=True):
        cells |= int(ends) & int(held)
    return [cell for cell in CELLS if cells >> bit_of(cell) & 1]
