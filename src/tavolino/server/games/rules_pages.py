"""The rules pages: Markdown files of the package, or HTML rendered from them.

Every numbered paragraph has its number as an anchor (``#6.2``), and so has the first mention of
each clause of the specification (``#R-S40-15``), which refused moves cite.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from tavolino.server.errors import NotFound, Unavailable
from tavolino.server.games.listing import check_game
from tavolino.translations.rules import rules_directory, rules_page

if TYPE_CHECKING:
    from markdown_it.token import Token

_CLAUSE = re.compile("R-[A-Z][A-Z0-9]*-[0-9]{2}[a-z]?")
_PARAGRAPH = re.compile(r"\*\*([0-9]+(?:\.[0-9]+)*)\*\*")
_SECTION = re.compile(r"([0-9]+)\. ")
_PAGE = re.compile(r"([a-z0-9_]+)\.(it|en)\.md(#.*)?")


def markdown(game: str, lang: str) -> str:
    if rules_directory() is None:
        raise Unavailable("the rules pages are not installed")
    page = rules_page(check_game(game), lang)
    if page is None:
        raise NotFound(f"there is no rules page for {game}")
    return page


@cache
def html(game: str, lang: str) -> str:
    """A fragment without scripts, styles or foreign HTML."""
    # Imported here because a server starts faster without it.
    from markdown_it import MarkdownIt

    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    env: dict[str, Any] = {"seen": set()}
    tokens = _with_anchors(reader.parse(markdown(game, lang), env))
    reader.add_render_rule("text", _text)
    body = reader.renderer.render(tokens, reader.options, env)
    return f'<article lang="{lang}">\n{body}</article>\n'


def _with_anchors(tokens: Sequence[Token]) -> Sequence[Token]:
    for token, inner in pairwise(tokens):
        pattern = {"paragraph_open": _PARAGRAPH, "heading_open": _SECTION}.get(token.type)
        found = pattern.match(inner.content) if pattern else None
        if found:
            token.attrSet("id", found[1])
        for child in inner.children or ():
            if child.type == "link_open":
                _rewrite_link(child)
    return tokens


def _rewrite_link(link: Token) -> None:
    """Replaces a link between the Markdown files with a link to the API."""
    found = _PAGE.fullmatch(str(link.attrGet("href")))
    if found:
        link.attrSet("href", f"/api/rules/{found[1]}?lang={found[2]}{found[3] or ''}")


def _text(_: Any, tokens: Sequence[Token], at: int, __: Any, env: Any) -> str:
    escaped = tokens[at].content.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return _CLAUSE.sub(lambda found: _clause(found[0], env["seen"]), escaped)


def _clause(clause: str, seen: set[str]) -> str:
    """The first mention gets the id, which must be unique in a page."""
    name = "" if clause in seen else f' id="{clause}"'
    seen.add(clause)
    return f'<span class="clause"{name}>{clause}</span>'
