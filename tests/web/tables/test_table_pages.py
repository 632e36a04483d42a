"""Table pages for everybody: read by machines, on a phone, in both lights."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from support.browser.axe import low_contrast, serious_violations
from support.browser.fixtures import Tabs
from support.browser.move_sequences import solution
from support.browser.socket_play import play_over_socket
from support.browser.tab import Tab
from support.browser.touch_targets import (
    cut_indices,
    hard_to_touch,
    labels_outside,
    overlap,
    too_small,
)

GAMES = ("solitario40", "nove_colonne", "azul_solo", "aftaebr")


@pytest.mark.parametrize("game", GAMES)
def test_axe_finds_nothing_serious(tabs: Tabs, game: str) -> None:
    tab = tabs.open(f"/g/{game}/2?").ready()
    assert serious_violations(tab.page) == []
    assert low_contrast(tab.page, "dark") == []


PHONES = ((360, 740), (390, 844))
WINDOWS = (*PHONES, (844, 390), (740, 360), (667, 375), (820, 1180), (1440, 900), (1920, 1080))


def in_play(tabs: Tabs, game: str) -> Tab:
    """A table in play, with a hint and, in a patience, a long column."""
    tab = tabs.open(f"/g/{game}/2{'?bots=,' * (game == 'aftaebr')}").ready()
    if game in ("solitario40", "nove_colonne"):
        play_over_socket(tab, tabs.url, solution(game, 2)[:25])
    while game == "aftaebr" and tab.page.locator(".choice button").count():
        count = tab.count
        tab.page.locator(".choice button").first.click()
        tab.after(count)
    tab.page.keyboard.press("h")
    expect(tab.page.get_by_test_id("hint")).to_be_visible()
    return tab


@pytest.mark.parametrize("game", GAMES)
def test_everything_can_be_touched_in_any_window(tabs: Tabs, game: str) -> None:
    """That it is there from the start is in test_page_loading."""
    tab = in_play(tabs, game)
    for width, height in WINDOWS:
        tab.page.set_viewport_size({"width": width, "height": height})
        where = f"{game} at {width} × {height}"
        assert hard_to_touch(tab.page) == [], where
        if (width, height) in PHONES:
            assert too_small(tab.page) == [], where
        assert cut_indices(tab.page) == [], where
        assert labels_outside(tab.page) == [], where
        assert tab.page.evaluate("document.documentElement.scrollWidth") <= width, where
        # The board has its area for itself: no bar, hint or tool is over it.
        board, area = tab.box(tab.page.locator(".edge")), tab.box(tab.page.locator(".board-area"))
        assert board["height"] <= area["height"] + 1, where
        for part in (".game", ".now", ".status-line", ".tools"):
            assert not overlap(tab.box(tab.page.locator(part)), area), (part, where)


def refuse(tab: Tab, game: str) -> None:
    """A card that cannot go anywhere, or a destination before a piece."""
    if game == "azul_solo":
        tab.place("5").click()
    elif game == "aftaebr":
        tab.place("c3").click()
    else:
        tab.press(tab.page.locator(".column [data-piece]:not(.free)").last, "mouse")


@pytest.mark.parametrize("game", GAMES)
def test_a_reason_covers_nothing_that_can_be_touched(tabs: Tabs, game: str) -> None:
    """It stays until the next touch."""
    tab = in_play(tabs, game)
    refuse(tab, game)
    reason = tab.page.locator(".why.shown")
    expect(reason).not_to_be_empty()
    for width, height in WINDOWS:
        tab.page.set_viewport_size({"width": width, "height": height})
        where, box = f"{game} at {width} × {height}", tab.box(reason)
        assert box["y"] >= 0 and box["y"] + box["height"] <= height, where
        spots = [tab.box(one) for one in tab.page.locator("[data-spot]").all()]
        assert [spot for spot in spots if overlap(box, spot)] == [], where
        assert not overlap(box, tab.box(tab.page.locator(".tools"))), where


def test_sounds_are_switched_at_the_table(tabs: Tabs) -> None:
    """On a phone in the menu of the only bar."""
    tab = tabs.open("/g/solitario40/2", viewport={"width": 360, "height": 740}).ready()
    expect(tab.button("Suoni")).to_be_hidden()
    tab.button("Menu").click()
    expect(tab.button("Suoni")).to_have_attribute("aria-pressed", "false")
    tab.button("Suoni").click()
    expect(tab.button("Suoni")).to_have_attribute("aria-pressed", "true")
    tab.page.keyboard.press("Escape")
    expect(tab.button("Suoni")).to_be_hidden()
    stored = tab.page.evaluate("() => JSON.parse(localStorage.getItem('tavolino.settings')).sound")
    assert stored is True


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
