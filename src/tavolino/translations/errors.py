"""The errors of the rules, records and solvers in the user's language.

These parts raise sentences in English and know nothing of languages. ``errors_it.toml`` has each
of them, as the pattern by which it is recognised, with its translation; ``tests`` compare the file
with the sources.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files

BLANK = re.compile(r"\{\d+\}")
CHOICES = re.compile(r"[\w, ]+ or \w+")
"""Values of an option. What a user has written is in quotes, and stays as it is."""


@cache
def error_templates(lang: str) -> dict[str, str]:
    """English sentences with numbered blanks, and their translations."""
    file = files(__package__).joinpath(f"errors_{lang}.toml")
    return tomllib.loads(file.read_text(encoding="utf-8"))


@cache
def _patterns(lang: str) -> list[tuple[re.Pattern[str], str, int]]:
    """Patterns with their translations and the number of letters that are not blanks."""
    return [
        (re.compile(_pattern(template), re.DOTALL), translation, len(BLANK.sub("", template)))
        for template, translation in error_templates(lang).items()
    ]


def _pattern(template: str) -> str:
    """
    >>> _pattern("line {0}: expected {1}")
    'line\\\\ (.+?):\\\\ expected\\\\ (.+?)'
    """
    return re.sub(r"\\\{\d+\\\}", "(.+?)", re.escape(template))


def translate_error(lang: str, message: str) -> str:
    """A sentence of the program's, in a language; any other text is left as it is.

    >>> translate_error("it", "line 9: expected a move such as 7S>3 or 7S>b, got 'x'")
    "riga 9: attesa una mossa come 7S>3 o 7S>b, trovato 'x'"
    >>> translate_error("en", "expected a deal number from 1 to 5, got 9")
    'expected a deal number from 1 to 5, got 9'
    """
    return message if lang == "en" else _translate(lang, message)[0]


def _translate(lang: str, message: str) -> tuple[str, int]:
    """The translation that recognises the most letters, and how many: parts are sentences too."""
    best = (message.replace(" or ", " o "), 1) if CHOICES.fullmatch(message) else (message, 0)
    for pattern, translation, letters in _patterns(lang):
        if found := pattern.fullmatch(message):
            parts = [_translate(lang, part) for part in found.groups()]
            score = letters + sum(part[1] for part in parts)
            if score > best[1]:
                best = translation.format(*(part[0] for part in parts)), score
    return best
