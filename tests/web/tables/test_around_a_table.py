"""What stands around a board: the link to share, the rules, the same deal again, the pace."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import BrowserContext, Locator, expect
from support.browser.fixtures import Tabs
from support.browser.page_checks import settled
from support.browser.tab import Tab
from support.browser.windows import Windows

INSECURE = "Object.defineProperty(navigator, 'clipboard', { value: undefined })"
"""As on a page without HTTPS, of a server in the local network."""


def pasted(tabs: Tabs, person: BrowserContext) -> str:
    page = settled(tabs.open("/", of=person).page)
    entry = page.get_by_label("Codice del tavolo")
    entry.focus()
    page.keyboard.press("Control+v")
    expect(entry).not_to_have_value("")
    return entry.input_value()


@pytest.mark.parametrize("before", ["", INSECURE], ids=["secure", "local network"])
def test_a_practice_deal_is_shared_as_a_deal(tabs: Tabs, before: str) -> None:
    person = tabs.person(is_fresh=True, permissions=["clipboard-read", "clipboard-write"])
    person.add_init_script(before)
    tab = tabs.open("/g/solitario40/4821?draw=1", of=person).ready()
    tab.button("Condividi").click()
    expect(tab.page.get_by_text("Link copiato")).to_be_visible()
    link = pasted(tabs, person)
    assert link == f"{tabs.url}/g/solitario40/4821?draw=1"
    friend = tabs.open(link).ready()
    assert spots(friend) == spots(tab)


def test_a_link_to_no_deal_leads_to_no_other(tabs: Tabs) -> None:
    page = tabs.open("/").page
    for number in ("tre", "0", "1e3", "1234567890"):
        page.goto(f"/g/solitario40/{number}")
        heading = page.get_by_role("heading", name="Qui non c’è nessun tavolo.")
        expect(heading, f"deal {number}").to_be_visible()
        expect(page).to_have_url(re.compile(f"/g/solitario40/{number}$"))


def spots(tab: Tab) -> list[str]:
    names: list[str] = tab.page.locator("[data-spot]").evaluate_all(
        "all => all.map(one => one.dataset.spot)"
    )
    return names


def test_the_same_deal_from_the_start(windows: Windows) -> None:
    tab = windows.deal("/g/solitario40/2")
    first, table = spots(tab), tab.page.url
    tab.play("7S>4")
    assert spots(tab) != first
    tab.button("Ricomincia").click()
    expect(tab.page).not_to_have_url(table)
    expect(tab.place("4").locator('[data-spot="7S"]')).to_have_count(0)
    assert spots(tab.ready()) == first
    expect(tab.page.get_by_title("Mano n. 2", exact=True)).to_be_visible()


ADDRESSES = {
    "solitario40": "/g/solitario40/2",
    "nove_colonne": "/g/nove_colonne/2",
    "azul_solo": "/g/azul_solo/2",
    "aftaebr": "/g/aftaebr/5?bots=,",
}


def moved(tab: Tab) -> None:
    count = tab.count
    if tab.page.locator(".choice button").count():
        tab.page.locator(".choice button").first.click()
    else:
        tab.press(tab.page.locator("[data-piece].free").first, "mouse")
        tab.press(tab.page.locator(".target").first, "mouse")
    tab.after(count)


def seen(tab: Tab) -> list[str]:
    """Every name on the board: cards, tiles, pieces and how many there are."""
    names: list[str] = tab.board.locator("[aria-label]").evaluate_all(
        "all => all.map(one => one.ariaLabel)"
    )
    return names


@pytest.mark.parametrize("game", ADDRESSES)
def test_every_game_goes_back_and_on_and_its_past_can_be_seen(windows: Windows, game: str) -> None:
    tab = windows.deal(ADDRESSES[game], reduced_motion="reduce")
    past = [seen(tab)]
    for _ in range(3):
        moved(tab)
        past.append(seen(tab))
    assert past[2] != past[3]
    for key, there in (("u", 2), ("r", 3)):
        count = tab.count
        tab.page.keyboard.press(key)
        tab.after(count)
        assert seen(tab) == past[there]
    tab.page.keyboard.press("[")
    expect(tab.page.get_by_text("Posizione passata")).to_be_visible()
    assert tab.page.locator(".free").count() == 0
    tab.button("All’inizio").click()
    expect(tab.button("Un passo indietro")).to_be_disabled()
    tab.page.keyboard.press("Escape")
    expect(tab.page.get_by_text("Posizione passata")).to_have_count(0)
    assert tab.page.locator(".free").count() > 0


@pytest.mark.parametrize(("game", "has_cards"), [("nove_colonne", True), ("azul_solo", False)])
def test_the_dialog_lists_the_keys_of_the_table(
    windows: Windows, tabs: Tabs, game: str, has_cards: bool
) -> None:
    tab = windows.deal(ADDRESSES[game])
    tab.page.keyboard.press("?")
    keys = tab.page.get_by_role("dialog", name="Tasti")
    expect(keys.get_by_text("u annulla, r ripete")).to_be_visible()
    expect(keys.get_by_text("b: manda la carta alla base")).to_have_count(int(has_cards))
    new = "n: nuova mano" if has_cards else "n: nuova partita"
    expect(keys.get_by_text(new)).to_be_visible()
    keys.get_by_role("button", name="Chiudi").click()
    expect(keys).to_be_hidden()
    onlooker = tabs.open(tab.page.url).ready()
    onlooker.page.keyboard.press("?")
    keys = onlooker.page.get_by_role("dialog", name="Tasti")
    expect(keys.get_by_text("[ e ]: le posizioni passate")).to_be_visible()
    expect(keys.get_by_text("u annulla, r ripete")).to_have_count(0)


RECORD_DURATIONS = """() => {
  window.durations = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, how) {
    if (how?.id === 'move') window.durations.push(how.duration);
    return animate.call(this, frames, how);
  };
}"""


def longest_animation(tabs: Tabs, speed: str) -> float:
    person = tabs.person(is_fresh=True)
    person.add_init_script(
        f"localStorage.setItem('tavolino.settings', JSON.stringify({{ speed: '{speed}' }}))"
    )
    tab = tabs.open("/g/solitario40/2", of=person).ready()
    tab.landed()
    tab.page.evaluate(RECORD_DURATIONS)
    tab.play("7S>4")
    return float(tab.page.evaluate("() => Math.max(0, ...window.durations)"))


def test_cards_move_at_the_chosen_speed(tabs: Tabs) -> None:
    calm, quick, still = (longest_animation(tabs, speed) for speed in ("calm", "quick", "still"))
    assert calm > quick > still == 0


def test_home_leads_to_the_deals_of_the_day(tabs: Tabs) -> None:
    page = settled(tabs.open("/").page)

    def row(button: str) -> Locator:
        return page.get_by_role("button", name=button)

    for game in ("Solitario", "Nove colonne", "Azul in solitario"):
        expect(row(f"Gioca: {game}")).to_be_visible()
    row("Gioca: Nove colonne").click()
    Tab(page).ready()
    expect(page.get_by_text(re.compile("^Partita del giorno, ")).first).to_be_visible()
    page.goto("/")
    expect(row("Continua: Nove colonne")).to_be_visible()
