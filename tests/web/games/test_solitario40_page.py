"""R-S40-38 … 41 in the browser, by mouse, by touch and by keyboard.

Deal 2, whose first moves are known: 7S may go to column 4, then 6S to 7, and then 5H to 7.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect
from support.browser.tab import Tab, Way
from support.browser.touch import Finger
from support.browser.windows import Windows

WAYS: tuple[Way, ...] = ("mouse", "touch", "keys")


def at_deal(windows: Windows, way: Way = "mouse") -> Tab:
    phone: dict[str, Any] = {"has_touch": True, "viewport": {"width": 390, "height": 780}}
    return windows.deal("/g/solitario40/2", **(phone if way == "touch" else {}))


@pytest.mark.parametrize("way", WAYS)
def test_select_and_choose_a_destination_r_s40_38(windows: Windows, way: Way) -> None:
    tab = at_deal(windows, way)
    tab.press(tab.spot("7S"), way)
    assert tab.selected == ["7S"]
    assert "4" in tab.moves()
    count = tab.count
    tab.press(tab.destination("4", way), way)
    tab.after(count)
    expect(tab.place("4").locator('[data-spot="7S"]')).to_be_visible()
    assert tab.selected == []


@pytest.mark.parametrize("way", WAYS)
def test_an_illegal_destination_keeps_the_selection_and_says_why(
    windows: Windows, way: Way
) -> None:
    tab = at_deal(windows, way)
    tab.press(tab.spot("7S"), way)
    tab.press(tab.spot("base D"), way)
    assert tab.selected == ["7S"]
    expect(tab.page.locator(".why.shown")).not_to_be_empty()


@pytest.mark.parametrize("way", WAYS)
def test_the_selected_card_again_deselects_it_r_s40_41(windows: Windows, way: Way) -> None:
    tab = at_deal(windows, way)
    tab.press(tab.spot("7S"), way)
    tab.press(tab.spot("7S"), way)
    assert tab.selected == []


def test_drag_r_s40_39(windows: Windows) -> None:
    tab = at_deal(windows)
    count = tab.count
    tab.drag("7S", "4")
    tab.after(count)
    expect(tab.place("4").locator('[data-spot="7S"]')).to_be_visible()


def test_dropped_where_it_may_not_lie_it_returns(windows: Windows) -> None:
    tab = at_deal(windows)
    home = tab.still_box(tab.spot("7S"))
    tab.drag("7S", "bD")
    expect(tab.page.locator(".why.shown")).not_to_be_empty()
    assert tab.still_box(tab.spot("7S")) == home


def test_escape_ends_a_drag(windows: Windows) -> None:
    tab = at_deal(windows)
    start, end = tab.still_box(tab.spot("7S")), tab.still_box(tab.place("4"))
    mouse = tab.page.mouse
    mouse.move(start["x"] + 20, start["y"] + 8)
    mouse.down()
    mouse.move(end["x"] + 20, end["y"] + 12, steps=5)
    expect(tab.page.locator(".target")).not_to_have_count(0)
    tab.page.keyboard.press("Escape")
    expect(tab.page.locator(".target")).to_have_count(0)
    mouse.move(end["x"] + 30, end["y"] + 22)
    mouse.up()
    expect(tab.page.locator(".why.shown")).to_have_count(0)
    assert tab.still_box(tab.spot("7S")) == start
    tab.drag("7S", "4")  # and the next one is a drag again
    expect(tab.place("4").locator('[data-spot="7S"]')).to_be_visible()


def to_the_ace(tab: Tab) -> None:
    for move in ("7S>4", "6S>7", "5H>7", "turn", "turn"):
        tab.play(move)


def test_a_double_click_sends_to_the_base_r_s40_40(windows: Windows) -> None:
    tab = at_deal(windows)
    to_the_ace(tab)
    count = tab.count
    expect(tab.page.get_by_test_id("points")).to_have_text("5")
    tab.spot("AH").dblclick()
    tab.after(count)
    # Ten for the base, five because it comes from the mazzetto.
    expect(tab.page.get_by_test_id("points")).to_have_text("20")


def test_a_double_tap_does_the_same(windows: Windows) -> None:
    tab = at_deal(windows, "touch")
    to_the_ace(tab)
    count = tab.count
    Finger(tab).double_tap(tab.spot("AH"))
    tab.after(count)


def test_b_sends_to_the_base_and_escape_lets_go(windows: Windows) -> None:
    tab = at_deal(windows, "keys")
    tab.press(tab.spot("7S"), "keys")
    tab.page.keyboard.press("Escape")
    assert tab.selected == []
    to_the_ace(tab)
    count = tab.count
    tab.spot("AH").focus()
    tab.page.keyboard.press("b")
    tab.after(count)


def test_undo_redo_and_hint_by_keys(windows: Windows) -> None:
    tab = at_deal(windows)
    tab.play("7S>4")
    count = tab.count
    tab.page.keyboard.press("u")
    tab.after(count)
    expect(tab.place("4").locator('[data-spot="7S"]')).to_have_count(0)
    count = tab.count
    tab.page.keyboard.press("r")
    tab.after(count)
    expect(tab.place("4").locator('[data-spot="7S"]')).to_be_visible()
    tab.page.keyboard.press("h")
    expect(tab.page.get_by_test_id("hint")).to_contain_text("Consiglio")
    expect(tab.page.locator("[data-advised]").first).to_be_visible()
    tab.page.keyboard.press("?")
    expect(tab.page.get_by_role("dialog")).to_be_visible()


def test_the_focus_stays_on_the_card_that_was_moved(windows: Windows) -> None:
    tab = at_deal(windows)
    count = tab.count
    tab.press(tab.spot("7S"), "keys")
    tab.press(tab.destination("4", "keys"), "keys")
    tab.after(count)
    focused = tab.page.evaluate("document.activeElement.dataset.spot ?? ''")
    assert focused != ""
