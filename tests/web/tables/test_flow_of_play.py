"""Cards that move with one tap, reasons while a card is held, the end of a game."""

from __future__ import annotations

import json
from collections.abc import Iterable

from playwright.sync_api import BrowserContext, Locator, expect
from support.browser.fixtures import Tabs
from support.browser.move_sequences import moves_to_finish, solution
from support.browser.socket_play import deal_and_play
from support.browser.tab import Tab
from support.browser.touch_targets import FINGER, hard_to_touch, overlap
from support.browser.windows import Windows


def with_settings(tabs: Tabs, **settings: bool) -> BrowserContext:
    person = tabs.person(is_fresh=True, has_touch=True)
    stored = json.dumps(json.dumps(settings))
    person.add_init_script(f"localStorage.setItem('tavolino.settings', {stored})")
    return person


def after(moves: Iterable[str], tabs: Tabs, person: BrowserContext) -> Tab:
    update = deal_and_play(person, tabs.url, "solitario40/2", moves)
    return tabs.open(f"/t/{update.table}", of=person).ready()


def column_of(tab: Tab, card: str) -> Locator:
    return tab.spot(card).locator("xpath=ancestor::*[@data-place]")


def test_one_tap_moves_a_card_to_its_best_place(tabs: Tabs) -> None:
    tab = tabs.open("/g/solitario40/2", of=with_settings(tabs, oneTap=True)).ready()
    for card, way, column in (("7S", "touch", "4"), ("6S", "mouse", "7"), ("5H", "keys", "7")):
        count = tab.count
        tab.press(tab.spot(card), way)  # type: ignore[arg-type]
        tab.after(count)
        expect(column_of(tab, card)).to_have_attribute("data-place", column)
    assert tab.selected == []


def test_one_tap_is_offered_to_newcomers_and_click_click_is_the_default(tabs: Tabs) -> None:
    tab = tabs.open("/g/solitario40/2", is_newcomer=True).ready()
    switch = tab.page.get_by_role("switch", name="Sposta con un tocco")
    expect(switch).not_to_be_checked()
    switch.press("Space")
    tab.button("Gioca").click()
    count = tab.count
    tab.press(tab.spot("7S"), "mouse")
    tab.after(count)
    expect(column_of(tab, "7S")).to_have_attribute("data-place", "4")


def test_autoplay_brings_a_safe_card_to_its_base_and_undo_takes_it_back(tabs: Tabs) -> None:
    """The jack of hearts uncovers the ace of diamonds; an ace is of no use in a column."""
    before = solution("solitario40", 2)
    at = before.index("JH>7")
    tab = after(before[:at], tabs, with_settings(tabs, autoplay=True))
    expect(tab.spot("base D")).to_be_visible()
    tab.play("JH>7")
    base = tab.page.get_by_role("group", name="Base di denari")
    expect(base.locator('[data-spot="AD"]')).to_be_visible()
    count = tab.count
    tab.button("Annulla").click()
    tab.after(count)
    expect(column_of(tab, "AD")).to_have_attribute("data-place", "4")


REASON = "Non è consentito spostare una carta sul mazzetto"


def test_a_card_over_the_mazzetto_gets_the_reason_held_and_dropped_r_s40_14(
    windows: Windows,
) -> None:
    tab = windows.deal("/g/solitario40/2")
    card, mazzetto = (tab.still_box(one) for one in (tab.spot("7S"), tab.place("mazzetto")))
    why = tab.page.locator(".why.shown")
    tab.page.mouse.move(card["x"] + card["width"] / 2, card["y"] + 8)
    tab.page.mouse.down()
    tab.page.mouse.move(mazzetto["x"] + mazzetto["width"] / 2, mazzetto["y"] + 12, steps=5)
    expect(why).to_have_text(REASON)
    tab.page.mouse.move(card["x"] + card["width"] / 2, card["y"] + 60, steps=5)
    expect(why).to_have_count(0)
    tab.page.mouse.up()
    tab.drag("7S", "mazzetto")
    expect(why).to_have_text(REASON)
    assert tab.still_box(tab.spot("7S")) == card


def test_the_end_tells_time_moves_record_and_streak_and_leaves_the_board_visible(
    tabs: Tabs,
) -> None:
    tab = after(moves_to_finish("solitario40", 2), tabs, tabs.person())
    count = tab.count
    tab.button("Tutto alle basi").click()
    tab.after(count)
    end = tab.page.locator(".end")
    expect(end.get_by_role("heading", name="Solitario risolto!")).to_be_visible()
    expect(end.get_by_role("term")).to_have_text(["Tempo", "Mosse", "Record", "Vinte di fila"])
    expect(end.get_by_role("definition").nth(2)).to_have_text("565")
    expect(end.get_by_role("definition").nth(3)).to_have_text("1")
    # The result covers nothing of the board; a key ends the celebration.
    for width, height in ((1280, 860), (360, 740), (844, 390)):
        tab.page.set_viewport_size({"width": width, "height": height})
        assert not overlap(tab.box(end), tab.box(tab.board)), (width, height)
        assert hard_to_touch(tab.page) == [], (width, height)
    # Here "Annulla" would read as "cancel".
    expect(tab.button("Torna indietro")).to_be_enabled()
    expect(tab.button("Annulla")).to_have_count(0)
    # In portrait the board keeps its shape, and the kings their size.
    tab.page.set_viewport_size({"width": 360, "height": 740})
    bases = [tab.box(tab.place(f"b{suit}")) for suit in "DHCS"]
    assert len({box["y"] for box in bases}) == 1
    assert min(box["width"] for box in bases) >= FINGER
    tab.page.set_viewport_size({"width": 1280, "height": 860})
    tab.page.keyboard.press("Shift")
    expect(tab.page.locator(".celebration")).to_have_count(0)
    end.get_by_role("button", name="Torna indietro di una mossa").click()
    expect(end).to_have_count(0)


def test_nothing_falls_where_motion_is_reduced(tabs: Tabs) -> None:
    still = tabs.person(reduced_motion="reduce")
    tab = after(moves_to_finish("solitario40", 2), tabs, still)
    tab.page.keyboard.press("f")
    expect(tab.page.get_by_role("heading", name="Solitario risolto!")).to_be_visible()
    expect(tab.page.locator(".celebration")).to_have_count(0)
