"""A lesson of each game from beginning to end: by keys, by touch, and by ear."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, ViewportSize, expect
from support.browser.fixtures import Tabs
from support.browser.screen_reader import ScreenReaderUser
from support.browser.socket_play import cookie_of
from support.browser.tab import Tab
from support.browser.touch_targets import hard_to_touch, too_small

from tavolino.learning.lessons import lesson_games, lesson_of

DONE = 0
"""As a step: the lesson is finished."""
PHONE = ViewportSize(width=360, height=740)
PATIENCE = re.compile("alla colonna|alla base|mazz")
HAPPENED = {
    "aftaebr": re.compile("posa un"),
    "azul_solo": re.compile("Prendi"),
    "solitario40": PATIENCE,
    "nove_colonne": PATIENCE,
}
"""How the narration tells a move of the lesson, before the teacher speaks."""


def lesson(tab: Tab) -> Locator:
    return tab.page.get_by_test_id("lesson")


def at_step(tab: Tab, number: int, *, is_done: bool | None = None) -> None:
    expect(lesson(tab)).to_have_attribute("data-step", str(number))
    if is_done is not None:
        expect(lesson(tab)).to_have_attribute("data-done", str(is_done).lower())


def opened(tabs: Tabs, game: str, **options: Any) -> Tab:
    tab = tabs.open(f"/lesson/{game}", reduced_motion="reduce", **options)
    expect(tab.board).to_be_visible()
    return tab


@pytest.mark.parametrize("game", lesson_games())
def test_a_whole_lesson_by_keys_and_by_the_live_region_alone(tabs: Tabs, game: str) -> None:
    tab = opened(tabs, game)
    user = ScreenReaderUser(tab.page)
    heard = tab.page.get_by_role("log", name="Lezione")
    go_on, steps = tab.button("Avanti"), lesson_of(game).steps
    for number, step in enumerate(steps, 1):
        at_step(tab, number, is_done=not step.moves)
        expect(heard).to_contain_text(f"Passo {number} di {len(steps)}.")
        if not step.moves:
            user.press(go_on)
            continue
        tab.landed()
        tab.page.keyboard.press("h")
        expect(heard).to_contain_text("La mossa: ")
        said = re.search(r"La mossa: (.+)\.$", heard.text_content() or "")
        assert said, heard.text_content()
        user.follow(said[1])
        at_step(tab, number, is_done=True)
        # What happened, and what it means.
        expect(heard).not_to_contain_text(f"Passo {number}")
        expect(heard).to_contain_text(HAPPENED[game])
        expect(go_on).to_be_focused()
        tab.page.keyboard.press("Enter")
    expect(heard).to_contain_text("Lezione finita")
    expect(lesson(tab)).to_have_attribute("data-finished", "true")
    # A user who has finished the lesson gets no introduction at the table.
    tab.page.get_by_role("link", name="Gioca", exact=True).click()
    tab.ready()
    expect(tab.page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.parametrize("game", lesson_games())
def test_a_whole_lesson_by_touch_with_nothing_covered_or_too_small(tabs: Tabs, game: str) -> None:
    tab = opened(tabs, game, viewport=PHONE, has_touch=True)
    for number, step in enumerate(lesson_of(game).steps, 1):
        at_step(tab, number, is_done=not step.moves)
        if number == 2:  # all buttons are there
            fits_a_phone(tab)
        if step.moves:
            tab.landed()
            tab.do(step.moves[0], "touch")
            at_step(tab, number, is_done=True)
        tab.button("Avanti").tap()
    expect(lesson(tab)).to_have_attribute("data-finished", "true")


def fits_a_phone(tab: Tab) -> None:
    text = lesson(tab).locator("section.side")
    for width, height in ((360, 740), (844, 390)):
        tab.page.set_viewport_size({"width": width, "height": height})
        assert hard_to_touch(tab.page) == []
        assert text.evaluate("side => side.scrollWidth - side.clientWidth") == 0
    tab.page.set_viewport_size(PHONE)
    buttons = [name for name, *_ in too_small(tab.page) if name in ("Avanti", "Indietro")]
    assert buttons == []


def test_another_move_gets_a_nudge_and_is_taken_back(tabs: Tabs) -> None:
    tab = opened(tabs, "aftaebr")
    tab.button("Avanti").click()
    at_step(tab, 2)
    tab.do("1@a1")
    expect(lesson(tab)).to_contain_text("scegli il 2, poi la casella c3")
    expect(tab.place("a1").locator(".layer")).to_have_count(0)
    expect(tab.place("c3")).to_have_attribute("data-advised", "")
    at_step(tab, 2, is_done=False)


def test_a_lesson_is_left_resumed_and_started_again(tabs: Tabs) -> None:
    person = tabs.person()
    tab = tabs.open("/lesson/solitario40", of=person)
    tab.button("Avanti").click()
    at_step(tab, 2)
    tab.do("AH>b")
    at_step(tab, 2, is_done=True)
    tab.button("Avanti").click()
    at_step(tab, 3)
    tab.page.goto("/rules/solitario40")
    tab.page.get_by_role("link", name="Continua la lezione").click()
    at_step(tab, 3)
    # The language changes the words, not the step.
    tab.page.get_by_role("button", name=re.compile("EN$")).click()
    expect(lesson(tab)).to_contain_text("Step 3 of 9")
    tab.button("Start again").click()
    at_step(tab, 1)


def test_the_first_visit_offers_the_lesson_once_with_how_to_play(tabs: Tabs) -> None:
    newcomer = tabs.person(is_newcomer=True)
    tab = tabs.open("/g/nove_colonne/2", of=newcomer).ready()
    guide = tab.page.get_by_role("dialog")
    expect(guide).to_have_count(1)
    expect(guide).to_contain_text("Prima volta?")
    table = tab.page.url
    guide.get_by_role("link", name="Comincia la lezione").click()
    at_step(tab, 1)
    tab.page.goto(table)
    tab.ready()
    expect(guide).to_have_count(0)
    # Later it is part of the help of the table.
    tab.page.get_by_role("toolbar").get_by_role("button", name="Regole").click()
    expect(guide).not_to_contain_text("Prima volta?")
    expect(guide.get_by_role("link", name="Comincia la lezione")).to_be_visible()
    # The same user at another device, when the lesson is finished: nothing to introduce.
    saved = newcomer.request.post("/api/lessons/nove_colonne/progress", data={"step": DONE})
    assert saved.ok
    other = tabs.person(is_newcomer=True)
    other.add_cookies([{"name": "tavolino", "value": cookie_of(newcomer), "url": tabs.url}])
    tab = tabs.open("/", of=other)
    with tab.page.expect_response("**/api/lessons") as asked:
        tab.page.goto(table)
    asked.value.finished()
    tab.ready()
    guide = tab.page.get_by_role("dialog")
    expect(guide).to_have_count(0)
    tab.page.get_by_role("toolbar").get_by_role("button", name="Regole").click()
    expect(guide.get_by_role("link", name="Ripeti la lezione")).to_be_visible()


def test_every_game_of_the_home_page_links_to_its_lesson(tabs: Tabs) -> None:
    page = tabs.open("/", viewport={"width": 1440, "height": 900}).page
    for game in ("solitario40", "nove_colonne", "azul_solo", "aftaebr"):
        card = page.get_by_role("listitem").filter(has=page.locator(f'a[href="/lesson/{game}"]'))
        edge = card.evaluate("card => card.getBoundingClientRect().right")
        for link in card.locator(".links a").all():
            # Nothing is cut off at the edge of the card.
            assert link.evaluate("link => link.getBoundingClientRect().right") <= edge


def test_a_lesson_that_does_not_exist_is_not_found(tabs: Tabs) -> None:
    tab = tabs.open("/lesson/whist")
    expect(tab.page.get_by_role("main").get_by_role("link").first).to_be_visible()
    tabs.complaints.clear()  # the browser itself notes every 404
