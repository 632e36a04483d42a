"""What happened, as a value: the key of a sentence and the values that fill its blanks.

Whoever shows it (the terminal, the browser) reads the sentences from ``translations/*.toml``.
Values are formatted by their names and types:

* ``giocatore`` is the number of a player, from 0 on: put in the player's name;
* ``card`` is the name of a card, such as ``7S``: put in the words or the sign of its face;
* ``luogo`` and ``chi`` begin with an article, which Italian joins to the preposition before it;
* a ``Told`` is a sentence within the sentence, filled in the same way;
* several values stand in a row, with ", " between them;
* a number with a fraction is shown to a tenth, after ``told.decimal`` of the catalogue;
* any other text or number is put in as it is; an empty text where there is nothing to say.

If ``n`` is 1 and the catalogue has ``<key>_one``, that is the sentence.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Told:
    key: str
    values: dict[str, Value] = field(default_factory=dict)


# Through Told alone does a value hold others, so that a schema can be made of it.
Value: TypeAlias = str | int | float | Told | tuple[str | int | float | Told, ...]


def tell(key: str, **values: Value) -> Told:
    """
    >>> tell("told.to_base", card="7S").values
    {'card': '7S'}
    """
    return Told(key, values)


def signed(number: int) -> str:
    """
    >>> signed(5), signed(-10)
    ('+5', '−10')
    """
    return f"{number:+d}".replace("-", "−")
