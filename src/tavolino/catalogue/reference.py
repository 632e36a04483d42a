"""Names of things that are imported only when they are needed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import Any


@dataclass(frozen=True)
class Reference:
    """A module, or something in it: ``package.module`` or ``package.module:name``.

    >>> Reference("tavolino.cards:Suit").load()
    <enum 'Suit'>
    >>> Reference("tavolino.games.solitario40:Solitario40", (40, 1)).load()
    Solitario40(deck=40, draw=1, empty_column='king')
    """

    path: str
    arguments: tuple[Any, ...] | None = None
    """It is called with these; None: it is taken as it is."""

    def load(self) -> Any:
        return self._loaded

    @cached_property
    def _loaded(self) -> Any:
        module, _, name = self.path.partition(":")
        found: Any = import_module(module)
        found = getattr(found, name) if name else found
        return found if self.arguments is None else found(*self.arguments)


def made_by(path: str, *arguments: Any) -> Reference:
    """What a class or a function makes of these arguments, once, when it is needed."""
    return Reference(path, arguments)
