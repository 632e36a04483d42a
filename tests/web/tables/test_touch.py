"""A finger at the table: it drags cards and never the page, and it may shake."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from support.browser.tab import Tab
from support.browser.touch import Finger, edge
from support.browser.windows import Windows


def on_a_phone(windows: Windows, address: str) -> tuple[Tab, Finger]:
    viewport = {"width": 390, "height": 700}
    tab = windows.deal(address, has_touch=True, is_mobile=True, viewport=viewport)
    return tab, Finger(tab)


def scrolled(tab: Tab) -> float:
    return float(tab.page.evaluate("() => scrollY"))


def test_a_finger_drags_a_card_r_s40_39(windows: Windows) -> None:
    tab, finger = on_a_phone(windows, "/g/solitario40/2")
    count = tab.count
    finger.take(tab.spot("7S"), [edge(tab.still_box(tab.place("4")), 60)])
    expect(tab.page.locator(".dragged")).to_have_attribute("data-spot", "7S")
    assert "4" in tab.moves()
    expect(tab.page.locator(".landing")).to_have_count(1)
    expect(tab.place("4").locator(".landing")).to_be_visible()
    finger.up()
    tab.after(count)
    expect(tab.page.locator(".landing")).to_have_count(0)
    expect(tab.place("4").locator('[data-spot="7S"]')).to_be_visible()
    assert scrolled(tab) == 0


def test_a_finger_drags_a_run(windows: Windows) -> None:
    """Six and five lie on the seven of column 7, and go with it."""
    tab, finger = on_a_phone(windows, "/g/solitario40/2")
    for move in ("7S>4", "6S>7", "5H>7", "turn", "turn", "AH>b", "JC>6"):
        tab.play(move, "touch")
    count = tab.count
    finger.take(tab.spot("7D"), [edge(tab.still_box(tab.place("6")), 90)])
    expect(tab.page.locator(".dragged")).to_have_count(3)
    finger.up()
    tab.after(count)
    for card in ("7D", "6S", "5H"):
        expect(tab.place("6").locator(f'[data-spot="{card}"]')).to_be_visible()


@pytest.mark.parametrize("address", ["/g/solitario40/2", "/g/nove_colonne/2"])
def test_the_page_does_not_scroll_under_a_drag(windows: Windows, address: str) -> None:
    tab, finger = on_a_phone(windows, address)
    assert tab.page.evaluate("() => document.documentElement.scrollHeight > innerHeight")
    card = tab.page.locator(".column [data-piece]").last
    x, y = edge(tab.still_box(card))
    finger.take(card, [(x, y + 250), (x, y - 150), (x, y + 200)])
    assert scrolled(tab) == 0
    finger.up()
    assert scrolled(tab) == 0


def test_a_shaky_tap_is_a_tap(windows: Windows) -> None:
    tab, finger = on_a_phone(windows, "/g/solitario40/2")
    finger.shaky_tap(*edge(tab.still_box(tab.spot("7S"))), by=(14, 9))
    expect(tab.spot("7S")).to_have_attribute("aria-pressed", "true")
    # And so is the second: the card goes where it was sent.
    count = tab.count
    finger.shaky_tap(*edge(tab.still_box(tab.place("4").locator("[data-spot]").last)), by=(-13, 6))
    tab.after(count)
    expect(tab.place("4").locator('[data-spot="7S"]')).to_be_visible()


def test_dropped_elsewhere_it_returns_and_says_why(windows: Windows) -> None:
    tab, finger = on_a_phone(windows, "/g/solitario40/2")
    home = tab.still_box(tab.spot("7S"))
    finger.drag("7S", "bD")
    expect(tab.page.locator(".why.shown")).to_have_text(
        "Sulla base: stesso seme, in ordine dall’asso"
    )
    assert tab.still_box(tab.spot("7S")) == home


def test_a_second_finger_changes_nothing(windows: Windows) -> None:
    tab, finger = on_a_phone(windows, "/g/solitario40/2")
    x, y = edge(tab.still_box(tab.spot("7S")))
    finger.down(x, y)
    finger._send("touchStart", [{"x": x, "y": y}, {"x": 300, "y": 600}])
    finger._send("touchEnd", [{"x": x, "y": y}])
    finger.up()
    expect(tab.spot("7S")).to_have_attribute("aria-pressed", "true")
