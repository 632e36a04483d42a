"""Table pages for everybody: read by machines, on a phone, in both lights."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from web_fixtures import Tabs

GAMES = ("solitario40", "nove_colonne", "azul_solo", "aftaebr")


@pytest.mark.parametrize("light", ["light", "dark"])
@pytest.mark.parametrize("game", GAMES)
def test_axe_finds_nothing_serious(tabs: Tabs, game: str, light: str) -> None:
    tab = tabs.open(f"/g/{game}/2?", color_scheme=light).ready()
    found = Axe().run(tab.page).response["violations"]
    serious = [
        (one["id"], [node["target"] for node in one["nodes"]])
        for one in found
        if one["impact"] in ("serious", "critical")
    ]
    assert serious == []


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_wider_than_a_phone(tabs: Tabs, game: str) -> None:
    tab = tabs.open(f"/g/{game}/2", viewport={"width": 360, "height": 740}).ready()
    assert tab.page.evaluate("document.documentElement.scrollWidth") <= 360
