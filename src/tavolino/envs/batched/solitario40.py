"""The Solitario, many boards at once."""

from __future__ import annotations

from typing import Any

import numpy as np

from tavolino.envs.batched.batch import Batch
from tavolino.envs.codecs.solitario40 import Solitario40Codec
from tavolino.envs.options import game_of
from tavolino.games.solitario40 import COLUMNS, HIDDEN, Solitario40
from tavolino.kernels.jit import Ints, inlined, jit
from tavolino.kernels.rng import random_below
from tavolino.kernels.solitario40 import (
    ANY,
    BASES,
    DOWN,
    DRAW,
    LENGTH,
    MAX_MOVES,
    RANKS,
    REDEAL,
    ROWS,
    SEEN_NEVER,
    STOCK,
    TURN,
    TURNED,
    WIDTH,
    apply,
    moves,
    unpack,
)

LOWEST = 4
"""The code of the first card."""


class Solitario40Batch(Batch):
    """The reward is the change of the points."""

    def __init__(
        self, num_envs: int = 1, max_episode_steps: int | None = None, **options: Any
    ) -> None:
        self.game = game_of(Solitario40, options)
        super().__init__(Solitario40Codec(self.game), num_envs, max_episode_steps)
        self._rules = np.array([self.game.king, self.game.draw, self.game.empty_column == "any"])
        self._tables = np.zeros((num_envs, ROWS, WIDTH), np.int64)

    def state(self, number: int) -> Any:
        """The position of a board, hidden cards included."""
        return unpack(self.game, self._tables[number])

    def _step(self, actions: Ints) -> None:
        arrays = (self._rewards, self._is_over, self._is_cut, self._lengths)
        seen = (self._observations, self._masks)
        step_all(self._tables, self._streams, actions, self._rules, self._limit, seen, arrays)


@jit
def step_all(
    tables: Any, streams: Ints, actions: Ints, rules: Ints, limit: int, seen: Any, ends: Any
) -> None:
    observations, masks = seen
    rewards, is_over, is_cut, lengths = ends
    out = np.empty(MAX_MOVES, np.int64)
    scratch = np.empty((ROWS, WIDTH), np.int64)
    for n in range(len(tables)):
        table = tables[n]
        if is_over[n] or is_cut[n]:
            deal(table, streams[n], rules, out, scratch)
            rewards[n] = 0.0
            is_over[n], is_cut[n], lengths[n] = False, False, 0
            look(table, out, observations[n], masks[n])
        elif masks[n, actions[n]] == 0:
            rewards[n] = -1.0
            lengths[n] += 1
            is_cut[n] = lengths[n] >= limit
            continue
        else:
            before = points(table)
            play(table, actions[n])
            rewards[n] = points(table) - before
            lengths[n] += 1
            is_over[n] = look(table, out, observations[n], masks[n]) == 0
            is_cut[n] = lengths[n] >= limit and not is_over[n]


@jit
def play(table: Any, action: int) -> None:
    turning = 8 * 4 * table[BASES, RANKS]
    if action < turning:
        apply(table, action + 8 * LOWEST)
    else:
        apply(table, TURN if action == turning else REDEAL)


@jit
def look(table: Any, out: Ints, observation: Any, mask: Any) -> int:
    """Write what the player sees and may do; how many legal actions there are."""
    observe(table, observation)
    turning = 8 * 4 * table[BASES, RANKS]
    count = moves(table, out)
    mask[:] = 0
    for i in range(count):
        if out[i] >> 3:
            mask[out[i] - 8 * LOWEST] = 1
        else:
            mask[turning + (0 if out[i] == TURN else 1)] = 1
    return count


@jit
def deal(table: Any, stream: Ints, rules: Ints, out: Ints, scratch: Any) -> None:
    """The first shuffle that offers points at once (R-S40-11)."""
    ranks, draw = rules[0], rules[1]
    deck = np.arange(LOWEST, LOWEST + 4 * ranks)
    while True:
        for at in range(len(deck) - 1):
            other = at + random_below(stream, len(deck) - at)
            deck[at], deck[other] = deck[other], deck[at]
        table[:] = 0
        start = 0
        for column in range(COLUMNS):
            for at in range(column + 1):
                table[column, at] = deck[start + at]
            start += column + 1
            table[LENGTH, column] = column + 1
            table[DOWN, column] = column
        stock = len(deck) - start
        for at in range(stock):
            table[STOCK, at] = deck[start + at]
        table[LENGTH, STOCK] = stock
        table[DOWN, TURNED], table[DOWN, SEEN_NEVER] = draw, stock - draw
        table[BASES, RANKS], table[BASES, DRAW], table[BASES, ANY] = ranks, draw, rules[2]
        if offers_points(table, out, scratch):
            return


@jit
def offers_points(table: Any, out: Ints, scratch: Any) -> bool:
    """Is there a carry that gains at once?"""
    before = points(table)
    for i in range(moves(table, out)):
        if out[i] >> 3:
            scratch[:] = table
            apply(scratch, out[i])
            if points(scratch) > before:
                return True
    return False


@inlined
def points(table: Any) -> int:
    """As ``Solitario40.points``."""
    bases, hidden = 0, 0
    for suit in range(4):
        bases += table[BASES, suit]
    for column in range(COLUMNS):
        hidden += table[DOWN, column]
    stock_gone = 4 * table[BASES, RANKS] - HIDDEN - COLUMNS - table[LENGTH, STOCK]
    return int(10 * bases + 5 * stock_gone + 5 * (HIDDEN - hidden))


@jit
def observe(table: Any, out: Any) -> None:
    """As ``Solitario40Codec.observe``."""
    ranks = table[BASES, RANKS]
    unseen, height = 4 * ranks + 1, COLUMNS - 1 + ranks
    out[:] = 0
    for column in range(COLUMNS):
        hidden = table[DOWN, column]
        for at in range(table[LENGTH, column]):
            shown = table[column, at] - LOWEST + 1
            out[height * column + at] = unseen if at < hidden else shown
    bases = height * COLUMNS
    for suit in range(4):
        out[bases + suit] = table[BASES, suit]
    turned, length = table[DOWN, TURNED], table[LENGTH, STOCK]
    mazzetto = bases + 4
    for at in range(turned):
        out[mazzetto + at] = table[STOCK, at] - LOWEST + 1
    mazzo = mazzetto + 4 * ranks - HIDDEN - COLUMNS
    never = length - table[DOWN, SEEN_NEVER]
    for at in range(turned, length):
        out[mazzo + at - turned] = unseen if at >= never else table[STOCK, at] - LOWEST + 1
