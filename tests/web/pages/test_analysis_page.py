"""The analysis of a game: to its fatal moment, and from there to the win."""

from __future__ import annotations

from playwright.sync_api import expect
from support.browser.axe import serious_violations
from support.browser.fixtures import Tabs
from support.browser.socket_play import play_over_socket
from support.matches.lost_games import WINNABLE, lost_line


def test_from_the_end_of_a_lost_game_to_its_fatal_moment_and_on_to_the_win(tabs: Tabs) -> None:
    moves, winning = lost_line()
    tab = tabs.open(f"/g/solitario40/{WINNABLE}").ready()
    page = tab.page
    play_over_socket(tab, tabs.url, moves)
    tab.button("Mi arrendo").click()
    page.locator(".end").get_by_role("link", name="Analisi").click()
    expect(page.get_by_role("heading", name="Analisi")).to_be_visible()
    fatal = page.locator(".moments > .fatal")
    expect(fatal).to_have_count(1)
    expect(fatal).to_contain_text("è sfumata la vittoria")
    expect(fatal.locator(".soft").first).to_have_text(str(len(moves) + 1))
    assert serious_violations(page) == []

    # By keyboard, and for a screen reader: the slider tells each position.
    slider = page.get_by_role("slider", name="Posizione")
    slider.focus()
    slider.press("Home")
    assert "Raggiungibili: 565" in (slider.get_attribute("aria-valuetext") or "")
    slider.press("End")
    assert "Raggiungibili: 565" not in (slider.get_attribute("aria-valuetext") or "")

    fatal.get_by_role("button", name="Riprova da qui").click()
    page.wait_for_url("**/t/*")
    tab.ready()
    play_over_socket(tab, tabs.url, winning)
    expect(page.get_by_role("heading", name="Solitario risolto!")).to_be_visible()
