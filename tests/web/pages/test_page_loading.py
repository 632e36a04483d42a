"""Nothing jumps, nothing is heavy: how the pages come, on a slow network too."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import expect
from support.browser.fixtures import Tabs
from support.browser.page_checks import PHONE, SHIFTS, STILL, overlaps, shifted

SLOW = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
"""Milliseconds, and bytes a second: a bad third-generation network."""
GAMES = ("solitario40", "nove_colonne", "azul_solo", "aftaebr")
"""The last one without programs, at one screen: they would move by themselves."""
WINDOWS = {"phone": PHONE, "desktop": {"width": 1440, "height": 900}}


@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("game", GAMES)
def test_a_table_stands_still_over_the_first_move(tabs: Tabs, game: str, window: str) -> None:
    person = tabs.person(viewport=WINDOWS[window], service_workers="block")
    person.add_init_script(f"({SHIFTS})()")
    tab = tabs.open(f"/g/{game}/2{'?bots=,' * (game == 'aftaebr')}", of=person).ready()
    tab.landed()
    moved, who = shifted(tab.page)
    print(f"layout shift, {window}, {game}: {moved:.4f}")
    assert moved <= STILL, who
    count = tab.count
    if game == "solitario40":
        tab.do("7S>4")
    elif game == "aftaebr":
        tab.page.locator(".choice button").first.click()
    else:
        tab.page.locator("[data-spot].free").first.click()
        tab.page.locator(".target").first.click()
    tab.after(count)
    moved, who = shifted(tab.page)
    print(f"layout shift, {window}, {game}, with a move: {moved:.4f}")
    assert moved <= STILL, who


def test_a_slow_network_is_enough(tabs: Tabs) -> None:
    person = tabs.person(viewport=PHONE, service_workers="block")
    person.add_init_script(f"({SHIFTS})()")
    page = person.new_page()
    network = person.new_cdp_session(page)
    network.send("Network.enable")
    network.send("Network.emulateNetworkConditions", SLOW)
    began = time.monotonic()
    page.goto("/", wait_until="commit")
    play = page.get_by_role("link", name="Gioca: Solitario")
    play.click(trial=True)
    usable = time.monotonic() - began
    assert overlaps(page) == []
    began = time.monotonic()
    play.click()
    expect(page.get_by_role("application")).to_be_visible()
    dealt = time.monotonic() - began
    moved, who = shifted(page)
    print(f"slow network: first page after {usable:.1f} s, cards after {dealt:.1f} s more")
    assert moved <= STILL, who
    assert usable < 12
    assert dealt < 20
