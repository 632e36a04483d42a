"""Nove colonne (Raglan, dealt face down): the nine-column patience with 52 cards.

The clauses cited (R-N9-…) are those of the rules page ``docs/rules/nove_colonne``.
Column 1 is the document's first, the rightmost on the table; ``7S>3`` takes the seven of spades to
column 3, ``7S>b`` to its base.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from heapq import heappop, heappush
from typing import ClassVar, TypeAlias

from tavolino.cards import DECK_52, SUITS, Card, Pile, card_named, check_deck
from tavolino.chance import Rng
from tavolino.game import CHANCE, NotationError, Seat, Stop
from tavolino.games.patience import (
    BASE,
    Carry,
    Deal,
    base_top,
    bases_text,
    columns_text,
    covered,
    filled,
    parse_bases,
    parse_carry,
    parse_columns,
    parse_deal,
    plays_itself,
    remembered,
    takers_of,
    to_columns,
)

SIZES = (1, 2, 3, 4, 5, 6, 7, 7, 7)
"""Cards in columns 1 … 9 at the deal: 42 in all, 33 of them face down (R-N9-04, R-N9-05)."""
RESERVE = 6
ACE, KING = 1, 13
RANKS = range(ACE, KING + 1)
DEALT = tuple(card for card in DECK_52 if card.rank > ACE)
"""The aces are on their bases before the shuffle (R-N9-06)."""

Move: TypeAlias = Deal | Carry


@dataclass(frozen=True, slots=True)
class State:
    columns: tuple[Pile, ...] = ()
    """Column 1 first, each from the buried end to the free end; () before the deal."""
    hidden: tuple[int, ...] = ()
    """How many cards of each column are still face down."""
    reserve: tuple[Card | None, ...] = ()
    """The six places top left; None once the card has been played (R-N9-17)."""
    bases: tuple[int, ...] = (ACE, ACE, ACE, ACE)
    """The rank each base has reached, in the order of the suits."""
    stopped: Stop | None = None
    carries: list[Carry] | None = field(default=None, init=False, compare=False, repr=False)
    """Every carry, once somebody has asked: not part of the value."""

    def __str__(self) -> str:
        """Bases | reserve | columns; face-down cards in parentheses."""
        if not self.columns:
            return "undealt"
        parts = [
            bases_text(self.bases, DECK_52),
            " ".join(str(card or "-") for card in self.reserve),
            columns_text(self.columns, self.hidden),
        ]
        return " | ".join(parts + ([self.stopped] if self.stopped else []))


@dataclass(frozen=True)
class NoveColonne:
    """Nove colonne: nine-column patience with 52 cards, without options."""

    name: ClassVar[str] = "nove_colonne"
    version: ClassVar[int] = 1
    seats: ClassVar[int] = 1
    stops: ClassVar[frozenset[Stop]] = frozenset({Stop.TIME_UP, Stop.GIVEN_UP})

    # The deal

    def start(self) -> State:
        return State()

    def chance_move(self, state: State, rng: Rng) -> Deal:
        """The first shuffle that leaves a legal move (RULES 8.8)."""
        rejected = 0
        while True:
            deal = Deal(rng.shuffled(DEALT), rejected)
            if self.legal_moves(self.apply(state, deal)):
                return deal
            rejected += 1

    def can_happen(self, state: State, move: Move) -> bool:
        return (
            not state.columns
            and isinstance(move, Deal)
            and sorted(move.cards) == sorted(DEALT)
            and move.rejected >= 0
        )

    def _dealt(self, cards: Pile) -> State:
        """42 cards in columns, the last of each face up (R-N9-03); six in the reserve (R-N9-07)."""
        columns, start = [], 0
        for size in SIZES:
            columns.append(cards[start : start + size])
            start += size
        return State(tuple(columns), tuple(size - 1 for size in SIZES), cards[start:])

    # Whose turn, and what is legal

    def actor(self, state: State) -> Seat | None:
        """None without a legal move: won, or the literal defeat of R-N9-19."""
        if state.stopped:
            return None
        if not state.columns:
            return CHANCE
        return 0 if not self.is_won(state) and self._known_carries(state) else None

    def is_won(self, state: State) -> bool:
        return state.bases == (KING, KING, KING, KING)

    def legal_moves(self, state: State) -> Sequence[Move]:
        """From the reserve, the columns, the bases; to the base before the columns."""
        if state.stopped or not state.columns or self.is_won(state):
            return ()  # RULES 8.2: over, although base cards could come down
        return self._known_carries(state)

    def _known_carries(self, state: State) -> list[Carry]:
        """Whether there is one is asked first, and then which."""
        if state.carries is None:
            object.__setattr__(state, "carries", list(self._carries(state)))
        assert state.carries is not None
        return state.carries

    def _carries(self, state: State) -> Iterator[Carry]:
        takers = takers_of(state.columns, RANKS)  # any card to an empty column (R-N9-14)
        bases = state.bases
        for card in state.reserve:
            if card:
                if bases[card.suit] + 1 == card.rank:  # also directly (R-N9-22)
                    yield Carry(card, BASE)
                if card.rank in takers:
                    yield from to_columns(takers, card)  # R-N9-12
        for number, column in enumerate(state.columns, 1):
            if column:
                card = column[-1]
                if bases[card.suit] + 1 == card.rank:  # in suit, upwards (R-N9-09, R-N9-15)
                    yield Carry(card, BASE)
                if card.rank in takers:
                    yield from to_columns(takers, card, number)  # one card (R-N9-11)
        for suit, height in zip(SUITS, bases):
            if height > ACE and height in takers:  # an ace was placed: it stays (R-N9-21)
                yield from to_columns(takers, base_top(suit, height, DECK_52))  # R-N9-16

    def broken_rule(self, state: State, move: Move) -> str:
        if state.stopped or not state.columns or not self.legal_moves(state):
            return "R-N9-19"
        if isinstance(move, Deal):
            return "R-N9-05"
        card = move.card
        if card.rank == ACE:
            return "R-N9-21"
        if card.rank < state.bases[card.suit]:
            return "R-N9-16"
        is_top = state.bases[card.suit] == card.rank
        if not is_top and card not in state.reserve:
            if card not in {column[-1] for column in state.columns if column}:
                return "R-N9-11"
        return "R-N9-09" if move.to == BASE else "R-N9-10"

    # The moves

    def apply(self, state: State, move: Move) -> State:
        if isinstance(move, Deal):
            return self._dealt(move.cards)
        card = move.card
        columns, hidden = list(state.columns), list(state.hidden)
        reserve, bases = state.reserve, list(state.bases)
        if bases[card.suit] == card.rank:
            bases[card.suit] -= 1
        elif card in reserve:
            reserve = tuple(None if place == card else place for place in reserve)
        else:
            source = next(i for i, column in enumerate(columns) if column and column[-1] == card)
            columns[source] = columns[source][:-1]
            if len(columns[source]) == hidden[source] > 0:
                hidden[source] -= 1  # the card below is uncovered by itself (R-N9-13)
        if move.to == BASE:
            bases[card.suit] += 1
        else:
            columns[move.to - 1] += (card,)
        return State(tuple(columns), tuple(hidden), reserve, tuple(bases))

    # Points and the end

    def scores(self, state: State) -> tuple[int, ...]:
        """Cards on the bases, for statistics (R-N9-23)."""
        return (sum(state.bases),)

    def winners(self, state: State) -> tuple[Seat, ...]:
        return (0,) if self.is_won(state) else ()

    def can_finish(self, view: State) -> bool:
        """Can the rest be played automatically?"""
        return plays_itself(self, view)

    def stop(self, state: State, why: Stop) -> State:
        return replace(state, stopped=why)

    def ruling(self, history: Sequence[State]) -> Stop | None:
        """Nothing: a dead end is a notice, the player decides (R-N9-19)."""
        return None

    def is_dead_end(self, state: State) -> bool:
        """Is there no way forward (R-N9-19): nothing that uncovers a card, and no win?

        Every position within reach is looked at, but never a face-down card. The most promising
        come first, because most games are not at a dead end.
        """
        if not state.columns or self.is_won(state):
            return False
        state = replace(state, stopped=None)
        seen, frontier = {_likeness(state)}, [(0, 0, state)]
        while frontier:
            *_, here = heappop(frontier)
            for move in self._carries(here):
                after = self.apply(here, move)
                if after.hidden != here.hidden or self.is_won(after):
                    return False
                likeness = _likeness(after)
                if likeness not in seen:
                    seen.add(likeness)
                    heappush(frontier, (_distance(after), -len(seen), after))
        return True

    # What a player sees

    def view(self, state: State, seat: Seat | None) -> State:
        columns = covered(state.columns, state.hidden)
        return State(columns, state.hidden, state.reserve, state.bases, state.stopped)

    def known_view(self, state: State, seen: Collection[Card]) -> State:
        columns = tuple(
            remembered(c[:h], seen) + c[h:] for c, h in zip(state.columns, state.hidden)
        )
        return replace(state, columns=columns, stopped=None)

    def piles(self, state: State) -> tuple[Pile, ...]:
        return (*state.columns, tuple(card for card in state.reserve if card))

    def fill(self, view: State, rng: Rng) -> State:
        reserve = tuple(card for card in view.reserve if card)
        _, *columns = filled((reserve, *view.columns), DECK_52, view.bases, rng)
        return replace(view, columns=tuple(columns))

    # Notation

    def parse_move(self, text: str) -> Move:
        if text.startswith("deal "):
            return parse_deal(text, DEALT)
        return parse_carry(text, DECK_52, len(SIZES))

    def parse_state(self, text: str) -> State:
        if text == "undealt":
            return State()
        parts = text.split(" | ")
        if not 3 <= len(parts) <= 4 or any(stop not in self.stops for stop in parts[3:]):
            raise NotationError(f"expected 'bases | reserve | columns', got {text[:60]!r}")
        bases = parse_bases(parts[0], DECK_52)
        if 0 in bases:
            raise NotationError(f"expected the four aces on their bases, got {parts[0]!r}")
        names = parts[1].split(" ")
        if len(names) != RESERVE:
            raise NotationError(f"expected six places in the reserve, got {parts[1][:60]!r}")
        reserve = tuple(None if name == "-" else card_named(name, DECK_52) for name in names)
        columns, hidden = parse_columns(parts[2], DECK_52, len(SIZES))
        stopped = Stop(parts[3]) if parts[3:] else None
        on_bases = [card for card in DECK_52 if card.rank <= bases[card.suit]]
        on_table = [card for pile in (*columns, reserve) for card in pile if card]
        check_deck(on_bases + on_table, DECK_52, "the position")
        return State(columns, hidden, reserve, bases, stopped)


def _likeness(state: State) -> object:
    """Equal for positions that differ only in the order of columns without hidden cards."""
    covered_ = tuple(c for c, h in zip(state.columns, state.hidden) if h)
    free = sorted(c for c, h in zip(state.columns, state.hidden) if not h)
    return covered_, tuple(free), state.bases


def _distance(state: State) -> int:
    """The heuristic: cards on lower ones plus cards not yet on the bases."""
    tangled = 0
    for column, hidden in zip(state.columns, state.hidden):
        lowest = 0 if hidden else KING
        for card in column[hidden:]:
            tangled += card.rank > lowest
            lowest = min(lowest, card.rank)
    return tangled - sum(state.bases)
