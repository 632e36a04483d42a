"""Friends in the browser: a link, an invitation on any page, blocking, the end of an account."""

from __future__ import annotations

from playwright.sync_api import BrowserContext, Locator, Page, expect
from support.accounts import PASSWORD
from support.browser.fixtures import Tabs
from support.browser.page_checks import settled


def account(tabs: Tabs, name: str) -> BrowserContext:
    person = tabs.person()
    data = {"name": name, "password": PASSWORD}
    assert person.request.post(f"{tabs.url}/api/account", data=data).ok
    return person


def panel(page: Page, name: str) -> Locator:
    return page.get_by_role("region", name=name)


def test_a_friend_is_made_invited_and_remains_after_the_end_of_the_account(tabs: Tabs) -> None:
    anna, bruno = account(tabs, "Anna F"), account(tabs, "Bruno F")
    mine = settled(tabs.open("/me", of=anna).page)
    panel(mine, "Amici").get_by_role("button", name="Crea un link").click()
    expect(panel(mine, "Amici").get_by_role("button", name="Copia il link")).to_be_visible()
    token = anna.request.get(f"{tabs.url}/api/friends").json()["link"]["token"]

    theirs = tabs.open(f"/friends/{token}", of=bruno).page
    theirs.get_by_role("button", name="Accetta").click()
    expect(theirs.get_by_text("Tu e Anna F siete amici.")).to_be_visible()
    friend = panel(mine, "Amici").get_by_role("listitem").filter(has_text="Bruno F")
    expect(friend).to_contain_text("online")

    opened = {"game": "aftaebr", "kind": "table"}
    table = anna.request.post(f"{tabs.url}/api/tables", data=opened).json()["table"]
    lobby = tabs.open(f"/t/{table}", of=anna).page
    lobby.get_by_role("button", name="Invita: Bruno F").click()
    expect(lobby.get_by_role("button", name="Invita: Bruno F")).to_have_text("Invitato")
    notice = theirs.get_by_role("status").filter(has_text="Anna F ti invita")
    notice.get_by_role("link", name="Vai al tavolo").click()
    expect(theirs).to_have_url(f"{tabs.url}/t/{table}")
    lobby.close()  # the game begins by itself, and without an account it could not be read

    panel(mine, "Amici").get_by_role("button", name="Rimuovi: Bruno F").click()
    panel(mine, "Amici").get_by_role("button", name="Rimuovi e blocca").click()
    expect(friend.get_by_role("button", name="Sblocca: Bruno F")).to_be_visible()
    assert bruno.request.get(f"{tabs.url}/api/friends").json()["friends"] == []
    panel(mine, "Amici").get_by_role("button", name="Sblocca: Bruno F").click()
    expect(friend).to_have_count(0)

    panel(mine, "I tuoi dati").get_by_role("button", name="Elimina l’account").click()
    panel(mine, "I tuoi dati").get_by_label("Password").fill(PASSWORD)
    panel(mine, "I tuoi dati").get_by_role("button", name="Elimina per sempre").click()
    expect(mine.get_by_role("heading", name="Ospite")).to_be_visible()
    assert bruno.request.get(f"{tabs.url}/api/friends").json()["friends"] == []
