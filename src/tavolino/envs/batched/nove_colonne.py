"""Nove colonne, many boards at once."""

from __future__ import annotations

from typing import Any

import numpy as np

from tavolino.envs.batched.batch import Batch
from tavolino.envs.codecs.nove_colonne import HEIGHT, WAYS, NoveColonneCodec
from tavolino.envs.options import game_of
from tavolino.games.nove_colonne import ACE, KING, RESERVE, SIZES, NoveColonne
from tavolino.kernels.jit import Ints, jit
from tavolino.kernels.nove_colonne import (
    BASES,
    CARDS,
    COLUMNS,
    DEPTH,
    HIDDEN,
    LENGTHS,
    MAX_MOVES,
    PLACES,
    SIZE,
    apply,
    compute_hash,
    moves,
    unpack,
)
from tavolino.kernels.rng import random_below

LOWEST = 4
"""The code of the first card."""
DEALT = np.array(SIZES)
UNSEEN = 4 * KING + 1


class NoveColonneBatch(Batch):
    """The reward is the number of cards that a move brings to the bases."""

    def __init__(
        self, num_envs: int = 1, max_episode_steps: int | None = None, **options: Any
    ) -> None:
        game = game_of(NoveColonne, options)
        super().__init__(NoveColonneCodec(game), num_envs, max_episode_steps)
        self._positions = np.zeros((num_envs, SIZE), np.int64)
        self._legal = np.zeros((num_envs, MAX_MOVES), np.int64)

    def state(self, number: int) -> Any:
        """The position of a board, hidden cards included."""
        return unpack(self._positions[number])

    def _step(self, actions: Ints) -> None:
        arrays = (self._rewards, self._is_over, self._is_cut, self._lengths)
        seen = (self._observations, self._masks)
        step_all(self._positions, self._legal, self._streams, actions, self._limit, seen, arrays)


@jit
def step_all(
    positions: Ints, legal: Ints, streams: Ints, actions: Ints, limit: int, seen: Any, ends: Any
) -> None:
    observations, masks = seen
    rewards, is_over, is_cut, lengths = ends
    for n in range(len(positions)):
        p, out = positions[n], legal[n]
        if is_over[n] or is_cut[n]:
            deal(p, out, streams[n])
            rewards[n] = 0.0
            is_over[n], is_cut[n], lengths[n] = False, False, 0
            look(p, out, observations[n], masks[n])
        elif masks[n, actions[n]] == 0:
            rewards[n] = -1.0
            lengths[n] += 1
            is_cut[n] = lengths[n] >= limit
            continue
        else:
            before = on_bases(p)
            play(p, out, actions[n])
            rewards[n] = on_bases(p) - before
            lengths[n] += 1
            is_over[n] = look(p, out, observations[n], masks[n]) == 0
            is_cut[n] = lengths[n] >= limit and not is_over[n]


@jit
def play(p: Ints, out: Ints, action: int) -> None:
    """A legal action; ``out`` has the moves, as ``look`` wrote them, with where cards come from."""
    at = 0
    while action_of(out[at]) != action:
        at += 1
    apply(p, out[at])


@jit
def look(p: Ints, out: Ints, observation: Any, mask: Any) -> int:
    """Write what the player sees and may do; how many legal actions there are."""
    observe(p, observation)
    count = moves(p, out)
    mask[:] = 0
    for i in range(count):
        mask[action_of(out[i])] = 1
    return int(count)


@jit
def action_of(move: int) -> int:
    return WAYS * ((move >> 9) - LOWEST) + (move & 15)


@jit
def on_bases(p: Ints) -> int:
    return int(p[BASES] + p[BASES + 1] + p[BASES + 2] + p[BASES + 3])


@jit
def deal(p: Ints, out: Ints, stream: Ints) -> None:
    """The first shuffle that leaves a legal move (RULES 8.8)."""
    deck = np.arange(LOWEST + 4 * ACE, LOWEST + 4 * KING)
    while True:
        for at in range(len(deck) - 1):
            other = at + random_below(stream, len(deck) - at)
            deck[at], deck[other] = deck[other], deck[at]
        p[:] = 0
        start = 0
        for column in range(COLUMNS):
            size = DEALT[column]
            p[LENGTHS + column], p[HIDDEN + column] = size, size - 1
            for at in range(size):
                p[CARDS + column * DEPTH + at] = deck[start + at]
            start += size
        for place in range(RESERVE):
            p[PLACES + place] = deck[start + place]
        for suit in range(4):
            p[BASES + suit] = ACE
        compute_hash(p)
        if moves(p, out):
            return


@jit
def observe(p: Ints, out: Any) -> None:
    """As ``NoveColonneCodec.observe``."""
    out[:] = 0
    for column in range(COLUMNS):
        hidden = p[HIDDEN + column]
        for at in range(p[LENGTHS + column]):
            shown = p[CARDS + column * DEPTH + at] - LOWEST + 1
            out[HEIGHT * column + at] = UNSEEN if at < hidden else shown
    reserve = HEIGHT * COLUMNS
    for place in range(RESERVE):
        card = p[PLACES + place]
        out[reserve + place] = card - LOWEST + 1 if card else 0
    for suit in range(4):
        out[reserve + RESERVE + suit] = p[BASES + suit]
