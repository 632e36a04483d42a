"""References to code that is imported only when it is needed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import Any


@dataclass(frozen=True)
class Reference:
    """A module or a name in it: ``package.module`` or ``package.module:name``.

    >>> Reference("tavolino.cards:Suit").load()
    <enum 'Suit'>
    >>> Reference("tavolino.games.solitario40:Solitario40", (40, 1)).load()
    Solitario40(deck=40, draw=1, empty_column='king')
    """

    path: str
    arguments: tuple[Any, ...] | None = None
    """If given, the object is called with these arguments."""

    def load(self) -> Any:
        return self._loaded

    @cached_property
    def _loaded(self) -> Any:
        module, _, name = self.path.partition(":")
        found: Any = import_module(module)
        found = getattr(found, name) if name else found
        return found if self.arguments is None else found(*self.arguments)


def made_by(path: str, *arguments: Any) -> Reference:
    """A reference to the result of calling a class or function, computed once."""
    return Reference(path, arguments)
