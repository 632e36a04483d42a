"""What the two patiences share: carrying a card, columns and bases, and how they are written."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias

from tavolino.cards import SUITS, UNSEEN, Card, Pile, Suit, card_named, check_deck, fits
from tavolino.chance import Rng
from tavolino.game import AnyGame, Game, NotationError

BASE = 0
"""The destination that is not a column."""
DESTINATIONS = {"b": BASE} | {str(column): column for column in range(1, 10)}
"""As they are written; no patience has more columns."""


class PatienceGame(Game[Any, Any], Protocol):
    """What the studies of a patience ask of its rules, besides what every game has.

    Its states have ``columns``, () before the deal, and ``stopped``, the call of the referee.
    """

    def piles(self, state: Any) -> tuple[Pile, ...]:
        """The cards outside the bases: those that may be face down, or come to the light."""

    def known_view(self, state: Any, seen: Collection[Card]) -> Any:
        """What a player sees who remembers these cards, before any call of the referee."""


class Deal(NamedTuple):
    """A shuffle: column 1 first, its buried end first, then the next column, …; then the rest."""

    cards: Pile
    rejected: int = 0
    """Shuffles thrown away before this one (R-S40-11, RULES 8.8)."""

    def __str__(self) -> str:
        return f"deal {' '.join(map(str, self.cards))} rejected {self.rejected}"


class Carry(NamedTuple):
    """Moves a card, with the cards on it, to a column or to its BASE.

    A card lies in just one place, so that the move need not say where it comes from.
    """

    card: Card
    to: int

    def __str__(self) -> str:
        return f"{self.card}>{self.to or 'b'}"


Takers: TypeAlias = dict[int, list[tuple[int, Card | None]]]
"""For a rank the columns that might take it, by number: the card at the end, None if empty."""


def takers_of(columns: Iterable[Pile], founders: Sequence[int]) -> Takers:
    """Which columns may take a card of each rank, as far as ranks go.

    ``founders``: the ranks that may go to an empty column.
    """
    takers: Takers = {}
    for number, column in enumerate(columns, 1):
        if column:
            takers.setdefault(column[-1].rank - 1, []).append((number, column[-1]))
        else:
            for rank in founders:
                takers.setdefault(rank, []).append((number, None))
    return takers


def to_columns(takers: Takers, card: Card, source: int = 0) -> Iterator[Carry]:
    """Onto a card that it fits (R-S40-15, R-N9-10), or to an empty column."""
    for number, end in takers.get(card.rank, ()):
        if number != source and (end is None or fits(card, end)):
            yield Carry(card, number)


def parse_carry(text: str, deck: Pile, columns: int) -> Carry:
    """Inverse of ``str(carry)``."""
    name, _, to = text.partition(">")
    number = DESTINATIONS.get(to)
    if number is None or number > columns:
        raise NotationError(f"expected a move such as 7S>3 or 7S>b, got {text[:40]!r}")
    return Carry(card_named(name, deck), number)


def parse_deal(text: str, deck: Pile) -> Deal:
    """Inverse of ``str(deal)``."""
    cards, _, rejected = text.removeprefix("deal ").partition(" rejected ")
    if not (rejected.isascii() and rejected.isdecimal() and str(int(rejected[:9])) == rejected):
        raise NotationError(f"expected a deal that ends in 'rejected N', got {text[-40:]!r}")
    pile = tuple(card_named(name, deck) for name in cards.split(" "))
    check_deck(pile, deck, "the deal")
    return Deal(pile, int(rejected))


def base_top(suit: Suit, height: int, deck: Pile) -> Card:
    """The card that shows on a base which has reached this rank."""
    return deck[suit * (len(deck) // 4) + height - 1]


def bases_text(bases: Iterable[int], deck: Pile) -> str:
    return " ".join(str(base_top(s, h, deck)) if h else "-" for s, h in zip(SUITS, bases))


def parse_bases(text: str, deck: Pile) -> tuple[int, ...]:
    """Inverse of ``bases_text``."""
    names = text.split(" ")
    if len(names) != 4:
        raise NotationError(f"expected four bases such as '3D - AC 7S', got {text[:40]!r}")
    bases = []
    for suit, name in zip(SUITS, names):
        card = None if name == "-" else card_named(name, deck)
        if card and card.suit != suit:
            raise NotationError(f"expected a card of suit {suit.letter} on its base, got {name!r}")
        bases.append(card.rank if card else 0)
    return tuple(bases)


def pile_text(pile: Pile, hidden: int = 0) -> str:
    """Cards from the buried end to the free end, those face down in parentheses."""
    down, up = " ".join(map(str, pile[:hidden])), " ".join(map(str, pile[hidden:]))
    return " ".join(part for part in (f"({down})" if down else "", up) if part) or "-"


def parse_pile(text: str, deck: Pile) -> tuple[Pile, int]:
    """Inverse of ``pile_text``: the cards, and how many of them are face down.

    >>> from tavolino.cards import DECK_40
    >>> pile_text(*parse_pile("(KD ??) 2D", DECK_40))
    '(KD ??) 2D'
    """
    down, up = "", text
    if text.startswith("("):
        down, closed, up = text[1:].partition(")")
        if not down or not closed or (up and not up.startswith(" ")):
            raise NotationError(f"expected a pile such as '(KD 3C) 2D', got {text[:60]!r}")
    elif text == "-":
        up = ""
    hidden = [UNSEEN if name == UNSEEN.name else card_named(name, deck) for name in down.split()]
    cards = [*hidden, *(card_named(name, deck) for name in up.split())]
    return tuple(cards), len(hidden)


def columns_text(columns: Iterable[Pile], hidden: Iterable[int]) -> str:
    return " / ".join(map(pile_text, columns, hidden))


def parse_columns(text: str, deck: Pile, count: int) -> tuple[tuple[Pile, ...], tuple[int, ...]]:
    """Inverse of ``columns_text``; the end of every column is a proper run, face up."""
    piles = [parse_pile(pile, deck) for pile in text.split(" / ")]
    if len(piles) != count:
        raise NotationError(f"expected {count} columns, got {len(piles)}")
    for number, (pile, hidden) in enumerate(piles, 1):
        run = pile[hidden:]
        if (pile and not run) or not all(map(fits, run[1:], run)):
            raise NotationError(
                f"expected falling ranks of alternating colours, face up, at the end of "
                f"column {number}, got {pile_text(pile, hidden)}"
            )
    return tuple(pile for pile, _ in piles), tuple(hidden for _, hidden in piles)


def covered(columns: Iterable[Pile], hidden: Iterable[int]) -> tuple[Pile, ...]:
    """The columns as a player sees them."""
    return tuple(
        [(UNSEEN,) * h + column[h:] if h else column for column, h in zip(columns, hidden)]
    )


def remembered(pile: Pile, seen: Collection[Card]) -> Pile:
    """Cards face down, with blanks for those that the player has never seen."""
    return tuple([card if card in seen else UNSEEN for card in pile])


def filled(piles: Iterable[Pile], deck: Pile, bases: tuple[int, ...], rng: Rng) -> list[Pile]:
    """The piles with their blanks filled at random from the unseen cards."""
    piles = list(piles)
    known = {card for pile in piles for card in pile}
    lost = [card for card in deck if card not in known and bases[card.suit] < card.rank]
    blanks = iter(rng.shuffled(lost))
    return [tuple(next(blanks) if c == UNSEEN else c for c in pile) for pile in piles]


def plays_itself(game: AnyGame, view: Any) -> bool:
    """Without a stock: everything is face up, and the rest plays itself (R-S40-47).

    Face-up cards fall, so the lowest card that is left lies free and fits its base.
    """
    return bool(view.columns) and not any(view.hidden) and game.actor(view) is not None


def finishing_moves(game: AnyGame, view: Any) -> Iterator[Carry]:
    """Where a game ``plays_itself``: the moves that bring every card to its base, one by one."""
    while game.actor(view) is not None:
        move: Carry = next(m for m in game.legal_moves(view) if m.to == BASE)
        yield move
        view = game.apply(view, move)
