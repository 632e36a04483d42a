"""The rules pages for players, in Markdown: files of the package, or of a checkout's docs."""

from __future__ import annotations

import re
from pathlib import Path

import tavolino
from tavolino.translations import find_text, title_of

_NAVIGATION = re.compile(r"^\[.*\]\(README\.md\)\n\n", re.MULTILINE)


def rules_directory() -> Path | None:
    """In an installed package, or in the docs of a checkout; None if there is none."""
    package = Path(tavolino.__file__).parent
    places = (package / "rules", package.parents[1] / "docs" / "rules")
    return next((path for path in places if path.is_dir()), None)


def rules_page(game: str, lang: str) -> str | None:
    """The rules of a game; of a plug-in game, those of its catalogue entry. None if it has none.

    Without the line of links to the other language and the index, which lead to other files.
    """
    directory = rules_directory()
    page = directory / f"{game}.{lang}.md" if directory else None
    if page and page.is_file():
        return _NAVIGATION.sub("", page.read_text(encoding="utf-8"), count=1)
    rules = find_text(lang, f"rules.{game}")
    return f"# {title_of(lang, game)}\n\n{rules.strip()}\n" if rules else None
