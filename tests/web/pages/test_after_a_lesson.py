"""From a lesson to the first game, with nothing but the page."""

from __future__ import annotations

from playwright.sync_api import expect
from support.browser.fixtures import Tabs
from support.browser.tab import Tab

from tavolino.study.lessons import lesson_of

MOST_TURNS = 100


def play_after_the_lesson(tabs: Tabs, game: str) -> Tab:
    """A newcomer looks through the steps, and goes to the table from the last one."""
    tab = tabs.open(f"/lesson/{game}", reduced_motion="reduce", of=tabs.person(is_newcomer=True))
    lesson = tab.page.get_by_test_id("lesson")
    for number in range(1, len(lesson_of(game).steps) + 1):
        expect(lesson).to_have_attribute("data-step", str(number))
        tab.button("Avanti").click()
    tab.page.get_by_role("link", name="Gioca", exact=True).click()
    return tab.ready()


def test_a_first_game_of_azul_to_its_end(tabs: Tabs) -> None:
    tab = play_after_the_lesson(tabs, "azul_solo")
    expect(tab.page.get_by_role("dialog")).to_have_count(0)  # the lesson was the introduction
    for _ in range(MOST_TURNS):
        if not tab.table.get_attribute("data-actor"):
            break
        count = tab.count
        tab.page.locator("[data-spot].free").first.click()
        tab.page.locator(".line.target, .floor.target").first.click()
        tab.after(count)
    expect(tab.page.locator(".end h2")).to_be_visible()
