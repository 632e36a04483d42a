"""A Markdown extension for the documentation site: anchors and links for the rules.

As on the server and in the client, the anchor of a numbered paragraph is its number (``#6.2``). So
is that of numbered headings, and of headings that begin with a clause (``#R-S40-15``). Each mention
of a clause, or of a section as in "RULES 3.4", links to the specification; the build fails if there
is no such clause. Italian pages get their ``lang``. Examples in docstrings become code blocks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.extensions import Extension
from markdown.preprocessors import Preprocessor
from markdown.treeprocessors import Treeprocessor

NUMBER = re.compile(r"(R-[A-Z0-9]+-S?[0-9]+|[0-9]+(?:\.[0-9]+)*)\.?(?= |$)")
MENTION = re.compile(
    r"(?P<clause>R-(?:ALL|AZ|S40|N9|AF)-S?[0-9]+)|RULES (?P<section>[0-9]+\.[0-9]+)"
)
HEADINGS = {"h1", "h2", "h3", "h4", "h5", "h6"}
PLAIN = {*HEADINGS, "a", "autoref", "code", "pre", "script", "style"}
"""Elements in which a clause stays plain text."""


class Doctests(Preprocessor):
    """Shows the examples of a docstring as code; in Markdown ``>>>`` would be a quotation."""

    def run(self, lines: list[str]) -> list[str]:
        found: list[str] = []
        is_inside = False
        for line in lines:
            if line.startswith(">>> ") and not is_inside:
                found.append("```pycon")
                is_inside = True
            elif is_inside and not line.strip():
                found.append("```")
                is_inside = False
            found.append(line)
        return [*found, "```"] if is_inside else found


class Numbers(Treeprocessor):
    """Gives headings and paragraphs their numbers as anchors."""

    def run(self, root: Element) -> None:
        for element in root.iter():
            if element.tag in HEADINGS:
                text = element.text
            elif element.tag == "p" and len(element) and not (element.text or "").strip():
                text = element[0].text if element[0].tag == "strong" else None
            else:
                continue
            found = NUMBER.match(text or "")
            if found:
                element.set("id", found[1])


class Mentions(Treeprocessor):
    """Turns each mention of a clause into a reference, which the site resolves."""

    def run(self, root: Element) -> None:
        self._link(root)

    def _link(self, parent: Element) -> None:
        for child in list(parent):
            if child.tag not in PLAIN:
                self._link(child)
            children = list(parent)
            before, *links = _split(child.tail)
            child.tail = str(before)
            _insert(parent, children.index(child) + 1, links)
        before, *links = _split(parent.text)
        parent.text = str(before)
        _insert(parent, 0, links)


def _split(text: Any) -> Iterator[Any]:
    """The text before the first mention, then each mention as an element with its tail."""
    text, at, last = str(text or ""), 0, None
    for found in MENTION.finditer(text):
        yield from _piece(text[at : found.start()], last)
        last = Element("autoref", identifier=found["clause"] or found["section"])
        last.text, at = found[0], found.end()
    yield from _piece(text[at:], last)


def _piece(text: str, last: Element | None) -> Iterator[Any]:
    if last is None:
        yield text
    else:
        last.tail = text
        yield last


def _insert(parent: Element, at: int, links: list[Element]) -> None:
    for offset, link in enumerate(links):
        parent.insert(at + offset, link)


class Language(Treeprocessor):
    """Marks what is written in Italian: pages whose name ends with ``.it.md``."""

    def run(self, root: Element) -> None:
        context: Any = self.md.preprocessors["rendering_context"]
        if context.page.path.endswith(".it.md"):
            for element in root:
                element.set("lang", "it")


class Clauses(Extension):
    def extendMarkdown(self, md: Markdown) -> None:
        md.preprocessors.register(Doctests(md), "doctests", 28)  # before fences (25)
        # After inline patterns (20), before the table of contents (5), which keeps anchors.
        md.treeprocessors.register(Numbers(md), "numbers", 12)
        md.treeprocessors.register(Mentions(md), "mentions", 11)
        md.treeprocessors.register(Language(md), "language", 10)


def makeExtension(**settings: Any) -> Clauses:
    return Clauses(**settings)
