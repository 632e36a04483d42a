"""Table pages for everybody: read by machines, on a phone, in both lights."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from support.browser.axe import low_contrast, serious_violations
from support.browser.fixtures import Tabs

GAMES = ("solitario40", "nove_colonne", "azul_solo", "aftaebr")


@pytest.mark.parametrize("game", GAMES)
def test_axe_finds_nothing_serious(tabs: Tabs, game: str) -> None:
    tab = tabs.open(f"/g/{game}/2?").ready()
    assert serious_violations(tab.page) == []
    assert low_contrast(tab.page, "dark") == []


WINDOWS = ((1440, 900), (1280, 720), (820, 1180), (360, 740))


@pytest.mark.parametrize("game", GAMES)
def test_the_whole_table_is_in_the_window(tabs: Tabs, game: str) -> None:
    """In any window; that it is there from the start is in test_page_loading."""
    tab = tabs.open(f"/g/{game}/2").ready()
    for width, height in WINDOWS:
        tab.page.set_viewport_size({"width": width, "height": height})
        for part in (tab.board, tab.page.get_by_role("toolbar"), tab.page.locator(".head")):
            box = tab.box(part)
            assert box["y"] >= 0
            assert box["y"] + box["height"] <= height
        assert tab.page.evaluate("document.documentElement.scrollWidth") <= width
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
