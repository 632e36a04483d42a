"""The texts of the terminal and the narration, in Italian and English: ``it.toml``, ``en.toml``.

Those of the lessons are in ``lessons_it.toml`` and ``lessons_en.toml``. Plug-in games bring their
own texts (``GameEntry.texts``).
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from tavolino.catalogue import entries

LANGUAGES = ("it", "en")
"""The first is the default (R-ALL-04)."""
VARIABLE = "TAVOLINO_LANG"


def language_of(environment: Mapping[str, str]) -> str:
    """The language that the environment asks for.

    Locales other than Italian get English; one that names no language gets the default.

    >>> language_of({"LANG": "it_IT.UTF-8"}), language_of({"LANG": "de_DE.UTF-8"})
    ('it', 'en')
    >>> language_of({"LANG": "en_GB", "LC_ALL": "it_CH"}), language_of({"LANG": "C.UTF-8"})
    ('it', 'it')
    """
    if chosen := environment.get(VARIABLE):
        return chosen if chosen in LANGUAGES else LANGUAGES[0]
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    locale = next(filter(None, map(environment.get, names)), "") or _windows_locale()
    language = re.split("[_.@]", locale, maxsplit=1)[0].lower()
    if language in ("", "c", "posix"):
        return LANGUAGES[0]
    return language if language in LANGUAGES else "en"


def _windows_locale() -> str:
    """Windows sets no variables."""
    if sys.platform != "win32":
        return ""
    import ctypes
    import locale

    number = ctypes.windll.kernel32.GetUserDefaultUILanguage()
    return locale.windows_locale.get(number, "")


@cache
def texts_of(lang: str) -> dict[str, str]:
    """All texts of this package in a language, by keys such as ``s40.stall``."""
    sources = (files(__name__).joinpath(name) for name in (f"{lang}.toml", f"lessons_{lang}.toml"))
    return {
        key: text
        for source in sources
        for key, text in _flat(tomllib.loads(source.read_text(encoding="utf-8")))
    }


def _flat(table: dict[str, Any], prefix: str = "") -> list[tuple[str, str]]:
    pairs: list[tuple[str, str]] = []
    for name, value in table.items():
        key = f"{prefix}{name}"
        pairs += _flat(value, f"{key}.") if isinstance(value, dict) else [(key, value)]
    return pairs


def _sources(lang: str) -> Iterator[Mapping[str, str]]:
    """Where to look for a text; a plug-in game may have its texts in one language only."""
    yield texts_of(lang)
    for entry in entries():
        languages = (lang, *LANGUAGES)
        yield from (entry.texts[one] for one in languages if one in entry.texts)


def find_text(lang: str, key: str, is_one: bool = False) -> str | None:
    """A text with its placeholders; ``is_one`` asks for the singular, if there is one."""
    for texts in _sources(lang):
        if key in texts:
            return (texts.get(f"{key}_one") if is_one else None) or texts[key]
    return None


def text(lang: str, key: str, **values: object) -> str:
    """A text with its placeholders filled.

    >>> text("it", "af.hand", n=2), text("it", "af.hand", n=1)
    ('2 pedine', '1 pedina')
    """
    found = find_text(lang, key, is_one=values.get("n") == 1)
    if found is None:
        raise KeyError(f"there is no text {key}")
    return found.format(**values)


def title_of(lang: str, game: str) -> str:
    """The title of a game.

    >>> title_of("en", "azul_solo"), title_of("en", "unknown_game")
    ('Azul in solitario', 'Unknown game')
    """
    return find_text(lang, f"title.{game}") or game.replace("_", " ").capitalize()


def about(lang: str, game: str) -> str:
    """A game in one sentence; empty if it has none."""
    return find_text(lang, f"about.{game}") or ""
