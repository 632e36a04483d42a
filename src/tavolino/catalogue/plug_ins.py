"""Games of other installed packages. An invalid entry is logged and left out."""

from __future__ import annotations

import logging
import re
from collections.abc import Container, Mapping
from dataclasses import is_dataclass
from typing import Any

from tavolino.catalogue.entry import GameEntry
from tavolino.game import TavolinoError

GROUP = "tavolino.games"
RESERVED = {"plain"}
"""Names with another meaning in the protocol."""
NAME = re.compile("[a-z][a-z0-9_]{0,39}")

log = logging.getLogger("tavolino.catalogue")


class EntryError(TavolinoError):
    """An entry point does not name the entry of a new game."""


def with_plug_ins(known: Mapping[str, GameEntry]) -> dict[str, GameEntry]:
    """The known entries, then those of other packages, sorted by entry point."""
    from importlib.metadata import entry_points  # slow, and rarely needed

    found = dict(known)
    for point in sorted(entry_points(group=GROUP), key=lambda point: (point.name, point.value)):
        try:
            entry = checked(point.load(), found)
        except Exception as error:  # importing a package may raise anything
            kind = "" if isinstance(error, EntryError) else f"{type(error).__name__}: "
            log.warning("the game %s (%s) is left out: %s%s", point.name, point.value, kind, error)
        else:
            found[entry.name] = entry
    return found


def checked(entry: Any, taken: Container[str]) -> GameEntry:
    """Checks that this is the entry of a game with a new name."""
    if not isinstance(entry, GameEntry):
        raise EntryError(f"expected a GameEntry, got {type(entry).__name__}")
    name = getattr(entry.rules, "name", None)
    if not isinstance(name, str) or not NAME.fullmatch(name) or name in RESERVED:
        raise EntryError(f"expected a name of small letters, digits and _, got {name!r}")
    if name in taken:
        raise EntryError(f"there is already a game called {name}")
    if not is_dataclass(entry.rules):
        raise EntryError(f"expected rules that are a dataclass, got {entry.rules!r}")
    if not all(count >= 1 for count in entry.seat_counts):
        raise EntryError(f"expected at least one seat, got {entry.seat_counts}")
    return entry
