"""Converts cards as players type them into the notation of records: ``7s 3`` is ``7S>3``."""

from __future__ import annotations

import re
from functools import cache

from tavolino.cli.drawings.faces import COURT
from tavolino.translations import LANGUAGES, texts_of

SIGNS = str.maketrans("♦♥♣♠", "DHCS")
_CARRY = re.compile("(10|[A2-9JQK])([DHCS])[ >→-]*([1-9B]|BASE)", re.IGNORECASE)


def canonical_carry(text: str) -> str:
    """A typed move of a patience in the notation of records, if it is recognised.

    >>> canonical_carry("7♠ 3"), canonical_carry("Cav cop>3"), canonical_carry("Turn")
    ('7S>3', 'QH>3', 'turn')
    """
    if match := _CARRY.fullmatch(card_letters(text)):
        rank, suit, to = match.groups()
        return f"{rank}{suit}".upper() + f">{to[0].lower()}"
    return text.lower() if text.isalpha() else text


def card_letters(text: str) -> str:
    """Replaces the name of a card at the beginning with its letters.

    >>> card_letters("Fante di denari"), card_letters("Kni cup>3"), card_letters("7♠>b")
    ('JD', 'QH>3', '7S>b')
    """
    text = text.translate(SIGNS)
    match = _named_card().match(text)
    if not match:
        return text
    rank, suit = match[1].lower(), match[2].lower()
    ranks = {**words_of("rank"), **words_of("rank_short")}
    suits = {**words_of("suit"), **words_of("suit_short")}
    letters = {name: letter for letter, name in COURT.items()}
    return letters.get(ranks.get(rank, ""), rank.upper()) + suits[suit] + text[match.end() :]


@cache
def _named_card() -> re.Pattern[str]:
    """The longest names first, so that «Asso» does not match as «As»."""
    ranks = {**words_of("rank"), **words_of("rank_short"), "10": "", "[2-9]": ""}
    suits = {**words_of("suit"), **words_of("suit_short")}
    rank, suit = ("|".join(sorted(words, key=len, reverse=True)) for words in (ranks, suits))
    return re.compile(rf"({rank}|[AJQK])\s*(?:(?:di|of)\s+)?({suit})\b", re.IGNORECASE)


@cache
def words_of(table: str) -> dict[str, str]:
    """The texts of one table in all languages, with the last part of their keys."""
    return {
        text.lower(): key.removeprefix(f"{table}.")
        for lang in LANGUAGES
        for key, text in texts_of(lang).items()
        if key.startswith(f"{table}.")
    }
