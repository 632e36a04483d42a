"""From a lesson to the first game, with nothing but the page."""

from __future__ import annotations

import re
from random import Random

from playwright.sync_api import expect
from support.browser.aftaebr import make_any_move
from support.browser.fixtures import Tabs
from support.browser.sample_data import run_async
from support.browser.socket_play import cookie_of
from support.browser.tab import Tab
from support.timeout import TIMEOUT

from tavolino.client import Client
from tavolino.learning.lessons import lesson_of

HAND = 3
"""Turns made by hand at the beginning of a long game."""


def play_after_the_lesson(tabs: Tabs, game: str) -> Tab:
    """A newcomer looks through the steps, and goes to the table from the last one."""
    tab = tabs.open(f"/lesson/{game}", reduced_motion="reduce", of=tabs.person(is_newcomer=True))
    lesson = tab.page.get_by_test_id("lesson")
    for number in range(1, len(lesson_of(game).steps) + 1):
        expect(lesson).to_have_attribute("data-step", str(number))
        tab.button("Avanti").click()
    tab.page.get_by_role("link", name="Gioca", exact=True).click()
    tab.ready()
    expect(tab.page.get_by_role("dialog")).to_have_count(0)  # the lesson was the introduction
    return tab


async def play_to_the_end(url: str, cookie: str, table: str) -> None:
    rng = Random(4)
    async with Client(url, cookie, timeout=TIMEOUT).connect() as live:
        yours = (await live.watch(table)).yours
        update = await live.after(table, -1)
        while update.actor is not None:
            if update.actor in yours:
                update = await live.move(table, rng.choice(update.moves))
            else:
                update = await live.after(table, update.count)


def finished(tab: Tab, url: str) -> Tab:
    """By the same user over the socket, which the page follows."""
    table = tab.page.url.rsplit("/", 1)[1]
    run_async(play_to_the_end(url, cookie_of(tab.page.context), table))
    return tab


def test_a_first_game_of_azul_to_its_end(tabs: Tabs) -> None:
    tab = play_after_the_lesson(tabs, "azul_solo")
    for _ in range(HAND):
        count = tab.count
        tab.page.locator("[data-spot].free").first.click()
        tab.page.locator(".line.target, .floor.target").first.click()
        tab.after(count)
    expect(finished(tab, tabs.url).page.locator(".end h2")).to_be_visible()


def test_a_first_game_of_aftaebr_against_facile_to_its_end(tabs: Tabs) -> None:
    tab = play_after_the_lesson(tabs, "aftaebr")
    expect(tab.page.locator(".seat", has_text="bot facile")).to_be_visible()
    for _ in range(1 + HAND):
        make_any_move(tab)
    expect(finished(tab, tabs.url).page.locator(".end h2")).to_have_text(
        re.compile("Hai vinto!|Hai perso: vince")
    )
