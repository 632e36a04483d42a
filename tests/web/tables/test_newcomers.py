"""Nobody is lost: how to play, the rules beside the table, a seat by following a link."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect
from support.browser.axe import serious_violations
from support.browser.fixtures import Tabs
from support.browser.tab import Tab
from support.browser.touch_targets import hard_to_touch
from support.browser.windows import Windows

GAMES = ["solitario40", "nove_colonne", "azul_solo", "aftaebr"]


def guide(tab: Tab) -> Locator:
    return tab.page.get_by_role("dialog", name=re.compile("^Come si gioca"))


@pytest.mark.parametrize("game", GAMES)
def test_how_to_play_is_shown_at_the_first_visit_and_then_one_click_away(
    tabs: Tabs, game: str
) -> None:
    newcomer = tabs.person(is_newcomer=True, reduced_motion="reduce")
    tab = tabs.open(f"/g/{game}/2", of=newcomer).ready()
    expect(guide(tab)).to_contain_text("Scopo.")
    expect(guide(tab).get_by_role("listitem")).to_have_count(3)
    expect(guide(tab).locator("svg.picture text").first).to_be_visible()
    assert serious_violations(tab.page) == []
    # A phone shows all of it without scrolling.
    tab.page.set_viewport_size({"width": 360, "height": 740})
    last, buttons = guide(tab).get_by_role("listitem").last, guide(tab).locator(".actions")
    assert tab.box(last)["y"] + tab.box(last)["height"] <= tab.box(buttons)["y"]
    guide(tab).get_by_role("button", name="Gioca").click()
    expect(guide(tab)).to_have_count(0)
    tab.page.reload()
    tab.ready()
    expect(guide(tab)).to_have_count(0)
    tab.page.get_by_role("toolbar").get_by_role("button", name="Regole").click()
    expect(guide(tab)).to_be_focused()
    tab.page.keyboard.press("Escape")
    expect(guide(tab)).to_have_count(0)


def tip(tab: Tab) -> Locator:
    return tab.page.get_by_test_id("tip")


def test_tips_explain_what_happened_each_once_and_never_over_the_board(tabs: Tabs) -> None:
    newcomer = tabs.person(is_newcomer=True, viewport={"width": 360, "height": 740})
    tab = tabs.open("/g/solitario40/2", of=newcomer).ready()
    guide(tab).get_by_role("button", name="Gioca").click()
    tab.play("turn")
    expect(tip(tab)).to_contain_text("Nota. Del mazzetto si gioca solo la carta in cima")
    assert hard_to_touch(tab.page) == []
    tab.play("turn")
    expect(tip(tab)).to_have_count(0)
    # What the rules do not allow is explained too, and the note can be closed.
    tab.press(tab.page.locator("[data-piece]").first, "mouse")
    tab.place("bD").click()
    expect(tip(tab)).to_contain_text("alternando rosso e nero")
    tab.page.locator(".status-line").get_by_role("button", name="Chiudi").click()
    expect(tip(tab)).to_have_count(0)
    # Another game tells nothing twice.
    tab = tabs.open("/g/solitario40/3", of=newcomer).ready()
    tab.play("turn")
    expect(tip(tab)).to_have_count(0)


def test_tips_are_switched_off_in_the_settings(tabs: Tabs) -> None:
    newcomer = tabs.person(is_newcomer=True)
    settings = tabs.open("/settings", of=newcomer).page
    settings.get_by_text("Note nelle prime partite").click()
    tab = tabs.open("/g/solitario40/2", of=newcomer).ready()
    tab.play("turn")
    expect(tip(tab)).to_have_count(0)


def test_the_rules_open_beside_the_table_without_clause_numbers(windows: Windows) -> None:
    tab = windows.deal("/g/solitario40/2", viewport={"width": 1600, "height": 900})
    table = tab.page.url
    tab.page.get_by_role("toolbar").get_by_role("button", name="Regole").click()
    guide(tab).get_by_role("button", name="Tutte le regole").click()
    clause = guide(tab).locator("[id='R-S40-24']")
    expect(guide(tab).get_by_role("heading", name="5. Il punteggio")).to_be_visible()
    expect(clause).to_be_hidden()
    # The board makes room, and the game goes on.
    board, panel = tab.box(tab.board), tab.box(guide(tab))
    assert board["x"] + board["width"] <= panel["x"]
    tab.play("7S>4")
    assert tab.page.url == table
    guide(tab).get_by_text("Numeri delle clausole").click()
    expect(clause).to_be_visible()


def test_clause_numbers_are_folded_away_unless_one_is_linked(tabs: Tabs) -> None:
    page = tabs.open("/rules/aftaebr").page
    expect(page.get_by_role("heading", name="4. Le sequenze")).to_be_visible()
    expect(page.locator("[id='R-AF-20']")).to_be_hidden()
    page.goto("/rules/aftaebr#R-AF-20")
    expect(page.locator("[id='R-AF-20']")).to_be_in_viewport()


def opened(tabs: Tabs, players: int) -> tuple[Tab, str]:
    host = tabs.person()
    host.request.post(f"{tabs.url}/api/me")
    body = {"game": "solitario40", "kind": "contest", "players": players}
    code = str(host.request.post(f"{tabs.url}/api/tables", data=body).json()["table"])
    return tabs.open(f"/t/{code}", of=host), code


def test_whoever_follows_a_link_sits_down_and_can_take_a_name_there(tabs: Tabs) -> None:
    host, code = opened(tabs, 3)
    guest = tabs.open(f"/t/{code}")
    guest.page.get_by_label("Il tuo nome").fill("Zoë")
    guest.button("Cambia").click()
    expect(host.page.get_by_role("listitem").filter(has_text="Zoë")).to_be_visible()
    # Looking on is the second choice, and it stays.
    guest.button("Alzati e guarda").click()
    expect(host.page.get_by_role("listitem").filter(has_text="Zoë")).to_have_count(0)
    guest.page.reload()
    expect(guest.button("Siediti")).to_be_visible()
    expect(host.page.get_by_text("posti presi: 1 su 3")).to_be_visible()


def test_a_code_leads_to_a_seat_and_a_full_table_begins(tabs: Tabs) -> None:
    host, code = opened(tabs, 2)
    guest = tabs.open("/")
    guest.page.get_by_label("Codice del tavolo").fill(code)
    guest.button("Entra").click()
    for tab in (host, guest):
        tab.ready()
