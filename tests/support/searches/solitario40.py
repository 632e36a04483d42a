"""Plain searches of solitario40, with no pruning at all; and a small game for them.

``most_points`` is the rules themselves. ``most_points_fast`` says the same in compiled code, in its
own words: it shares nothing with the solver.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray

from tavolino.cards import DECK_40, Card, Pile
from tavolino.games.solitario40 import Solitario40, State
from tavolino.kernels.cards import pack_card
from tavolino.kernels.jit import jit

Row = NDArray[np.int8]
Rows = NDArray[np.int8]

HEIGHT = 22
"""Room in a row for a pile: its length, how much of it is hidden (or turned), its cards."""
STOCK = 4
FIRST = STOCK + HEIGHT
TOO_MANY = -1


@dataclass(frozen=True)
class SmallGame(Solitario40):
    """The same rules with fewer ranks: 12, 16 or 20 cards, and as many columns as one likes."""

    def __post_init__(self) -> None:
        """Any deck will do."""

    @property
    def cards(self) -> Pile:
        return tuple(card for card in DECK_40 if card.rank <= self.king)


def small_deal(game: SmallGame, rnd: Random, columns: int) -> State:
    """Some cards on the bases, some in the stock, the others in columns, all hidden but the end."""
    bases = tuple(rnd.randint(0, rnd.randint(0, game.king - 2)) for _ in range(4))
    loose: list[Card] = [card for card in game.cards if card.rank > bases[card.suit]]
    rnd.shuffle(loose)
    cut = rnd.randint(0, len(loose) // 2)
    stock = tuple(loose[:cut])
    piles: list[list[Card]] = [[] for _ in range(columns)]
    for n, card in enumerate(loose[cut:]):
        piles[n if n < columns else rnd.randrange(columns)].append(card)
    hidden = tuple(max(0, len(pile) - 1) for pile in piles)
    turned = rnd.randint(0, cut)
    return State(tuple(map(tuple, piles)), hidden, bases, stock[:turned], stock[turned:])


def most_points(game: Solitario40, state: State, limit: int) -> int | None:
    """The most points that any play reaches, by the rules; None if there are too many positions."""
    best, seen, frontier = game.points(state), {state}, [state]
    for here in frontier:  # it grows
        best = max(best, game.points(here))
        if game.is_solved(here):
            return best
        if len(seen) > limit:
            return None
        for move in game.legal_moves(here):
            after = game.apply(here, move)
            if after not in seen:
                seen.add(after)
                frontier.append(after)
    return best


def most_points_fast(game: Solitario40, state: State, limit: int) -> int | None:
    gain, _ = _searched(game, state, limit)
    return None if gain == TOO_MANY else game.points(state) + gain


def fewest_moves(game: Solitario40, state: State, limit: int) -> int | None:
    """The length of the shortest win, by breadth-first search; None: no win, or too many."""
    gain, length = _searched(game, state, limit)
    return None if TOO_MANY in (gain, length) else length


def _searched(game: Solitario40, state: State, limit: int) -> tuple[int, int]:
    row = np.zeros(FIRST + HEIGHT * len(state.columns), np.int8)
    row[:4] = state.bases
    stock = state.mazzetto + state.mazzo
    piles = [(stock, len(state.mazzetto)), *zip(state.columns, state.hidden)]
    for n, (pile, part) in enumerate(piles):
        at = STOCK + n * HEIGHT
        row[at : at + 2 + len(pile)] = (len(pile), part, *map(pack_card, pile))
    is_any = game.empty_column == "any"
    return _most_gain(row, len(state.columns), game.draw, game.king, is_any, limit)


@jit
def _worth(row: Row, columns: int) -> int:
    worth = 10 * (row[0] + row[1] + row[2] + row[3]) - 5 * row[STOCK]
    for column in range(columns):
        worth -= 5 * row[FIRST + column * HEIGHT + 1]
    return int(worth)


@jit
def _find(rows: Rows, table: NDArray[np.int64], row: Row) -> int:
    """Where the table has this row, or the empty place for it."""
    key = 0
    for byte in row:
        key = (key ^ byte) * 0x1000_0000_01B3
    at = (key >> 20 ^ key) & len(table) - 1
    while table[at] >= 0:
        if (rows[table[at]] == row).all():
            return at
        at = at + 1 & len(table) - 1
    return at


@jit
def _fits(card: int, onto: int) -> bool:
    return onto >> 2 == (card >> 2) + 1 and (onto & 2) != (card & 2)


@jit
def _carry(row: Row, card: int, source: int, at: int, to: int) -> None:
    """Move the end of a pile, from its index ``at`` on; a source or target below 4 is a base."""
    size = row[source] - at if source >= FIRST else 1
    if to < 4:
        row[to] += 1
    else:
        for i in range(size):
            row[to + 2 + row[to]] = row[source + 2 + at + i] if source >= 4 else card
            row[to] += 1
    if source < 4:
        row[source] -= 1
    elif source == STOCK:
        for i in range(STOCK + 2 + at, STOCK + HEIGHT - 1):
            row[i] = row[i + 1]
        row[STOCK] -= 1
        row[STOCK + 1] -= 1
    else:
        row[source + 2 + at : source + 2 + row[source]] = 0
        row[source] = at
        if at and at == row[source + 1]:
            row[source + 1] -= 1


@jit
def _most_gain(
    start: Row, columns: int, draw: int, king: int, is_any: bool, limit: int
) -> tuple[int, int]:
    """The most points gained, and the moves of the shortest win; TOO_MANY without it."""
    rows = np.empty((limit + 256, len(start)), np.int8)
    depths = np.zeros(limit + 256, np.int64)
    size = 1 << 10
    while size < 2 * limit:
        size *= 2
    table = np.full(size, -1, np.int64)
    rows[0] = start
    table[_find(rows, table, start)] = 0
    count, done, best = 1, 0, 0
    while done < count:
        if count > limit:
            return TOO_MANY, TOO_MANY
        here, depth = rows[done], depths[done]
        done += 1
        best = max(best, _worth(here, columns) - _worth(start, columns))
        if here[:4].min() == king:
            return best, depth
        for pile in range(4 + 1 + columns):
            source = pile if pile < 4 else STOCK + (pile - 4) * HEIGHT
            first, last = 0, int(here[source] > 0)
            if source == STOCK:
                first, last = max(0, here[source + 1] - 1), here[source + 1]
            elif source > STOCK:
                first, last = here[source + 1], here[source]
            for at in range(first, last):
                card = 4 * here[source] + source if source < 4 else here[source + 2 + at]
                is_end = source == STOCK or (source > STOCK and at + 1 == here[source])
                for target in range(-1, columns):
                    to = FIRST + target * HEIGHT
                    if target == -1:
                        to = card & 3
                        if not is_end or here[to] + 1 != card >> 2:
                            continue
                    elif to == source:
                        continue
                    elif here[to]:
                        if not _fits(card, here[to + 1 + here[to]]):
                            continue
                    elif not is_any and card >> 2 != king:
                        continue
                    rows[count] = here
                    _carry(rows[count], card, source, at, to)
                    place = _find(rows, table, rows[count])
                    if table[place] < 0:
                        table[place], depths[count] = count, depth + 1
                        count += 1
        if here[STOCK]:
            turned = min(here[STOCK + 1] + draw, here[STOCK])
            rows[count] = here
            rows[count, STOCK + 1] = 0 if here[STOCK + 1] == here[STOCK] else turned
            place = _find(rows, table, rows[count])
            if table[place] < 0:
                table[place], depths[count] = count, depth + 1
                count += 1
    return best, TOO_MANY
