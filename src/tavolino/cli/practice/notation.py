"""What people type, made into the notation of the records: ``7s 3`` is ``7S>3``."""

from __future__ import annotations

import re
from functools import cache

from tavolino.cli.drawings.faces import COURT
from tavolino.translations import LANGUAGES, catalogue

SIGNS = str.maketrans("♦♥♣♠", "DHCS")
_TO = "[ >→-]*"
_CARRY = re.compile(f"(10|[A2-9JQK])([DHCS]){_TO}([1-9B]|BASE)", re.IGNORECASE)
_TAKE = re.compile(f"([1-6C])([BYRKW]){_TO}([1-5F])", re.IGNORECASE)
_PLACE = re.compile("([1-4])[ @-]*([A-F][1-6])", re.IGNORECASE)


def canonical(game: str, text: str) -> str:
    """The move as it is written in records, where it can be guessed; else the text itself.

    >>> canonical("solitario40", "7♠ 3"), canonical("solitario40", "Cav cop>3")
    ('7S>3', 'QH>3')
    >>> canonical("azul_solo", "Ck f"), canonical("aftaebr", "3B4"), canonical("aftaebr", "green")
    ('cK>f', '3@b4', 'verde')
    """
    if game == "azul_solo":
        if match := _TAKE.fullmatch(text):
            source, colour, line = match.groups()
            return f"{source.lower()}{colour.upper()}>{line.lower()}"
    elif game == "aftaebr":
        if match := _PLACE.fullmatch(text):
            return f"{match[1]}@{match[2].lower()}"
        return _words("af.colour").get(text.lower(), text.lower())
    elif match := _CARRY.fullmatch(card_letters(text)):
        rank, suit, to = match.groups()
        return f"{rank}{suit}".upper() + f">{to[0].lower()}"
    return text.lower() if text.isalpha() else text


def card_letters(text: str) -> str:
    """A card at the beginning by its letters, whatever it was called.

    >>> card_letters("Fante di denari"), card_letters("Kni cup>3"), card_letters("7♠>b")
    ('JD', 'QH>3', '7S>b')
    """
    text = text.translate(SIGNS)
    match = _named_card().match(text)
    if not match:
        return text
    rank, suit = match[1].lower(), match[2].lower()
    ranks = {**_words("rank"), **_words("rank_short")}
    suits = {**_words("suit"), **_words("suit_short")}
    letters = {name: letter for letter, name in COURT.items()}
    return letters.get(ranks.get(rank, ""), rank.upper()) + suits[suit] + text[match.end() :]


@cache
def _named_card() -> re.Pattern[str]:
    """The longest names first, so that «Asso» is not an «As»."""
    ranks = {**_words("rank"), **_words("rank_short"), "10": "", "[2-9]": ""}
    suits = {**_words("suit"), **_words("suit_short")}
    rank, suit = ("|".join(sorted(words, key=len, reverse=True)) for words in (ranks, suits))
    return re.compile(rf"({rank}|[AJQK])\s*(?:(?:di|of)\s+)?({suit})\b", re.IGNORECASE)


@cache
def _words(table: str) -> dict[str, str]:
    """The texts of one table in either language, and the last part of their keys."""
    return {
        said.lower(): key.removeprefix(f"{table}.")
        for lang in LANGUAGES
        for key, said in catalogue(lang).items()
        if key.startswith(f"{table}.")
    }
