"""Two friends and a series: what they say to each other, and the way from game to game."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from playwright.sync_api import expect
from support.browser.axe import serious_violations
from support.browser.fixtures import Tabs
from support.browser.sample_data import run_async
from support.browser.socket_play import cookie_of
from support.browser.tab import Tab
from support.browser.touch_targets import hard_to_touch
from support.timeout import TIMEOUT

from tavolino.client import Client

BUBBLE_MS = 5_000


def friends(tabs: Tabs) -> tuple[Tab, Tab, str]:
    """Anna and Bruno at the first game of a series that Anna has opened with the form."""
    people = [tabs.person(reduced_motion="reduce") for _ in range(2)]
    for person, name in zip(people, ("Anna", "Bruno"), strict=True):
        assert person.request.post("/api/me").ok
        assert person.request.patch("/api/me", data={"name": name}).ok
    anna = tabs.open("/open/nove_colonne", of=people[0])
    anna.page.get_by_label("Giocatori", exact=True).fill("2")
    anna.page.get_by_text("al meglio delle 3", exact=True).click()
    anna.button("Apri il tavolo").click()
    anna.page.wait_for_url(re.compile("/t/"))
    code = anna.page.url.rsplit("/", 1)[1]
    expect(anna.page.get_by_test_id("series")).to_contain_text("Partita 1 di 3")
    assert people[1].request.post(f"/api/tables/{code}/join", data={}).ok
    bruno = tabs.open(f"/t/{code}", of=people[1])
    return anna.ready(), bruno.ready(), code


async def give_up(url: str, cookie: str, table: str) -> None:
    async with Client(url, cookie, timeout=TIMEOUT).connect() as live:
        await live.watch(table)
        update = await live.after(table, -1)
        await live.move(table, update.moves[0])
        await live.give_up(table)


def test_phrases_and_the_next_game_of_a_series(tabs: Tabs) -> None:
    anna, bruno, code = friends(tabs)
    for one in (anna, bruno):
        one.pause_clock()  # bubbles last until the test says so

    def say(text: str) -> None:
        anna.button("Di’ qualcosa").click()
        anna.button(text).click()

    heard = bruno.page.get_by_role("log", name="Frasi dei giocatori")
    bubble = bruno.page.locator(".bubble")
    say("In bocca al lupo!")
    expect(heard).to_have_text("Anna dice: In bocca al lupo!")
    expect(bubble).to_contain_text("In bocca al lupo!")
    seat = bruno.page.locator('[data-seat="0"]').first
    assert abs(bruno.box(bubble)["y"] - bruno.box(seat)["y"]) < 20
    bruno.page.clock.run_for(BUBBLE_MS)
    expect(bubble).to_have_count(0)
    bruno.page.clock.resume()
    bruno.button("Di’ qualcosa").click()
    assert serious_violations(bruno.page) == []
    bruno.page.get_by_text("Silenzia gli altri a questo tavolo").click()
    bruno.page.keyboard.press("Escape")
    say("cuore")
    expect(anna.page.locator(".bubble svg")).to_be_visible()
    expect(heard).to_have_text("Anna dice: In bocca al lupo!")

    anna.page.clock.resume()
    for one in (anna, bruno):
        run_async(give_up(tabs.url, cookie_of(one.page.context), code))
    standing = bruno.page.locator(".end").get_by_test_id("series")
    expect(standing).to_contain_text("Partita 1 di 3")
    expect(standing.get_by_role("listitem")).to_have_count(2)
    # A phone in landscape shows the standing and the next step without scrolling.
    bruno.page.set_viewport_size({"width": 844, "height": 390})
    expect(standing.get_by_role("listitem").last).to_be_in_viewport(ratio=1)
    assert hard_to_touch(bruno.page) == []
    anna.button("Partita 2 di 3").first.click()
    expect(bruno.page.get_by_text("Comincia la prossima partita.")).to_be_visible()
    expect(standing.get_by_role("listitem").last).to_be_in_viewport(ratio=1)
    assert hard_to_touch(bruno.page) == []
    bruno.button("Vai").click()
    for one in (anna, bruno):
        one.page.wait_for_url(lambda url: not url.endswith(code))
        one.ready()
        panel = one.page.get_by_test_id("series")
        expect(panel).to_contain_text("Partita 2 di 3")
        expect(panel.get_by_role("link", name="partita 1")).to_have_attribute(
            "href", f"/replay/{code}"
        )
    assert urlsplit(anna.page.url).path == urlsplit(bruno.page.url).path
