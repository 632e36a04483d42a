"""The client as ``make play`` opens it: built, served, let through by the server's policy."""

from __future__ import annotations

from playwright.sync_api import expect
from support.browser.fixtures import Tabs
from support.browser.touch_targets import overlap


def test_the_client_opens_without_a_complaint(tabs: Tabs) -> None:
    page = tabs.open("/").page
    page.locator('a[href="/rules/nove_colonne"]').wait_for()
    assert page.title() == "Tavolino"


def test_on_a_phone_the_title_is_beside_the_picture(tabs: Tabs) -> None:
    tab = tabs.open("/", viewport={"width": 360, "height": 740})
    title, picture = tab.page.get_by_role("heading", level=1), tab.page.locator(".illustration")
    assert not overlap(tab.box(title), tab.box(picture))


def test_the_window_is_called_as_the_game(tabs: Tabs) -> None:
    page = tabs.open("/g/nove_colonne").ready().page
    expect(page).to_have_title("Nove colonne · Tavolino")
    page.get_by_role("link", name="Tavolino").click()
    expect(page).to_have_title("Tavolino")
    page.go_back()
    expect(page).to_have_title("Nove colonne · Tavolino")
    page.get_by_role("link", name="Le mie partite").click()
    expect(page).to_have_title("Le mie partite · Tavolino")


def test_a_browser_that_keeps_nothing_plays_all_the_same(tabs: Tabs) -> None:
    person = tabs.person(is_fresh=True, is_newcomer=True)
    person.add_init_script(
        "Object.defineProperty(window, 'localStorage', { configurable: true,"
        " get() { throw new DOMException('denied', 'SecurityError') } })"
    )
    tab = tabs.open("/g/solitario40/5", of=person).ready()
    tab.page.get_by_role("button", name="Lingua: EN").click()
    expect(tab.page.get_by_role("button", name="New deal")).to_be_visible()
