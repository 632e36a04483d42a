"""Solitario with 40 cards: Klondike for points, as it is played in contests.

The clauses cited (R-S40-…) are those of the rules page ``docs/rules/solitario40``.
A card lies in just one place, so a move names the card and where it goes: ``7S>3`` takes the seven
of spade, with the run that lies on it, to column 3; ``7S>b`` takes it to its base.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import pairwise
from typing import ClassVar, NamedTuple, TypeAlias

from tavolino.cards import DECK_40, DECK_52, SUITS, UNSEEN, Card, Pile, Suit, check_deck, fits
from tavolino.chance import Rng
from tavolino.game import CHANCE, NotationError, Seat, Stop, check_options, option
from tavolino.games.patience import (
    BASE,
    Carry,
    Deal,
    Takers,
    base_top,
    bases_text,
    columns_text,
    covered,
    filled,
    parse_bases,
    parse_carry,
    parse_columns,
    parse_deal,
    parse_pile,
    pile_text,
    plays_itself,
    remembered,
    takers_of,
    to_columns,
)

COLUMNS = 7
HIDDEN = COLUMNS * (COLUMNS - 1) // 2
"""Face-down cards at the deal: 0 + 1 + … + 6 (R-S40-08)."""


class Stock(StrEnum):
    TURN = "turn"
    """Cards from the mazzo onto the mazzetto (R-S40-23)."""
    REDEAL = "redeal"
    """The mazzetto, turned over, is the mazzo again (R-S40-43)."""


Move: TypeAlias = Deal | Carry | Stock


@dataclass(frozen=True, slots=True)
class State:
    columns: tuple[Pile, ...] = ()
    """Column 1 first, each from the buried end to the free end; () before the deal."""
    hidden: tuple[int, ...] = ()
    """How many cards of each column are still face down."""
    bases: tuple[int, ...] = (0, 0, 0, 0)
    """The rank each base has reached, in the order of the suits."""
    mazzetto: Pile = ()
    """The turned cards; the last one is on top."""
    mazzo: Pile = ()
    """The stock, next card first."""
    unseen: int = 0
    """How many cards at the end of the mazzo have never been turned."""
    stopped: Stop | None = None

    def __str__(self) -> str:
        """Bases | mazzetto | mazzo | columns; unseen cards in parentheses."""
        if not self.columns:
            return "undealt"
        deck = DECK_40 if self.size == 40 else DECK_52
        parts = [
            bases_text(self.bases, deck),
            pile_text(self.mazzetto),
            _mazzo_text(self.mazzo, self.unseen),
            columns_text(self.columns, self.hidden),
        ]
        return " | ".join(parts + ([self.stopped] if self.stopped else []))

    @property
    def size(self) -> int:
        """Cards in the game."""
        on_columns = sum(map(len, self.columns))
        return on_columns + sum(self.bases) + len(self.mazzetto) + len(self.mazzo)


def _mazzo_text(mazzo: Pile, unseen: int) -> str:
    seen = len(mazzo) - unseen
    parts = (pile_text(mazzo[:seen]) if seen else "", pile_text(mazzo[seen:], unseen))
    return " ".join(part for part in parts if part not in ("", "-")) or "-"


def _parse_mazzo(text: str, deck: Pile) -> tuple[Pile, int]:
    seen, opened, unseen = text.partition("(")
    up, _ = parse_pile(seen.removesuffix(" ") or "-", deck)
    down, hidden = parse_pile(opened + unseen or "-", deck)
    if len(down) != hidden:
        raise NotationError(f"expected the unseen cards at the end of the mazzo, got {text[:60]!r}")
    return up + down, hidden


@dataclass(frozen=True)
class Solitario40:
    """The Solitario with 40 cards, Klondike with points."""

    deck: int = option(40, 52)
    draw: int = option(3, 1)
    empty_column: str = option("king", "any")

    name: ClassVar[str] = "solitario40"
    version: ClassVar[int] = 1
    seats: ClassVar[int] = 1
    stops: ClassVar[frozenset[Stop]] = frozenset({Stop.TIME_UP, Stop.STALL, Stop.GIVEN_UP})

    def __post_init__(self) -> None:
        check_options(self)

    @property
    def cards(self) -> Pile:
        return DECK_40 if self.deck == 40 else DECK_52

    @property
    def king(self) -> int:
        """The highest rank: 10 or 13."""
        return self.deck // 4

    # The deal

    def start(self) -> State:
        return State()

    def chance_move(self, state: State, rng: Rng) -> Deal:
        """The first shuffle that offers points at once (R-S40-11)."""
        rejected = 0
        while True:
            deal = Deal(rng.shuffled(self.cards), rejected)
            if self.offers_points(self.apply(state, deal)):
                return deal
            rejected += 1

    def offers_points(self, state: State) -> bool:
        """Is there a move that gains at once, without turning the mazzo?"""
        before = self.points(state)
        carries = (move for move in self.legal_moves(state) if isinstance(move, Carry))
        return any(self.points(self.apply(state, move)) > before for move in carries)

    def can_happen(self, state: State, move: Move) -> bool:
        return (
            not state.columns
            and isinstance(move, Deal)
            and sorted(move.cards) == sorted(self.cards)
            and move.rejected >= 0
        )

    def _dealt(self, cards: Pile) -> State:
        """Columns of 1 … 7, the last card of each face up; then the first turn (R-S40-08, 09)."""
        starts = [k * (k + 1) // 2 for k in range(COLUMNS + 1)]
        columns = tuple(cards[a:b] for a, b in pairwise(starts))
        stock = cards[starts[-1] :]
        undealt = State(columns, tuple(range(COLUMNS)), mazzo=stock, unseen=len(stock))
        return self._turned(undealt)

    # Whose turn, and what is legal

    def actor(self, state: State) -> Seat | None:
        if state.stopped:
            return None
        if not state.columns:
            return CHANCE
        if state.mazzo or state.mazzetto:
            return 0
        if self.is_solved(state):
            return None  # RULES 8.2: over, although base cards could come down
        return 0 if any(self._carries(state)) else None

    def is_solved(self, state: State) -> bool:
        return sum(state.bases) == self.deck

    def legal_moves(self, state: State) -> Sequence[Move]:
        """From the mazzetto, the columns, the bases; the base before the columns; turning last."""
        if state.stopped or not state.columns or self.is_solved(state):
            return ()
        moves: list[Move] = list(self._carries(state))
        if state.mazzo:
            moves.append(Stock.TURN)  # also while other moves exist (R-S40-23)
        elif state.mazzetto:
            moves.append(Stock.REDEAL)
        return moves

    def _carries(self, state: State) -> Iterator[Carry]:
        takers, bases = self._takers(state), state.bases
        if state.mazzetto:
            top = state.mazzetto[-1]  # only the top card (R-S40-18, R-S40-21)
            if bases[top.suit] + 1 == top.rank:
                yield Carry(top, BASE)
            if top.rank in takers:
                yield from to_columns(takers, top)
        for number, (column, hidden) in enumerate(zip(state.columns, state.hidden), 1):
            if column:
                end = column[-1]
                if bases[end.suit] + 1 == end.rank:  # in suit, from the ace; alone (R-S40-20, 22)
                    yield Carry(end, BASE)
                for card in reversed(column[hidden:]):  # any part of the run (R-S40-17)
                    if card.rank in takers:
                        yield from to_columns(takers, card, number)
        for suit, height in zip(SUITS, bases):
            if height and height in takers:
                yield from to_columns(takers, base_top(suit, height, self.cards))  # R-S40-19

    def _takers(self, state: State) -> Takers:
        founders = range(1, self.king + 1) if self.empty_column == "any" else (self.king,)
        return takers_of(state.columns, founders)  # R-S40-42

    def _may_found(self, card: Card) -> bool:
        """May this card go to an empty column (R-S40-42)?"""
        return self.empty_column == "any" or card.rank == self.king

    def broken_rule(self, state: State, move: Move) -> str:
        if state.stopped or not state.columns or self.is_solved(state):
            return "R-S40-35"
        if isinstance(move, Deal):
            return "R-S40-08"
        if move is Stock.TURN:
            return "R-S40-23"
        if move is Stock.REDEAL:
            return "R-S40-43"
        if move.card.rank < state.bases[move.card.suit]:
            return "R-S40-19"
        if not self._is_free(state, move.card):
            return "R-S40-18" if move.card in state.mazzetto else "R-S40-17"
        if move.to == BASE:
            return "R-S40-22" if state.bases[move.card.suit] + 1 == move.card.rank else "R-S40-20"
        empty = not state.columns[move.to - 1]
        return "R-S40-42" if empty else "R-S40-15"

    def _is_free(self, state: State, card: Card) -> bool:
        """Face up, and at the end of its pile or carrying a run."""
        if card == UNSEEN:
            return False
        if state.bases[card.suit] == card.rank:
            return True
        if state.mazzetto and state.mazzetto[-1] == card:
            return True
        return any(card in c[h:] for c, h in zip(state.columns, state.hidden))

    # The moves

    def apply(self, state: State, move: Move) -> State:
        if isinstance(move, Deal):
            return self._dealt(move.cards)
        if move is Stock.TURN:
            return self._turned(state)
        if move is Stock.REDEAL:
            return replace(state, mazzo=state.mazzetto, mazzetto=())  # the order is kept
        return self._carried(state, move.card, move.to)

    def _turned(self, state: State) -> State:
        turned, rest = state.mazzo[: self.draw], state.mazzo[self.draw :]
        unseen = min(state.unseen, len(rest))
        mazzetto, stopped = state.mazzetto + turned, state.stopped
        return State(state.columns, state.hidden, state.bases, mazzetto, rest, unseen, stopped)

    def _carried(self, state: State, card: Card, to: int) -> State:
        columns, hidden = list(state.columns), list(state.hidden)
        bases, mazzetto = list(state.bases), state.mazzetto
        run: Pile = (card,)
        if bases[card.suit] == card.rank:
            bases[card.suit] -= 1
        elif mazzetto and mazzetto[-1] == card:
            mazzetto = mazzetto[:-1]
        else:
            source = next(i for i, column in enumerate(columns) if card in column)
            at = columns[source].index(card)
            columns[source], run = columns[source][:at], columns[source][at:]
            if at and at == hidden[source]:
                hidden[source] -= 1  # uncovering is part of the move (R-S40-44)
        if to == BASE:
            bases[card.suit] += 1
        else:
            columns[to - 1] += run
        return State(
            tuple(columns), tuple(hidden), tuple(bases), mazzetto, state.mazzo, state.unseen
        )

    # Points and the end

    def points(self, state: State) -> int:
        """A function of the position: no loop can gain (theorem after R-S40-27)."""
        if not state.columns:
            return 0
        stock_gone = self.deck - HIDDEN - COLUMNS - len(state.mazzo) - len(state.mazzetto)
        uncovered = HIDDEN - sum(state.hidden)
        return 10 * sum(state.bases) + 5 * stock_gone + 5 * uncovered

    def scores(self, state: State) -> tuple[int, ...]:
        return (self.points(state),)

    def winners(self, state: State) -> tuple[Seat, ...]:
        return (0,) if self.is_solved(state) else ()

    def can_finish(self, view: State) -> bool:
        """Can the rest be played automatically (R-S40-47)?"""
        return not view.mazzo and not view.mazzetto and plays_itself(self, view)

    def stop(self, state: State, why: Stop) -> State:
        return replace(state, stopped=why)

    def ruling(self, history: Sequence[State]) -> Stop | None:
        return Stop.STALL if self.is_stalled(history[-1]) else None

    def is_stalled(self, state: State) -> bool:
        """The exact stall of RULES 3.4: no sequence of moves uncovers a card or gains a point.

        A card that the player has not seen is never looked at.
        """
        if not state.columns or state.unseen or self.is_solved(state):
            return False
        first = _Manoeuvre.of(state)
        best, seen, frontier = self._worth(first), {first.key(self.draw)}, [first]
        for here in frontier:  # it grows; breadth first, because progress is mostly near
            for after in self._manoeuvres(here):
                if after is None or self._worth(after) > best:
                    return False
                key = after.key(self.draw)
                if key not in seen:
                    seen.add(key)
                    frontier.append(after)
        return True

    def _worth(self, here: _Manoeuvre) -> int:
        """Points, up to what no manoeuvre can change."""
        return 10 * sum(here.bases) - 5 * len(here.stock)

    def _manoeuvres(self, here: _Manoeuvre) -> Iterator[_Manoeuvre | None]:
        """Every next position up to turning and redealing; None if a card is uncovered."""
        for i in here.stock_tops(self.draw):
            card = here.stock[i]
            stock = here.stock[:i] + here.stock[i + 1 :]
            if here.bases[card.suit] + 1 == card.rank:
                yield here._replace(stock=stock, turned=i).lifted(card.suit, 1)
            for to in self._landings(here, card):
                yield here._replace(stock=stock, turned=i).with_run(to, (card,))
        for source, run in enumerate(here.runs):
            covers = source in here.covering
            if run and here.bases[run[-1].suit] + 1 == run[-1].rank:
                if covers and len(run) == 1:
                    yield None
                yield here.without_run(source, 1).lifted(run[-1].suit, 1)
            for at, card in enumerate(run):
                for to in self._landings(here, card):
                    if covers and at == 0:
                        yield None
                    if at or here.runs[to]:  # else a null move (R-S40-49)
                        yield here.without_run(source, len(run) - at).with_run(to, run[at:])
        for suit, height in zip(SUITS, here.bases):
            if height:
                card = base_top(suit, height, self.cards)
                for to in self._landings(here, card):
                    yield here.lifted(suit, -1).with_run(to, (card,))

    def _landings(self, here: _Manoeuvre, card: Card) -> Iterator[int]:
        """Columns that take this card; of several empty ones only the first."""
        for to, run in enumerate(here.runs):
            if run and fits(card, run[-1]):
                yield to
        if self._may_found(card) and () in here.runs:
            yield here.runs.index(())

    # What a player sees

    def view(self, state: State, seat: Seat | None) -> State:
        seen = len(state.mazzo) - state.unseen
        mazzo = state.mazzo[:seen] + (UNSEEN,) * state.unseen
        columns = covered(state.columns, state.hidden)
        stock = (state.mazzetto, mazzo, state.unseen)
        return State(columns, state.hidden, state.bases, *stock, state.stopped)

    def known_view(self, state: State, seen: Collection[Card]) -> State:
        turned = len(state.mazzo) - state.unseen
        mazzo = state.mazzo[:turned] + remembered(state.mazzo[turned:], seen)
        columns = tuple(
            remembered(c[:h], seen) + c[h:] for c, h in zip(state.columns, state.hidden)
        )
        return replace(state, columns=columns, mazzo=mazzo, stopped=None)

    def piles(self, state: State) -> tuple[Pile, ...]:
        return (*state.columns, state.mazzetto, state.mazzo)

    def fill(self, view: State, rng: Rng) -> State:
        piles = (view.mazzetto, view.mazzo, *view.columns)
        _, mazzo, *columns = filled(piles, self.cards, view.bases, rng)
        return replace(view, columns=tuple(columns), mazzo=mazzo)

    # Notation

    def parse_move(self, text: str) -> Move:
        if text.startswith("deal "):
            return parse_deal(text, self.cards)
        if ">" in text:
            return parse_carry(text, self.cards, COLUMNS)
        try:
            return Stock(text)
        except ValueError:
            raise NotationError(
                f"expected a move such as 7S>3, 7S>b, turn or redeal, got {text[:40]!r}"
            ) from None

    def parse_state(self, text: str) -> State:
        if text == "undealt":
            return State()
        parts = text.split(" | ")
        if not 4 <= len(parts) <= 5 or any(stop not in self.stops for stop in parts[4:]):
            raise NotationError(f"expected 'bases | mazzetto | mazzo | columns', got {text[:60]!r}")
        bases = parse_bases(parts[0], self.cards)
        mazzetto, face_down = parse_pile(parts[1], self.cards)
        if face_down:
            raise NotationError(f"expected a mazzetto that is face up, got {parts[1][:60]!r}")
        mazzo, unseen = _parse_mazzo(parts[2], self.cards)
        columns, hidden = parse_columns(parts[3], self.cards, COLUMNS)
        stopped = Stop(parts[4]) if parts[4:] else None
        on_bases = [card for card in self.cards if card.rank <= bases[card.suit]]
        on_table = [card for pile in (*columns, mazzetto, mazzo) for card in pile]
        check_deck(on_bases + on_table, self.cards, "the position")
        return State(columns, hidden, bases, mazzetto, mazzo, unseen, stopped)


class _Manoeuvre(NamedTuple):
    """A position as the stall search sees it: no face-down card, no turning."""

    runs: tuple[Pile, ...]
    """The face-up cards of each column."""
    covering: frozenset[int]
    """The columns whose run is on hidden cards; no manoeuvre changes this."""
    bases: tuple[int, ...]
    stock: Pile
    """Mazzetto and mazzo in one."""
    turned: int
    """How many of them are in the mazzetto."""

    @classmethod
    def of(cls, state: State) -> _Manoeuvre:
        runs = tuple(c[h:] for c, h in zip(state.columns, state.hidden))
        covering = frozenset(i for i, h in enumerate(state.hidden) if h)
        stock = state.mazzetto + state.mazzo
        return cls(runs, covering, state.bases, stock, len(state.mazzetto))

    def stock_tops(self, draw: int) -> list[int]:
        """The stock cards that turning and redealing can bring to the top."""
        size = len(self.stock)
        from_here = range(self.turned, size, draw)
        from_start = range(draw, size, draw)
        return sorted({n - 1 for n in (*from_here, *from_start, size) if n})

    def key(self, draw: int) -> object:
        """Equal for positions with the same future (RULES 8.10): free columns have no order."""
        bound = tuple(run for i, run in enumerate(self.runs) if i in self.covering)
        free = sorted(run for i, run in enumerate(self.runs) if i not in self.covering)
        return bound, tuple(free), self.bases, self.stock, tuple(self.stock_tops(draw))

    def lifted(self, suit: Suit, by: int) -> _Manoeuvre:
        bases = list(self.bases)
        bases[suit] += by
        return self._replace(bases=tuple(bases))

    def with_run(self, to: int, run: Pile) -> _Manoeuvre:
        return self._replace(runs=(*self.runs[:to], self.runs[to] + run, *self.runs[to + 1 :]))

    def without_run(self, source: int, length: int) -> _Manoeuvre:
        kept = self.runs[source][:-length]
        return self._replace(runs=(*self.runs[:source], kept, *self.runs[source + 1 :]))
