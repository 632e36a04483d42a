"""The README and the docs are true: examples run, links lead somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]


def run_example(page: str) -> None:
    (code,) = re.findall("```python\n(.*?)```", (ROOT / page).read_text(), re.DOTALL)
    exec(compile(code, page, "exec"), {})


def test_the_example_of_records_runs() -> None:
    run_example("docs/server/records.md")


@pytest.mark.parametrize("page", ["README.md", "docs/api/index.md"])
def test_the_example_of_a_page_runs(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    run_example(page)
    state, _, scores = capsys.readouterr().out.strip().rpartition(" ")
    assert "|" in state and re.fullmatch(r"\(\d+,\)", scores)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text()):
        assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_every_clause_has_its_place_on_a_rules_page_of_both_languages() -> None:
    clauses = {
        "azul_solo": [f"R-AZ-{n:02}" for n in range(1, 30)]
        + [f"R-AZ-S{n:02}" for n in range(1, 13)],
        "solitario40": [f"R-S40-{n:02}" for n in range(1, 50)],
        "nove_colonne": [f"R-N9-{n:02}" for n in range(1, 25)],
        "aftaebr": [f"R-AF-{n:02}" for n in range(1, 41)],
    }
    for game, wanted in clauses.items():
        for language in ("it", "en"):
            text = (ROOT / "docs" / "rules" / f"{game}.{language}.md").read_text()
            cited: set[str] = set()
            for kind, first, last in re.findall(r"R-([A-Z0-9]+)-(S?\d\d)(?:…(S?\d\d))?", text):
                letter = "S" if first.startswith("S") else ""
                low = int(first.removeprefix("S"))
                high = int((last or first).removeprefix("S"))
                cited.update(f"R-{kind}-{letter}{n:02}" for n in range(low, high + 1))
            assert not set(wanted) - cited, (game, language)
