"""What people do together, when each of them is at another process of the server.

The tests of these pages run again, on PostgreSQL and Redis: every new person comes to the other
process.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import cycle
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, expect
from support.browser.aftaebr import make_any_move
from support.browser.fixtures import Tabs, has_failed
from support.browser.profiles import Profiles
from support.browser.tab import Tab
from support.servers.fleet import Fleet
from web.games.test_aftaebr_page import two
from web.pages.test_account_pages import (
    test_a_guest_who_signs_in_brings_the_games_along,
    test_signing_out_everywhere_reaches_the_other_device,
)
from web.tables.test_connection import test_an_onlooker_sees_and_touches_nothing
from web.tables.test_contest_page import test_three_browsers_to_the_final_ranking
from web.tables.test_newcomers import (
    test_a_code_leads_to_a_seat_and_a_full_table_begins,
    test_whoever_follows_a_link_sits_down_and_can_take_a_name_there,
)
from web.tables.test_with_friends import test_phrases_and_the_next_game_of_a_series

__all__ = [
    "test_a_code_leads_to_a_seat_and_a_full_table_begins",
    "test_a_guest_who_signs_in_brings_the_games_along",
    "test_an_onlooker_sees_and_touches_nothing",
    "test_phrases_and_the_next_game_of_a_series",
    "test_signing_out_everywhere_reaches_the_other_device",
    "test_three_browsers_to_the_final_ranking",
    "test_whoever_follows_a_link_sits_down_and_can_take_a_name_there",
]


SEES = "n => Number(document.querySelector('[data-testid=table]').dataset.count) === n"


class TabsOfTwo(Tabs):
    def __init__(self, browser: Browser, urls: Sequence[str], profiles: Profiles) -> None:
        super().__init__(browser, urls[0], profiles)
        self._next_url = cycle(urls).__next__

    def person(self, *, is_newcomer: bool = False, **options: Any) -> BrowserContext:
        options = {"base_url": self._next_url(), **options}
        return super().person(is_newcomer=is_newcomer, **options)

    def open(self, address: str, of: BrowserContext | None = None, **options: Any) -> Tab:
        """At the person's own process, wherever the address was read."""
        path = urlsplit(address)._replace(scheme="", netloc="").geturl()
        return super().open(path, of, **options)


@pytest.fixture
def tabs(
    request: pytest.FixtureRequest, browser: Browser, fleet: Fleet, profiles: Profiles
) -> Iterator[Tabs]:
    all_tabs = TabsOfTwo(browser, [server.url for server in fleet.servers], profiles)
    yield all_tabs
    all_tabs.close(has_failed=has_failed(request))


def test_two_people_play_while_a_process_is_killed(tabs: Tabs, fleet: Fleet) -> None:
    """Who is at the other one plays on meanwhile; the killed one's player sees it afterwards."""
    both = two(tabs)
    first, second = (tab.ready() for tab in both)
    assert urlsplit(first.page.url).netloc != urlsplit(second.page.url).netloc

    def play_until(seat: int, least: int) -> None:
        """Each page sees what the other one plays."""
        while (actor := int(first.table.get_attribute("data-actor") or 0)) != seat or least > 0:
            make_any_move(both[actor], actor)
            both[1 - actor].page.wait_for_function(SEES, arg=both[actor].count)
            least -= 1

    play_until(0, 4)
    server = fleet.servers[1]
    server.kill()
    lost = second.page.get_by_text("Connessione persa")
    expect(lost).to_be_visible()
    make_any_move(first)
    server.start()
    expect(lost).to_have_count(0)
    second.page.wait_for_function(SEES, arg=first.count)
    play_until(1, 2)
