"""Small positions of nove_colonne, and a search that leaves nothing out, to compare with."""

from __future__ import annotations

from random import Random

import numpy as np

from tavolino.cards import DECK_52, Card
from tavolino.games.nove_colonne import ACE, KING, RESERVE, SIZES, State
from tavolino.kernels.jit import Ints, jit
from tavolino.kernels.nove_colonne import HASH, MAX_MOVES, apply, moves, pack, undo
from tavolino.solvers.nove_colonne.rows import ROW, Rows, load, store

MOST = 1 << 13


def small_position(rnd: Random) -> State:
    """Few columns are empty, some bases are far ahead, and low cards tend to lie deep.

    So that searches stay small, both answers are common, and cards are wanted back from bases.
    """
    bases = [rnd.randint(*rnd.choice(((ACE, 2), (ACE, 2), (2, KING)))) for _ in range(4)]
    left = [card for card in DECK_52 if card.rank > bases[card.suit]]
    rnd.shuffle(left)
    places: list[Card | None] = [None] * RESERVE
    for place in rnd.sample(range(RESERVE), min(len(left), rnd.choice((0, 0, 0, 1, 2, 6)))):
        places[place] = left.pop()
    columns: list[list[Card]] = [[] for _ in SIZES]
    used = rnd.sample(range(len(SIZES)), rnd.choice((8, 9, 9, 9, 9, 9)))
    if rnd.random() < 0.7:
        spread = rnd.choice((2, 4, 8))
        left.sort(key=lambda card: card.rank + rnd.random() * spread)
    for i, card in enumerate(left):
        columns[used[i % len(used)]].append(card)
    return State(
        tuple(map(tuple, columns)),
        tuple(max(len(column) - 1, 0) for column in columns),
        tuple(places),
        tuple(bases),
    )


def late_position(rnd: Random, left: int) -> State:
    """So few cards are left that all positions can be searched; the low ones tend to lie deep."""
    bases = [KING] * 4
    for _ in range(left):
        suit = rnd.choice([suit for suit in range(4) if bases[suit] > ACE])
        bases[suit] -= 1
    cards = [card for card in DECK_52 if card.rank > bases[card.suit]]
    cards.sort(key=lambda card: card.rank - bases[card.suit] + 3 * rnd.random())
    places: list[Card | None] = [None] * RESERVE
    if rnd.random() < 0.5:
        places[0] = cards.pop(rnd.randrange(len(cards)))
    columns: list[list[Card]] = [[] for _ in SIZES]
    used = rnd.randint(1, 3)
    for i, card in enumerate(cards):
        columns[i % used].append(card)
    return State(
        tuple(map(tuple, columns)),
        tuple(max(len(column) - 1, 0) for column in columns),
        tuple(places),
        tuple(bases),
    )


@jit
def _search(p: Ints, stack: Ints, table: Ints, is_uncovering_enough: bool) -> int:
    """1 won, 0 not, -1 too much to search."""
    mask = len(table) - 1
    room = len(table) // 2
    table[p[HASH] & mask] = p[HASH]
    count = moves(p, stack)
    while count:
        count -= 1
        move = stack[count]
        if move < 0:  # a move to take back: all that follows from it is done
            undo(p, -move >> 1, -move & 1)
            continue
        uncovered = apply(p, move)
        if p[0] + p[1] + p[2] + p[3] == 4 * KING or (uncovered and is_uncovering_enough):
            return 1
        at = p[HASH] & mask
        while table[at] != 0 and table[at] != p[HASH]:
            at = (at + 1) & mask
        if table[at] != 0:
            undo(p, move, uncovered)
            continue
        table[at] = p[HASH]
        room -= 1
        if room == 0 or count + MAX_MOVES > len(stack):
            return -1
        stack[count] = -(move * 2 + uncovered)
        count += 1
        found = moves(p, stack[count:])
        stack[count : count + found] = stack[count : count + found][::-1].copy()
        count += found
    return 0


def wins_plainly(state: State) -> bool | None:
    """Is it winnable? Every legal move of every position within reach is tried; None: too many."""
    return _answer(state, False)


def can_progress_plainly(state: State) -> bool | None:
    """Can a card be uncovered, or the game be won (R-N9-19)? None: too many positions."""
    return _answer(state, True)


def _answer(state: State, is_uncovering_enough: bool) -> bool | None:
    stack, table = np.zeros(MOST * 8, np.int64), np.zeros(MOST * 2, np.int64)
    answer = _search(pack(state), stack, table, is_uncovering_enough)
    return None if answer < 0 else answer == 1


@jit
def _fewest_moves(p: Ints, rows: Rows, depths: Ints, table: Ints) -> int:
    """Breadth first; -1: no win, or too many positions."""
    mask, out = len(table) - 1, np.zeros(MAX_MOVES, np.int64)
    store(p, rows[0])
    table[p[HASH] & mask] = p[HASH]
    done, count = 0, 1
    while done < count and count + MAX_MOVES <= len(rows):
        load(p, rows[done])
        for i in range(moves(p, out)):
            uncovered = apply(p, out[i])
            at = p[HASH] & mask
            while table[at] != 0 and table[at] != p[HASH]:
                at = (at + 1) & mask
            if table[at] == 0:
                if p[0] + p[1] + p[2] + p[3] == 4 * KING:
                    return int(depths[done]) + 1
                table[at] = p[HASH]
                depths[count] = depths[done] + 1
                store(p, rows[count])
                count += 1
            undo(p, out[i], uncovered)
        done += 1
    return -1


def fewest_moves(state: State, limit: int) -> int | None:
    """The length of the shortest win, with every legal move; None: no win, or too many."""
    rows, depths = np.empty((limit, ROW), np.int8), np.zeros(limit, np.int64)
    table = np.zeros(1 << limit.bit_length() + 1, np.int64)
    length = _fewest_moves(pack(state), rows, depths, table)
    return None if length < 0 else length


@jit
def _most(p: Ints, stack: Ints, table: Ints) -> int:
    """The most cards on the bases in any position within reach; -1 if it is too much to search."""
    mask = len(table) - 1
    room = len(table) // 2
    table[p[HASH] & mask] = p[HASH]
    best = p[0] + p[1] + p[2] + p[3]
    count = moves(p, stack)
    while count:
        count -= 1
        move = stack[count]
        if move < 0:
            undo(p, -move >> 1, -move & 1)
            continue
        uncovered = apply(p, move)
        best = max(best, p[0] + p[1] + p[2] + p[3])
        if best == 4 * KING:
            return int(best)
        at = p[HASH] & mask
        while table[at] != 0 and table[at] != p[HASH]:
            at = (at + 1) & mask
        if table[at] != 0:
            undo(p, move, uncovered)
            continue
        table[at] = p[HASH]
        room -= 1
        if room == 0 or count + MAX_MOVES > len(stack):
            return -1
        stack[count] = -(move * 2 + uncovered)
        count += 1
        count += moves(p, stack[count:])
    return int(best)


def most_on_bases_plainly(state: State) -> int | None:
    """The most cards on the bases, by trying every legal move; None: too many positions."""
    stack, table = np.zeros(MOST * 8, np.int64), np.zeros(MOST * 2, np.int64)
    best = int(_most(pack(state), stack, table))
    return None if best < 0 else best
