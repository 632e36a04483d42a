"""Table pages for everybody: read by machines, on a phone, in both lights."""

from __future__ import annotations

import pytest
from playwright.sync_api import FloatRect, expect
from support.browser.axe import Violation, low_contrast, serious_violations
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
from support.browser.windows import Windows

GAMES = ("solitario40", "nove_colonne", "azul_solo", "aftaebr")


PHONES = ((360, 740), (390, 844))
WINDOWS = (*PHONES, (844, 390), (740, 360), (667, 375), (820, 1180), (1440, 900), (1920, 1080))


def put_in_play(tab: Tab, windows: Windows, game: str) -> None:
    """A hint and, in a patience, a long column."""
    if game in ("solitario40", "nove_colonne"):
        play_over_socket(tab, windows.url, solution(game, 2)[:25])
    while game == "aftaebr" and tab.page.locator(".choice button").count():
        count = tab.count
        tab.page.locator(".choice button").first.click()
        tab.after(count)
    tab.page.keyboard.press("h")
    expect(tab.page.get_by_test_id("hint")).to_be_visible()


def refuse(tab: Tab, game: str) -> None:
    """A card that cannot go anywhere, or a destination before a piece."""
    if game == "azul_solo":
        tab.place("5").click()
    elif game == "aftaebr":
        tab.place("c3").click()
    else:
        tab.press(tab.page.locator(".column [data-piece]:not(.free)").last, "mouse")


@pytest.mark.parametrize("game", GAMES)
def test_everything_can_be_touched_in_any_window_and_no_reason_covers_it(
    windows: Windows, game: str
) -> None:
    """That it is there from the start is in test_page_loading."""
    tab = windows.deal(f"/g/{game}/2{'?bots=,' * (game == 'aftaebr')}")
    assert axe_finds(tab) == []
    put_in_play(tab, windows, game)
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
    # A reason stays until the next touch.
    tab.page.set_viewport_size({"width": 1280, "height": 860})
    refuse(tab, game)
    reason = tab.page.locator(".why.shown")
    expect(reason).not_to_be_empty()
    for width, height in WINDOWS:
        tab.page.set_viewport_size({"width": width, "height": height})
        where, box = f"a reason in {game} at {width} × {height}", tab.box(reason)
        assert box["y"] >= 0 and box["y"] + box["height"] <= height, where
        spots: list[FloatRect] = tab.page.locator("[data-spot]").evaluate_all(
            "all => all.map(one => one.getBoundingClientRect().toJSON())"
        )
        assert [spot for spot in spots if overlap(box, spot)] == [], where
        assert not overlap(box, tab.box(tab.page.locator(".tools"))), where


def axe_finds(tab: Tab) -> list[Violation]:
    found = serious_violations(tab.page) + low_contrast(tab.page, "dark")
    tab.page.emulate_media(color_scheme="light")
    return found


def test_axe_finds_nothing_serious_where_bots_sit(windows: Windows) -> None:
    assert axe_finds(windows.deal("/g/aftaebr/2?")) == []


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


def test_a_move_shifts_nothing(windows: Windows) -> None:
    tab = windows.deal("/g/solitario40/2")
    parts = (tab.board, tab.page.get_by_role("toolbar"), tab.place("7"), tab.spot("mazzo"))
    before = [tab.box(part) for part in parts]
    for move in ("7S>4", "6S>7", "5H>7", "turn"):
        tab.play(move)
        assert [tab.box(part) for part in parts] == before
    tab.page.keyboard.press("h")
    expect(tab.page.get_by_test_id("hint")).to_be_visible()
    assert [tab.box(part) for part in parts] == before
