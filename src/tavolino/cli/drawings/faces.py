"""Card faces: French letters and suit symbols, or Italian names."""

from __future__ import annotations

from dataclasses import dataclass

from rich.text import Text

from tavolino.cards import FACES, FRANCESI, PIACENTINE, UNSEEN, Card
from tavolino.cli.output.terminal import Terminal

COURT = {"A": "ace", "J": "jack", "Q": "queen", "K": "king"}

PAPER = "#f3ecd8"
"""Cream: a card stands out on a dark screen and on a white one."""
RED, BLACK = f"bold #c0152f on {PAPER}", f"bold #16181d on {PAPER}"
UNDER_RED, UNDER_BLACK = "#9c2a3a on #cfc5aa", "#3a3c42 on #cfc5aa"
"""Of the mazzetto: visible, but not on top."""
BACK, PIACENTINE_BACK = "#8fb0dc on #27518c", "#e0a58f on #8c2f27"
REVEALED, PIACENTINE_REVEALED = "#c9d8ee on #27518c", "#f2d8cf on #8c2f27"
"""A face-down card shown by ``--open``."""
EMPTY = "dim"

WIDE = 120
"""Terminal width from which cards show their full names."""


def next_faces(kind: str) -> str:
    return FACES[(FACES.index(kind) + 1) % len(FACES)]


@dataclass(frozen=True)
class Faces:
    terminal: Terminal
    kind: str = FRANCESI

    @property
    def is_italian(self) -> bool:
        return self.kind != FRANCESI

    @property
    def width(self) -> int:
        """Width of a card on the board."""
        if self.is_italian:
            return 11 if self.is_wide else 7
        return 8 if self.is_wide else 6

    @property
    def max_length(self) -> int:
        """Length of the longest short name."""
        return self.width if self.is_italian else 3

    @property
    def is_wide(self) -> bool:
        return self.terminal.width >= WIDE

    def name(self, card: str) -> str:
        """The name of a card such as ``7S`` in a sentence: ``7♠`` or «7 di spade»."""
        rank, letter = card[:-1], card[-1]
        if not self.is_italian:
            return f"{rank}{self.sign(letter)}"
        say = self.terminal.say
        value = say(f"rank.{COURT[rank]}") if rank in COURT else rank
        return say("card.name", rank=value, suit=say(f"suit.{letter}"))

    def short(self, card: Card) -> str:
        rank, letter = card.name[:-1], card.suit.letter
        if not self.is_italian:
            return f"{rank}{self.sign(letter)}"
        say = self.terminal.say
        value = say(f"rank_short.{COURT[rank]}") if rank in COURT else rank
        suit = say(f"suit.{letter}") if self.is_wide else say(f"suit_short.{letter}")
        return f"{value} {suit}"

    def sign(self, letter: str) -> str:
        return dict(zip("DHCS", "♦♥♣♠"))[letter]

    def suit(self, letter: str) -> Text:
        """The label of a base: its suit and the letter to type."""
        name = self.terminal.say(f"suit_short.{letter}") if self.is_italian else self.sign(letter)
        style = "bold red" if letter in "DH" else "bold"
        return Text.assemble((name, style), (f" {letter}", "dim"))

    def up(self, card: Card) -> Text:
        return self._cell(self.short(card), RED if card.suit.is_red else BLACK)

    def under(self, card: Card) -> Text:
        """A visible card that is covered by another one."""
        style = UNDER_RED if card.suit.is_red else UNDER_BLACK
        return Text(f"{self.short(card):<{self.max_length}} ", style)

    def down(self, card: Card = UNSEEN) -> Text:
        if card == UNSEEN:
            return Text("░" * self.width, self._back)
        name = self.short(card)
        return self._cell(f"({name})" if len(name) + 2 <= self.width else name, self._revealed)

    def collapsed(self, count: int) -> Text:
        """Several face-down cards on one line."""
        return self._cell(f"░ {count}", self._back)

    def empty(self, text: str = "") -> Text:
        """An empty place for a card."""
        return self._cell(f"[{text or '·':^{self.width - 2}}]", EMPTY)

    @property
    def _back(self) -> str:
        """The Italian faces have the same names, so their backs tell them apart."""
        return PIACENTINE_BACK if self.kind == PIACENTINE else BACK

    @property
    def _revealed(self) -> str:
        return PIACENTINE_REVEALED if self.kind == PIACENTINE else REVEALED

    def _cell(self, text: str, style: str) -> Text:
        return Text(f"{text:^{self.width}}", style)
