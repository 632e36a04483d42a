"""Guests and accounts: whose the games are, on which device."""

from __future__ import annotations

import re

from playwright.sync_api import BrowserContext, Page, expect
from support.browser.fixtures import Tabs
from support.browser.page_checks import settled
from support.browser.sample_data import run_async
from support.browser.socket_play import cookie_of
from support.browser.tab import Tab
from support.browser.windows import Windows
from support.timeout import TIMEOUT

from tavolino.client import Client

PASSWORD = "una frase lunga"


def make_account(page: Page, name: str) -> None:
    page.get_by_role("button", name="Crea un account").click()
    page.get_by_label("Nome", exact=True).fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Conferma").click()
    expect(page.get_by_text("Account creato.")).to_be_visible()


def sign_in(page: Page, name: str) -> None:
    page.get_by_role("button", name="Accedi").click()
    page.get_by_label("Nome", exact=True).fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Conferma").click()
    expect(page.get_by_role("heading", name=name)).to_be_visible()


def games(page: Page) -> list[str]:
    return page.get_by_role("region", name="Partite").get_by_role("listitem").all_inner_texts()


def played(person: BrowserContext, url: str, count: int) -> None:
    """Practice games with one move each: all but the last are left for a new one."""
    person.request.post(f"{url}/api/me")
    run_async(_play(url, cookie_of(person), count))


async def _play(url: str, cookie: str, count: int) -> None:
    client = Client(url, cookie, timeout=TIMEOUT)
    async with client.connect() as live:
        for deal in range(1, count + 1):
            table = (await client.create_table("practice", "azul_solo", deal=deal)).table
            await live.watch(table)
            first = await live.after(table, -1)
            await live.move(table, first.moves[0])


def test_a_guest_who_signs_up_keeps_the_games_and_finds_them_elsewhere(tabs: Tabs) -> None:
    tab = tabs.open("/g/solitario40/2").ready()
    tab.play("7S>4")
    table = tab.page.url
    tab.page.goto("/me")
    settled(tab.page)
    make_account(tab.page, "Carla")
    continuing = "Continua: Solitario"
    expect(tab.page.get_by_role("link", name=continuing)).to_be_visible()

    elsewhere = settled(tabs.open("/me").page)
    sign_in(elsewhere, "Carla")
    elsewhere.get_by_role("link", name=continuing).click()
    expect(elsewhere).to_have_url(table)
    other = Tab(elsewhere).ready()
    expect(other.place("4").locator('[data-spot="7S"]')).to_be_visible()
    other.button("Annulla").click()
    expect(other.spot("7S").locator("xpath=ancestor::*[@data-place]")).not_to_have_attribute(
        "data-place", "4"
    )


def test_a_guest_who_signs_in_brings_the_games_along(tabs: Tabs) -> None:
    first = settled(tabs.open("/me").page)
    make_account(first, "Dario")
    guest = tabs.person()
    played(guest, tabs.url, 1)
    page = settled(tabs.open("/me", of=guest).page)
    sign_in(page, "Dario")
    expect(page.get_by_role("link", name="Continua: Azul in solitario")).to_be_visible()
    first.reload()
    expect(first.get_by_role("link", name="Continua: Azul in solitario")).to_be_visible()


def test_signing_out_everywhere_reaches_the_other_device(tabs: Tabs) -> None:
    one, two = (settled(tabs.open("/me").page) for _ in range(2))
    make_account(one, "Elsa")
    sign_in(two, "Elsa")
    one.get_by_role("button", name="Esci da tutti i dispositivi").click()
    guest = "Ospite: ti riconosce solo questo browser"
    expect(one.get_by_text(guest)).to_be_visible()
    two.reload()
    expect(two.get_by_text(guest)).to_be_visible()
    expect(two.get_by_role("heading", name="Elsa")).to_have_count(0)


def test_a_long_list_of_games_is_shown_page_by_page(tabs: Tabs) -> None:
    person = tabs.person()
    played(person, tabs.url, 14)
    page = settled(tabs.open("/me", of=person).page)
    listed = page.get_by_role("region", name="Partite").get_by_role("listitem")
    expect(listed).to_have_count(12)
    page.get_by_role("button", name="Mostra altre").click()
    expect(listed).to_have_count(14)
    expect(page.get_by_role("button", name="Mostra altre")).to_have_count(0)
    numbers = [re.search(r"n\. (\d+)", text) for text in games(page)]
    assert [int(found[1]) for found in numbers if found] == list(range(14, 0, -1))


def test_a_left_deal_is_lost_and_a_game_can_be_deleted(tabs: Tabs) -> None:
    person = tabs.person()
    played(person, tabs.url, 2)
    page = settled(tabs.open("/me", of=person).page)
    listed = page.get_by_role("region", name="Partite").get_by_role("listitem")
    expect(listed.nth(0)).to_contain_text("in corso")
    expect(listed.nth(1)).to_contain_text("punti")
    expect(listed.nth(1).get_by_role("link", name="Continua")).to_be_visible()
    share = page.get_by_role("img", name="Vinte: 0; Non vinte: 1")
    expect(share).to_be_visible()
    question = page.get_by_role("alertdialog")
    for answer, left in (("Annulla", 2), ("Elimina", 1)):
        listed.nth(1).get_by_role("button", name="Elimina").click()
        question.get_by_role("button", name=answer).click()
        expect(question).to_be_hidden()
        expect(listed).to_have_count(left)
    expect(share).to_have_count(0)


def test_the_par_of_a_deal_is_shown_after_a_practice_game(windows: Windows) -> None:
    tab = windows.deal("/g/nove_colonne/2")
    tab.button("Mi arrendo").click()
    end = tab.page.locator(".end")
    end.get_by_role("button", name="Quanto farebbe un bot?").click()
    expect(end).to_contain_text(re.compile(r"Un bot .* arriva a \d+\."))
