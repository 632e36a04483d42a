"""Azul in solitario, many boards at once."""

from __future__ import annotations

from typing import Any

import numpy as np

from tavolino.envs.batched.batch import Batch
from tavolino.envs.codecs.azul_solo import OF_SOURCE, WAYS, AzulSoloCodec
from tavolino.envs.options import game_of
from tavolino.games.azul_solo import LINES, PER_COLOUR, TRAYS, AzulSolo
from tavolino.kernels.azul_solo import (
    AUTOMA,
    BAG,
    DRAWN,
    EVERY_ROUND,
    FALLEN,
    HUMAN,
    LINE,
    MARK,
    MAX_MOVES,
    MOVER,
    ROUND,
    SCORE,
    SEQUENCE,
    SIZE,
    STARTER,
    TILES,
    WALL,
    apply,
    automa_points,
    is_open,
    moves,
    refill,
    size_of,
    unpack,
)
from tavolino.kernels.azul_solo_random import rolled, shuffle_bag
from tavolino.kernels.jit import Ints, inlined, jit
from tavolino.kernels.rng import random_below


class AzulSoloBatch(Batch):
    """The reward is the change of the human's points less the automa's."""

    def __init__(
        self, num_envs: int = 1, max_episode_steps: int | None = None, **options: Any
    ) -> None:
        game = game_of(AzulSolo, options)
        super().__init__(AzulSoloCodec(game), num_envs, max_episode_steps)
        self._every_round = game.marker_home == "every_round"
        self._tables = np.zeros((num_envs, SIZE), np.int64)

    def state(self, number: int) -> Any:
        """The position of a board, bag included."""
        return unpack(self._tables[number])

    def _step(self, actions: Ints) -> None:
        arrays = (self._rewards, self._is_over, self._is_cut, self._lengths)
        seen = (self._observations, self._masks)
        step_all(self._tables, self._streams, actions, self._every_round, self._limit, seen, arrays)


@jit
def step_all(
    tables: Ints,
    streams: Ints,
    actions: Ints,
    every_round: bool,
    limit: int,
    seen: Any,
    ends: Any,
) -> None:
    observations, masks = seen
    rewards, is_over, is_cut, lengths = ends
    out = np.empty(MAX_MOVES, np.int64)
    for n in range(len(tables)):
        table = tables[n]
        if is_over[n] or is_cut[n]:
            deal(table, streams[n], every_round)
            rewards[n] = 0.0
            is_over[n], is_cut[n], lengths[n] = False, False, 0
        elif masks[n, actions[n]] == 0:
            rewards[n] = -1.0
            lengths[n] += 1
            is_cut[n] = lengths[n] >= limit
            continue
        else:
            before = lead(table)
            play(table, actions[n])
            while is_automas_turn(table):
                apply(table, rolled(streams[n]))
            rewards[n] = lead(table) - before
            lengths[n] += 1
            is_over[n] = not is_open(table)
            is_cut[n] = lengths[n] >= limit and not is_over[n]
        look(table, out, observations[n], masks[n])


@jit
def play(table: Ints, action: int) -> None:
    source, rest = action // OF_SOURCE, action % OF_SOURCE
    apply(table, 64 * source + 8 * (rest // WAYS) + rest % WAYS)


@jit
def look(table: Ints, out: Ints, observation: Any, mask: Any) -> int:
    """Write what the player sees and may do; how many legal actions there are."""
    observe(table, observation)
    mask[:] = 0
    count = moves(table, out)
    for i in range(count):
        move = out[i]
        mask[OF_SOURCE * (move >> 6) + WAYS * (move >> 3 & 7) + (move & 7)] = 1
    return int(count)


@jit
def deal(table: Ints, stream: Ints, every_round: bool) -> None:
    """Colour Sequence, bag and the first round."""
    table[:] = 0
    for at in range(5):
        table[SEQUENCE + at] = at
        for tile in range(PER_COLOUR):
            table[BAG + PER_COLOUR * at + tile] = at
    for at in range(4):
        other = at + random_below(stream, 5 - at)
        one = table[SEQUENCE + at]
        table[SEQUENCE + at], table[SEQUENCE + other] = table[SEQUENCE + other], one
    shuffle_bag(table, stream)
    table[STARTER] = HUMAN
    table[EVERY_ROUND] = every_round
    refill(table)


@inlined
def is_automas_turn(table: Ints) -> bool:
    return is_open(table) and table[MOVER] == AUTOMA


@inlined
def lead(table: Ints) -> int:
    """The human's points less the automa's."""
    return int(table[SCORE] - automa_points(table))


@jit
def observe(table: Ints, out: Any) -> None:
    """As ``AzulSoloCodec.observe``."""
    at = 0
    for heap in range(TRAYS + 1):
        for colour in range(5):
            out[at] = size_of(table[heap], colour)
            at += 1
    out[at : at + 5] = 0
    for tile in range(BAG + table[DRAWN], BAG + TILES):
        out[at + table[tile]] += 1
    at += 5
    for place in range(5):
        out[at + place] = table[SEQUENCE + place]
    at += 5
    for row in range(LINES):
        out[at], out[at + 1] = table[LINE + row] >> 3, table[LINE + row] & 7
        at += 2
    for place in range(LINES * LINES):
        out[at + place] = table[WALL] >> place & 1
    at += LINES * LINES
    out[at], out[at + 1] = table[SCORE], automa_points(table)
    out[at + 2], out[at + 3] = table[ROUND], table[STARTER]
    out[at + 4], out[at + 5] = table[MARK], table[FALLEN]
