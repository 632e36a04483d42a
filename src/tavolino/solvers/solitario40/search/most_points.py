"""An upper bound of the points that a position can still reach; ``docs/solvers.md`` proves it.

Nothing is ever lost: a card that could be uncovered, played or laid on once stays so. What cannot
even be had in this way cannot be had at all.
"""

from __future__ import annotations

from tavolino.kernels.bits import highest, lowest, popcount
from tavolino.kernels.jit import Ints, inlined
from tavolino.solvers.solitario40.position import (
    BLACK,
    NOWHERE,
    PAIRS,
    RED,
    SLOT,
    STOCK,
    SUIT,
    UNDER,
    UP,
    Position,
    Rules,
)

UNBOUNDED = 1 << 20
"""Every card can be had."""


@inlined
def with_all_below(rules: Rules, cards: int) -> int:
    """The cards of which no lower card of their suit is missing in this set."""
    missing, found = rules.deck & ~cards, 0
    for suit in range(4):
        of_suit = SUIT << suit
        gaps = missing & of_suit
        found |= of_suit & ((gaps & -gaps) - 1)
    return found & rules.deck


@inlined
def places_at_most(rules: Rules, stuck: int, hosts: int, room: int) -> int:
    """The cards that a column can take if the ``stuck`` ones stay where they are."""
    parents = (hosts & BLACK) >> 6 | (hosts & RED) >> 2
    one, two = (stuck | stuck >> 1) & PAIRS, stuck & stuck >> 1 & PAIRS
    for_one, for_two = (parents | parents >> 1) & PAIRS, parents & parents >> 1 & PAIRS
    free = 3 * (for_one & ~one | for_two & ~two)
    return free | rules.founders if room > popcount(stuck & rules.founders) else free


@inlined
def on_bases(here: Position) -> int:
    """The cards on the bases."""
    found = 0
    for suit in range(4):
        of_suit = SUIT << suit
        found |= of_suit & ((here.next & of_suit) - 1)
    return found


@inlined
def may_be_lower(rules: Rules, here: Position, free: int, move: int) -> bool:
    """Whether the bound may be lower than before this move: it took the last place of a pair."""
    if move == NOWHERE:
        return True
    if move >= UP or here.next >> move & 1:
        return False
    twin = move ^ 1
    is_placed = (free | here.visible & ~here.locked) >> twin & 1
    is_up = here.next & SUIT << (twin & 3) > 1 << twin
    return bool(rules.founders >> move & 1 or not (is_placed or is_up))


@inlined
def most_points(rules: Rules, layout: Ints, here: Position) -> int:
    """No play reaches more points. Only for ``empty_column = king``."""
    up_now = on_bases(here)
    unlocked, locked, room = here.visible & ~here.locked, here.locked, here.room
    accessible, hosts = up_now | here.visible | here.tops, here.visible
    reached, played, tops = 0, 0, here.tops
    while tops:
        reached |= 1 << layout[SLOT, lowest(tops)]
        tops &= tops - 1
    points, up, free, is_changed = here.points, 0, 0, True
    while is_changed:
        up = with_all_below(rules, accessible)
        free = places_at_most(rules, unlocked & ~up, hosts, room)
        leaving, hosts_before = locked & (up | free), hosts
        hosts |= accessible & free
        is_changed = leaving != 0 or hosts != hosts_before
        while leaving:
            card = lowest(leaving)
            leaving &= leaving - 1
            locked ^= 1 << card
            below = layout[UNDER, card]
            if below == NOWHERE:
                room += 1
                continue
            points += 5
            accessible |= 1 << below
            hosts |= 1 << below
            if layout[UNDER, below] == NOWHERE and rules.founders >> below & 1:
                room += 1
            else:
                locked |= 1 << below
        slots = reached & ~played
        while slots:
            slot = lowest(slots)
            slots &= slots - 1
            if (up | free) >> layout[STOCK, slot] & 1:
                played |= 1 << slot
                points += 5
                lower = here.stock & (1 << slot) - 1
                shown = here.stock & -(2 << slot) | (1 << highest(lower) if lower else 0)
                shown &= ~reached
                reached |= shown
                is_changed = True
                while shown:
                    accessible |= 1 << layout[STOCK, lowest(shown)]
                    shown &= shown - 1
        if accessible == rules.deck:
            return UNBOUNDED
    return points + 10 * (popcount(up) - popcount(up_now))
