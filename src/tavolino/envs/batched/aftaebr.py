"""AFTAEBR, many boards at once, for learners who play every seat themselves."""

from __future__ import annotations

from typing import Any

import numpy as np

from tavolino.envs.batched.batch import Batch
from tavolino.envs.codecs.aftaebr import SEEN_DEPTH, AftaebrCodec
from tavolino.envs.options import game_of
from tavolino.games.aftaebr import CELLS, EACH, MAX_PLIES, NUMBERS, Aftaebr
from tavolino.kernels.aftaebr import (
    BITS,
    BLACK,
    CHOSEN,
    CORE,
    HANDS,
    HASH,
    HELD,
    LONGEST_TRAIL,
    MOVE,
    PLAYERS,
    ROW,
    STEP,
    STOPPED,
    STOPS,
    TALLEST,
    TRAIL,
    TURN,
    Position,
    apply_inlined,
    bit_of,
    cells_for,
    free_cells,
    hash_of,
    move_code,
    unpack,
)
from tavolino.kernels.bits import lowest
from tavolino.kernels.jit import Ints, inlined, jit
from tavolino.kernels.rng import random_below

COUNT, KINDS = len(CELLS), len(NUMBERS)
ENDLESS = len(STOPS) - 1


class AftaebrBatch(Batch):
    """A step is a move of the seat to move, ``info["seat"]``, whose view is the observation.

    The reward is the result of the seat that moved; ``info["utilities"]`` has those of all seats.
    They are zero until the game is over, and then add up to zero.
    """

    def __init__(
        self, num_envs: int = 1, max_episode_steps: int | None = None, **options: Any
    ) -> None:
        game = game_of(Aftaebr, options)
        super().__init__(AftaebrCodec(game), num_envs, max_episode_steps)
        self._players = game.players
        self._cores = np.zeros((num_envs, CORE), np.int64)
        self._stacks = np.zeros((num_envs, BITS, TALLEST + 1), np.uint8)
        self._trail = np.zeros(LONGEST_TRAIL, np.int64)
        self._hashes = np.zeros((num_envs, MAX_PLIES + 1), np.int64)
        self._plies = np.zeros(num_envs, np.int64)
        self._utilities = np.zeros((num_envs, game.players))

    def state(self, number: int) -> Any:
        return unpack(Position(self._cores[number], self._stacks[number], self._trail))

    def _info(self) -> dict[str, Any]:
        everywhere = np.ones(self.num_envs, np.bool_)
        more = {"seat": self._cores[:, TURN].copy(), "utilities": self._utilities.copy()}
        return super()._info() | more | {f"_{key}": everywhere for key in more}

    def _step(self, actions: Ints) -> None:
        boards = (self._cores, self._stacks, self._trail, self._hashes, self._plies)
        arrays = (self._rewards, self._is_over, self._is_cut, self._lengths, self._utilities)
        seen = (self._observations, self._masks)
        step_all(boards, self._streams, actions, self._players, self._limit, seen, arrays)


@jit
def step_all(
    boards: Any, streams: Ints, actions: Ints, players: int, limit: int, seen: Any, ends: Any
) -> None:
    cores, all_stacks, trail, hashes, plies = boards
    observations, masks = seen
    rewards, is_over, is_cut, lengths, utilities = ends
    for n in range(len(cores)):
        core, stacks = cores[n], all_stacks[n]
        if is_over[n] or is_cut[n]:
            start(core, stacks, players, random_below(streams[n], players))
            rewards[n] = 0.0
            utilities[n] = 0.0
            is_over[n], is_cut[n], lengths[n] = False, False, 0
            hashes[n, 0], plies[n] = core[HASH], 0
            observations[n] = 0
        elif masks[n, actions[n]] == 0:
            rewards[n] = -1.0
            lengths[n] += 1
            is_cut[n] = lengths[n] >= limit
            continue
        else:
            seat = core[TURN]
            plies[n] += 1
            lengths[n] += 1
            is_over[n] = play(core, stacks, trail, hashes[n], plies[n], actions[n])
            is_cut[n] = lengths[n] >= limit and not is_over[n]
            if is_over[n]:
                share(core, players, utilities[n])
            rewards[n] = utilities[n, seat]
            observe_touched(stacks, trail, core[TRAIL], observations[n])
        observe_hands(core, players, max(core[TURN], 0), observations[n])
        mark_legal(core, masks[n])


@jit
def play(core: Ints, stacks: Any, trail: Ints, hashes: Ints, ply: int, action: int) -> bool:
    """The move of this ply, from 1; is the game over? The trail tells what it changed."""
    core[TRAIL] = 0  # nothing is ever taken back
    apply_inlined(core, stacks, trail, action)
    hashes[ply] = core[HASH]
    if core[TURN] >= 0 and is_endless(hashes, ply):
        core[STOPPED] = ENDLESS
    return bool(core[TURN] < 0 or core[STOPPED] > 0)


@jit
def start(core: Ints, stacks: Any, players: int, first: int) -> None:
    """Full hands and an empty board; the first player has the highest black piece (R-AF-07)."""
    core[:] = 0
    stacks[:, 0] = 0
    for nth in range(players):
        seat = (first + nth) % players
        core[HANDS + KINDS * seat : HANDS + KINDS * (seat + 1)] = EACH
        core[HELD + seat] = KINDS * EACH
        core[BLACK + seat] = KINDS - nth
        core[CHOSEN + seat] = nth + 1
    core[PLAYERS], core[TURN] = players, first
    core[HASH] = hash_of(core, stacks)


@jit
def mark_legal(core: Ints, mask: Any) -> None:
    """As the kernel's ``moves``, which sorts them."""
    mask[:] = 0
    if core[TURN] < 0 or core[STOPPED]:
        return
    free = free_cells(core)
    for number in range(1, KINDS + 1):
        if core[HANDS + KINDS * core[TURN] + number - 1]:
            cells = cells_for(core, number, free)
            while cells:
                mask[move_code(lowest(cells), number)] = 1
                cells &= cells - 1


@inlined
def is_endless(hashes: Ints, plies: int) -> bool:
    """The third time, or too many plies (R-AF-36)."""
    same = 0
    for ply in range(plies):
        same += hashes[ply] == hashes[plies]
    return same >= 2 or plies >= MAX_PLIES


@inlined
def share(core: Ints, players: int, utilities: Any) -> None:
    """As ``utilities``: those with most pieces win (R-AF-26, R-AF-28, R-AF-35)."""
    most, winners = 0, 0
    for seat in range(players):
        most = max(most, core[HELD + seat])
    for seat in range(players):
        winners += core[HELD + seat] == most
    for seat in range(players):
        won = 1 / winners if core[HELD + seat] == most else 0.0
        utilities[seat] = (won - 1 / players) * players / (players - 1)


@jit
def observe(core: Ints, stacks: Any, players: int, seat: int, out: Any) -> None:
    """As ``AftaebrCodec.observe``."""
    out[:] = 0
    observe_hands(core, players, seat, out)
    for cell in range(COUNT):
        observe_cell(stacks, cell, out)


@inlined
def observe_hands(core: Ints, players: int, seat: int, out: Any) -> None:
    for nth in range(players):
        hand = HANDS + KINDS * ((seat + nth) % players)
        for kind in range(KINDS):
            out[KINDS * nth + kind] = core[hand + kind]


@inlined
def observe_touched(stacks: Any, trail: Ints, length: int, out: Any) -> None:
    """The cells that a move has changed: the others look as before to every player."""
    observe_cell(stacks, trail[MOVE] // KINDS, out)
    for at in range(STEP, length - 1):
        observe_cell(stacks, cell_of(trail[at]), out)


@inlined
def cell_of(bit: int) -> int:
    """Inverse of ``bit_of``."""
    return bit - bit // ROW


@inlined
def observe_cell(stacks: Any, cell: int, out: Any) -> None:
    stack = stacks[bit_of(cell)]
    height = stack[0]
    out[16 + cell] = height
    for depth in range(SEEN_DEPTH):
        shown = stack[height - depth] & 7 if depth < height else 0
        out[16 + COUNT * (depth + 1) + cell] = shown
