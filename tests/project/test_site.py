"""What the documentation site adds to Markdown, and what its check finds."""

from __future__ import annotations

import re
from pathlib import Path

import build_docs
import pytest
from build_docs import Page, leads_somewhere
from markdown import Markdown
from rules_markdown import Doctests, Mentions, Numbers


def html(text: str) -> str:
    """Without the language, which needs to know the page."""
    reader = Markdown(extensions=["tables", "toc"])
    reader.treeprocessors.register(Numbers(reader), "numbers", 12)
    reader.treeprocessors.register(Mentions(reader), "mentions", 11)
    return reader.convert(text)


@pytest.mark.parametrize(
    ("text", "anchor"),
    [
        ("### R-S40-12 The stall", "R-S40-12"),
        ("## 3.4 The exact definition", "3.4"),
        ("## 6. The end and the stall", "6"),
        ("**6.2** **The stall** in one sentence", "6.2"),
        ("- **9.12** It does not mention it", None),
        ("**Parity.** If nobody captures", None),
        ("some **6.2** words", None),
        ("## The games", "the-games"),
    ],
)
def test_numbers_are_anchors(text: str, anchor: str | None) -> None:
    found = re.search(r'id="([^"]*)"', html(text))
    assert (found and found[1]) == anchor


def test_clauses_and_sections_become_references() -> None:
    assert html("See R-S40-12, *R-AZ-S05* and RULES 3.4. Done.") == (
        '<p>See <autoref identifier="R-S40-12">R-S40-12</autoref>, '
        '<em><autoref identifier="R-AZ-S05">R-AZ-S05</autoref></em> and '
        '<autoref identifier="3.4">RULES 3.4</autoref>. Done.</p>'
    )


def test_code_links_and_headings_stay_as_they_are() -> None:
    for text in ("`R-S40-12`", "[R-S40-12](x.md)", "## R-S40-12 The stall"):
        assert "autoref" not in html(text)


def test_examples_are_code() -> None:
    text = ["A seed.", "", ">>> seed_of(7)", "True", "", "> a quotation"]
    fenced = ["A seed.", "", "```pycon", ">>> seed_of(7)", "True", "```", "", "> a quotation"]
    assert Doctests(Markdown()).run(text) == fenced
    assert Doctests(Markdown()).run(text[:4]) == fenced[:6]


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(build_docs, "SITE", tmp_path)
    (tmp_path / "rules").mkdir()
    (tmp_path / "index.html").write_text('<p id="top"><img src="a.svg"></p>')
    (tmp_path / "rules" / "index.html").write_text('<h2 id="6.2">Stall</h2>')
    (tmp_path / "a.svg").write_text("<svg/>")
    return tmp_path


@pytest.mark.parametrize(
    ("link", "is_right"),
    [
        ("rules/index.html", True),
        ("rules/index.html#6.2", True),
        ("rules/#6.2", True),
        ("#top", True),
        ("a.svg", True),
        ("https://example.org/", True),
        ("rules/index.html#6.3", False),
        ("rules/none.html", False),
        ("#bottom", False),
        ("b.svg", False),
    ],
)
def test_links_that_lead_somewhere(site: Path, link: str, is_right: bool) -> None:
    pages = {path: Page(path) for path in site.rglob("*.html")}
    assert leads_somewhere(link, pages[site / "index.html"], pages) == is_right


def test_what_is_missing_or_from_elsewhere_is_found(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(build_docs, "check_navigation", lambda: iter(()))
    assert [*build_docs.check()] == []
    page = '<img src="none.webp"><script src="https://example.org/x.js"></script>'
    (site / "rules" / "index.html").write_text(page)
    assert [*build_docs.check()] == [
        "rules/index.html: fetches https://example.org/x.js from elsewhere",
        "rules/index.html: none.webp leads nowhere",
    ]


def test_the_navigation_lists_every_page() -> None:
    assert [*build_docs.check_navigation()] == []
    nested = ["index.md", {"Rules": ["a.md", {"English": "b.md"}]}]
    assert [*build_docs.sources(nested)] == ["index.md", "a.md", "b.md"]
