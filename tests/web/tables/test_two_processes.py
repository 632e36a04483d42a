"""Two people in their browsers, each at a process of their own, with PostgreSQL and Redis."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect
from support.browser.fixtures import Tabs
from support.browser.tab import Tab
from support.servers.fleet import Fleet

SETTINGS = {"game": "aftaebr", "kind": "table", "turn_seconds": 3600}


@pytest.fixture
def both(fleet: Fleet, browser: Browser) -> Iterator[list[Tabs]]:
    """A browser for each process."""
    two = [Tabs(browser, server.url) for server in fleet.servers]
    yield two
    for tabs in two:
        for context in tabs.contexts:
            context.close()
        # What the service worker could not fetch while there was no server.
        assert [said for said in tabs.complaints if "net::ERR_FAILED" not in said] == []


def sit_down(both: list[Tabs]) -> list[Tab]:
    """Guests at a table of two, one of whom has opened it."""
    host, guest = (tabs.person(reduced_motion="reduce") for tabs in both)
    for person in (host, guest):
        assert person.request.post("/api/me").ok
    opened = host.request.post("/api/tables", data=SETTINGS)
    assert opened.ok, opened.text()
    code = opened.json()["table"]
    assert guest.request.post(f"/api/tables/{code}/join", data={}).ok
    return [tabs.open(f"/t/{code}", of=who) for tabs, who in zip(both, (host, guest))]


def whose_turn(people: list[Tab]) -> int:
    """When both see the newest position."""
    newest = max(tab.count for tab in people)
    for tab in people:
        tab.page.locator("[data-actor][data-waiting=false]").wait_for()
        tab.after(newest - 1)
    return int(people[0].table.get_attribute("data-actor") or 0)


def test_play_and_go_on_after_the_end_of_a_process(fleet: Fleet, both: list[Tabs]) -> None:
    people = sit_down(both)
    for _ in people:  # each chooses a colour
        actor = whose_turn(people)
        count = people[actor].count
        people[actor].page.locator(".choice button").first.click()
        people[actor].after(count)
    for move in ("1@a1", "2@c3"):
        people[whose_turn(people)].play(move)
    actor = whose_turn(people)
    server, left = fleet.servers[actor], people[actor]
    server.kill()
    expect(left.page.get_by_text("Connessione persa")).to_be_visible()
    server.start()
    expect(left.page.get_by_text("Connessione persa")).to_have_count(0)
    for move in ("3@e5", "4@f6"):
        people[whose_turn(people)].play(move)
    whose_turn(people)
    boards = [
        tab.page.locator("[data-place]").evaluate_all("all => all.map(e => e.textContent)")
        for tab in people
    ]
    assert boards[0] == boards[1]
