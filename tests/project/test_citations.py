"""Every clause, section and page that the project cites exists in docs/."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SPECIFICATION = ROOT / "docs" / "rules" / "specification"
PLACES = ("src", "tests", "web", "docs", "bench", "scripts")
PRUNED = {"node_modules", "__pycache__", "images", "texts"}
TEXT = {".py", ".md", ".toml", ".json", ".ts", ".js", ".svelte", ".css", ".html"}

# In a name of a test a clause is written R_S40_08.
CLAUSE = re.compile(r"R[-_](ALL|AZ|S40|N9|AF)[-_](S?[0-9]+)")
SECTION = re.compile(r"`?RULES`? (?:section )?([0-9]+(?:\.[0-9]+)?)")
PAGE = re.compile(r"\bdocs/[\w/.-]+\.md\b")
FILE = re.compile(r"`((?:\w+/)+[\w.]+\.(?:py|json|toml|ts|js|svelte|css))`")
ROOTS = (ROOT, ROOT / "src" / "tavolino", ROOT / "web", ROOT / "web" / "src")
DESIGN = re.compile(r"DESIGN (?:section )?[0-9]")
HEADING = re.compile(r"^#{2,3} (R-[A-Z0-9]+-S?[0-9]+|[0-9]+(?:\.[0-9]+)?)\.? ", re.M)


def files() -> Iterator[Path]:
    """The sources, as text; what is built or installed is left out."""
    yield from ROOT.glob("*.md")
    for place in PLACES:
        for folder, folders, names in os.walk(ROOT / place):
            folders[:] = {name for name in folders if name not in PRUNED}
            if Path(folder) == ROOT / "src" / "tavolino" / "server":
                folders[:] = {*folders} - {"web"}
            yield from (Path(folder, name) for name in names if Path(name).suffix in TEXT)


def clauses(text: str) -> set[str]:
    """
    >>> sorted(clauses("R-S40-31, test_R_AZ_S05_the_marker, R-AZ-S"))
    ['R-AZ-S05', 'R-S40-31']
    """
    return {f"R-{found[1]}-{found[2]}" for found in CLAUSE.finditer(text)}


def sections(text: str) -> set[str]:
    """
    >>> sorted(sections("the stall (RULES 3.4), `RULES` 8.11, RULES section 6"))
    ['3.4', '6', '8.11']
    """
    return {found[1] for found in SECTION.finditer(text)}


def pages(text: str) -> set[str]:
    """
    >>> pages("see docs/server/protocol.md, and so on")
    {'docs/server/protocol.md'}
    """
    return set(PAGE.findall(text))


def unknown(cited: set[str], known: set[str], path: Path) -> set[str]:
    return {f"{path.relative_to(ROOT)}: {name}" for name in cited - known}


@pytest.fixture(scope="module")
def headings() -> list[str]:
    """The clauses and sections that the specification has."""
    return [
        name
        for page in sorted(SPECIFICATION.glob("*.md"))
        for name in HEADING.findall(page.read_text(encoding="utf-8"))
    ]


def test_no_clause_or_section_stands_twice(headings: list[str]) -> None:
    assert {"R-ALL-01", "R-AZ-S12", "R-S40-49", "R-N9-24", "R-AF-40", "3.4", "8.16"} <= {*headings}
    assert len(headings) == len({*headings})


def test_every_citation_leads_somewhere(headings: list[str]) -> None:
    wrong: set[str] = set()
    for path in files():
        text = path.read_text(encoding="utf-8")
        wrong |= unknown(clauses(text) | sections(text), {*headings}, path)
        there = {page for page in pages(text) if (ROOT / page).exists()}
        wrong |= unknown(pages(text), there, path)
    assert wrong == set()


def test_every_file_that_the_docs_name_exists() -> None:
    """Paths start at the root of the project, of the package, or of the client."""
    wrong: set[str] = set()
    for page in [*(ROOT / "docs").rglob("*.md"), ROOT / "README.md", ROOT / "CONTRIBUTING.md"]:
        named = set(FILE.findall(page.read_text(encoding="utf-8")))
        there = {name for name in named if any((root / name).exists() for root in ROOTS)}
        wrong |= unknown(named, there, page)
    assert wrong == set()


def test_nothing_cites_a_document_outside_the_project() -> None:
    cited = {
        str(path.relative_to(ROOT))
        for path in files()
        if path != Path(__file__) and DESIGN.search(path.read_text(encoding="utf-8"))
    }
    assert cited == set()
