"""Table pages for everybody: read by machines, on a phone, in both lights."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect
from support.browser.fixtures import Tabs

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


WINDOWS = ((1440, 900), (1280, 720), (820, 1180), (360, 740))


@pytest.mark.parametrize("window", WINDOWS, ids=str)
@pytest.mark.parametrize("game", GAMES)
def test_the_whole_table_is_in_the_window(tabs: Tabs, game: str, window: tuple[int, int]) -> None:
    width, height = window
    tab = tabs.open(f"/g/{game}/2", viewport={"width": width, "height": height}).ready()
    for part in (tab.board, tab.page.get_by_role("toolbar"), tab.page.locator(".head")):
        box = tab.box(part)
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= height
    # The board begins right below the line that says what happened.
    head, board = tab.box(tab.page.locator(".head")), tab.box(tab.page.locator(".edge"))
    assert abs(board["y"] - head["y"] - head["height"]) <= 1


def test_a_move_shifts_nothing(tabs: Tabs) -> None:
    tab = tabs.open("/g/solitario40/2").ready()
    parts = (tab.board, tab.page.get_by_role("toolbar"), tab.place("7"), tab.spot("mazzo"))
    before = [tab.box(part) for part in parts]
    for move in ("7S>4", "6S>7", "5H>7", "turn"):
        tab.play(move)
        assert [tab.box(part) for part in parts] == before
    tab.page.keyboard.press("h")
    expect(tab.page.get_by_test_id("hint")).to_be_visible()
    assert [tab.box(part) for part in parts] == before


SHIFTS = """() => {
  window.shifts = 0;
  new PerformanceObserver(list => {
    for (const one of list.getEntries()) if (!one.hadRecentInput) window.shifts += one.value;
  }).observe({ type: 'layout-shift', buffered: true });
}"""


@pytest.mark.parametrize("window", [(1440, 900), (360, 740)], ids=str)
@pytest.mark.parametrize("game", GAMES)
def test_nothing_jumps_while_a_table_opens(tabs: Tabs, game: str, window: tuple[int, int]) -> None:
    width, height = window
    tab = tabs.open(f"/g/{game}/2", viewport={"width": width, "height": height}).ready()
    tab.landed()
    tab.page.evaluate(SHIFTS)
    # What was buffered is told in a task of its own.
    tab.page.wait_for_function("() => new Promise(done => requestIdleCallback(() => done(true)))")
    shifts = float(tab.page.evaluate("() => window.shifts"))
    print(f"{game} {width}x{height}: layout shift {shifts:.3f}")
    assert shifts < 0.1
