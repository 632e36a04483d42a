"""Every sentence that a person reads, in Italian and in English: ``it.toml`` and ``en.toml``."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

LANGUAGES = ("it", "en")
"""The first is the default (R-ALL-04)."""


@cache
def catalogue(lang: str) -> dict[str, str]:
    """All texts of a language, by keys such as ``s40.stall``."""
    source = files(__name__).joinpath(f"{lang}.toml").read_text(encoding="utf-8")
    return dict(_flat(tomllib.loads(source)))


def _flat(table: dict[str, Any], prefix: str = "") -> list[tuple[str, str]]:
    pairs: list[tuple[str, str]] = []
    for name, value in table.items():
        key = f"{prefix}{name}"
        pairs += _flat(value, f"{key}.") if isinstance(value, dict) else [(key, value)]
    return pairs


def text(lang: str, key: str, **values: object) -> str:
    """A sentence with its blanks filled; for one of a thing its singular, if it has one.

    >>> text("it", "af.hand", n=2), text("it", "af.hand", n=1)
    ('2 pedine', '1 pedina')
    """
    texts = catalogue(lang)
    if values.get("n") == 1:
        key = f"{key}_one" if f"{key}_one" in texts else key
    return texts[key].format(**values)
