"""A game of another package, which the client has never heard of, in the browser."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from support.browser.axe import low_contrast, serious_violations
from support.browser.fixtures import Tabs
from support.browser.page_checks import PHONE, settled
from support.servers.process import ServerProcess

GAME, TITLE = "noughts_and_crosses", "Tris"


@pytest.fixture
def page(browser: Browser, plugin_server: ServerProcess) -> Iterator[Page]:
    """A server beside that of the other tests, whose lists of games stay as they are."""
    tabs = Tabs(browser, plugin_server.url)
    yield settled(tabs.open("/").page)
    tabs.close()


def test_a_game_is_found_played_by_keyboard_to_its_end_and_kept(page: Page) -> None:
    page.get_by_role("link", name=f"Gioca: {TITLE}").click()
    board = page.get_by_role("group", name=TITLE)
    position = board.get_by_role("region", name="Posizione")
    moves = board.get_by_role("list", name="Le tue mosse").get_by_role("button")
    over = page.get_by_role("link", name="Rivedi")
    expect(moves).to_have_count(9)
    expect(position).to_have_text(". . . . . . . . .")
    assert serious_violations(page) == []
    assert low_contrast(page, "dark") == []

    moves.nth(4).focus()
    page.keyboard.press("ArrowLeft")
    expect(moves.nth(3)).to_be_focused()
    page.keyboard.press("ArrowRight")
    for turn in range(1, 6):
        page.keyboard.press("Enter")
        answered = page.locator(f'[data-count="{2 * turn}"] [data-move]:enabled')
        expect(over.or_(answered).first).to_be_visible()
        if over.is_visible():
            break
        # The next move can be chosen where the last one was.
        expect(board.locator("[data-move]:focus")).to_have_count(1)
    expect(over).to_be_visible()
    expect(position).to_be_focused()
    expect(moves).to_have_count(0)
    assert serious_violations(page) == []

    over.click()
    expect(page.get_by_role("heading", name=TITLE)).to_be_visible()
    page.goto("/me")
    expect(page.get_by_role("link", name=f"Rivedi: {TITLE}")).to_be_visible()
    expect(page.get_by_role("main")).not_to_contain_text("punti")


def test_the_rules_of_the_package_can_be_read(page: Page) -> None:
    page.get_by_role("link", name=f"Regole: {TITLE}").click()
    article = page.get_by_role("article")
    expect(article.get_by_role("heading", name=TITLE, level=1)).to_be_visible()
    expect(article).to_contain_text("tre segni in riga")
    assert serious_violations(page) == []
    page.get_by_role("link", name=f"Gioca: {TITLE}").click()
    expect(page.get_by_role("link", name="Regole")).to_have_attribute("href", f"/rules/{GAME}")


def test_two_people_share_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
    page.goto(f"/open/{GAME}")
    page.get_by_label("Posto 2").select_option("person")
    page.get_by_role("button", name="Gioca", exact=True).click()
    board = page.get_by_role("group", name=TITLE)
    for move in ("a1", "a2", "b1", "b2", "c1"):
        board.get_by_role("button", name=move, exact=True).click()
        expect(board.get_by_role("button", name=move, exact=True)).to_have_count(0)
    expect(page.get_by_role("link", name="Rivedi")).to_be_visible()
    expect(board.get_by_text("ha vinto")).to_be_visible()
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
