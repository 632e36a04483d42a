"""How pages load: nothing shifts, and little is sent, on a slow network too."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import CDPSession, expect
from support.browser.fixtures import Tabs
from support.browser.page_checks import PHONE, SHIFTS, STILL, overlaps, shifted

SLOW = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
"""Milliseconds, and bytes a second: a bad third-generation network."""
GAMES = ("solitario40", "nove_colonne", "azul_solo", "aftaebr")
"""The last one without bots, on one screen: they would move by themselves."""
FIRST_PAGE_REQUESTS, FIRST_PAGE_BYTES = 20, 160_000
FIRST_DEAL_REQUESTS, FIRST_DEAL_BYTES = 66, 260_000
"""Until the first page can be used, and until the first cards are on the table: at ``SLOW``, at
most 5 and 9 seconds of transfer."""
WITH_FONTS = 0.02
"""Layout shift on a slow network, where the fonts come after the text: a fifth of the limit of
"good" in the Web Vitals. No line may wrap in another place; a letter may be a little wider."""
WINDOWS = {"phone": PHONE, "desktop": {"width": 1440, "height": 900}}


@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("game", GAMES)
def test_a_table_stands_still_over_the_first_move(tabs: Tabs, game: str, window: str) -> None:
    person = tabs.person(is_fresh=True, is_painted=True, viewport=WINDOWS[window])
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


class Traffic:
    """What a page has received so far, as sent: compressed, with headers."""

    def __init__(self, network: CDPSession) -> None:
        self.requests = self.bytes = 0
        network.on("Network.requestWillBeSent", self._add_request)
        network.on("Network.loadingFinished", self._add_bytes)

    def _add_request(self, _event: dict[str, Any]) -> None:
        self.requests += 1

    def _add_bytes(self, event: dict[str, Any]) -> None:
        self.bytes += int(event["encodedDataLength"])


def test_a_slow_network_is_enough(tabs: Tabs) -> None:
    person = tabs.person(is_fresh=True, is_painted=True, viewport=PHONE)
    person.add_init_script(f"({SHIFTS})()")
    page = person.new_page()
    network = person.new_cdp_session(page)
    traffic = Traffic(network)
    network.send("Network.enable")
    network.send("Network.emulateNetworkConditions", SLOW)
    page.goto("/", wait_until="commit")
    play = page.get_by_role("link", name="Gioca: Solitario")
    play.click(trial=True)
    print(f"first page: {traffic.requests} requests, {traffic.bytes:,} bytes")
    assert traffic.requests <= FIRST_PAGE_REQUESTS and traffic.bytes <= FIRST_PAGE_BYTES
    assert overlaps(page) == []
    play.click()
    expect(page.get_by_role("application")).to_be_visible()
    print(f"and the first deal: {traffic.requests} requests, {traffic.bytes:,} bytes")
    assert traffic.requests <= FIRST_DEAL_REQUESTS and traffic.bytes <= FIRST_DEAL_BYTES
    moved, who = shifted(page)
    assert moved <= WITH_FONTS, who
