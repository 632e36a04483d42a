"""A sentence in no language yet: a translation key and the values for its placeholders.

The terminal and the browser format it with the texts of ``translations/*.toml``. How a value is
formatted depends on its name and type:

* ``giocatore``: the index of a player, shown as the player's name;
* ``card``: the name of a card, such as ``7S``, shown with the chosen card faces;
* ``luogo`` and ``chi``: begin with an article, which Italian contracts with the preposition
  before it;
* a ``Sentence``: formatted in the same way and inserted;
* a tuple: its values, joined by ", ";
* a float: one decimal, with the decimal separator of ``told.decimal``;
* any other text or number: inserted unchanged; the empty string where there is nothing to say.

If ``n`` is 1 and there is a translation ``<key>_one``, that one is used.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Sentence:
    key: str
    values: dict[str, Value] = field(default_factory=dict)


# Only Sentence is recursive: msgspec cannot make a schema of a recursive alias.
Value: TypeAlias = str | int | float | Sentence | tuple[str | int | float | Sentence, ...]


def sentence(key: str, **values: Value) -> Sentence:
    """
    >>> sentence("told.to_base", card="7S").values
    {'card': '7S'}
    """
    return Sentence(key, values)


def signed(number: int) -> str:
    """
    >>> signed(5), signed(-10)
    ('+5', '−10')
    """
    return f"{number:+d}".replace("-", "−")
