"""What people type, made into the notation of the records: ``7s 3`` is ``7S>3``."""

from __future__ import annotations

import re

SIGNS = str.maketrans("♦♥♣♠", "DHCS")
_CARRY = re.compile("(10|[A2-9JQK])([DHCS])[ >-]*([1-9B])", re.IGNORECASE)
_TAKE = re.compile("([1-6C])([BYRKW])[ >-]*([1-5F])", re.IGNORECASE)
_PLACE = re.compile("([1-4])[ @-]*([A-F][1-6])", re.IGNORECASE)


def canonical(game: str, text: str) -> str:
    """The move as it is written in records, where it can be guessed; else the text itself.

    >>> canonical("solitario40", "7♠ 3")
    '7S>3'
    >>> canonical("azul_solo", "Ck f"), canonical("aftaebr", "3B4")
    ('cK>f', '3@b4')
    """
    if game == "azul_solo":
        if match := _TAKE.fullmatch(text):
            source, colour, line = match.groups()
            return f"{source.lower()}{colour.upper()}>{line.lower()}"
    elif game == "aftaebr":
        if match := _PLACE.fullmatch(text):
            return f"{match[1]}@{match[2].lower()}"
    elif match := _CARRY.fullmatch(text.translate(SIGNS)):
        rank, suit, to = match.groups()
        return f"{rank}{suit}".upper() + f">{to.lower()}"
    return text.lower() if text.isalpha() else text
