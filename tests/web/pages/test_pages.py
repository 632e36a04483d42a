"""The pages around the tables, with a real server: what they show, and what they let one do."""

from __future__ import annotations

import gzip
import re

import pytest
from playwright.sync_api import Browser, Page, Response, expect
from support.browser.axe import low_contrast, serious_violations
from support.browser.fixtures import Tabs
from support.browser.page_checks import as_anna, settled
from support.browser.sample_data import SampleData
from support.browser.tab import Tab
from support.browser.windows import Windows
from support.servers.process import ServerProcess

FIRST_LOAD = 150_000
"""Bytes of script and style, compressed, that the first page may have."""


# Around every page


def readable(page: Page) -> None:
    """For everybody, in both lights."""
    assert serious_violations(page) == []
    assert low_contrast(page, "dark") == []
    page.emulate_media(color_scheme="light")


def test_nothing_serious_in_forms_and_dialogs(tabs: Tabs, sample: SampleData) -> None:
    page = settled(as_anna(tabs, sample, "/me"))
    for form in ("Crea un account", "Accedi", "Cambia nome"):
        page.get_by_role("button", name=form).click()
        expect(page.get_by_label("Nome", exact=True)).to_be_visible()
        readable(page)
    page.goto(f"/replay/{sample.azul}")
    settled(page).keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    readable(page)


def test_nothing_serious_in_the_dialogs_of_a_table(windows: Windows) -> None:
    tab = windows.deal("/g/nove_colonne/2")
    tab.page.keyboard.press("?")
    expect(tab.page.get_by_role("dialog")).to_be_visible()
    readable(tab.page)
    tab.page.keyboard.press("Escape")
    tab.button("Mi arrendo").click()
    expect(tab.page.locator(".end")).to_be_visible()
    readable(tab.page)


@pytest.mark.parametrize(
    ("locale", "lang", "heading", "title"),
    [
        ("it-IT", "it", "Partita del giorno", "Partita del giorno · Tavolino"),
        ("en-GB", "en", "Daily deal", "Daily deal · Tavolino"),
    ],
)
def test_both_languages(tabs: Tabs, locale: str, lang: str, heading: str, title: str) -> None:
    page = settled(tabs.open("/daily", locale=locale).page)
    expect(page.locator("html")).to_have_attribute("lang", lang)
    expect(page.get_by_role("heading", level=1)).to_have_text(heading)
    expect(page).to_have_title(title)


def test_the_focus_goes_to_the_new_page(tabs: Tabs) -> None:
    page = settled(tabs.open("/").page)
    page.get_by_role("link", name="Impostazioni").focus()
    page.keyboard.press("Enter")
    expect(page).to_have_title("Impostazioni · Tavolino")
    assert page.evaluate("document.activeElement.id") == "content"
    page.go_back()
    expect(page).to_have_title("Tavolino")


def test_the_first_page_is_small(browser: Browser, site: ServerProcess) -> None:
    context = browser.new_context(base_url=site.url, service_workers="block")
    answers: list[Response] = []
    page = context.new_page()
    page.on("response", lambda answer: answers.append(answer))
    page.goto("/")
    page.wait_for_load_state("networkidle")
    size = sum(
        len(gzip.compress(answer.body()))
        for answer in answers
        if answer.request.resource_type in ("script", "stylesheet")
    )
    context.close()
    print(f"first load: {size / 1000:.1f} kB of script and style, compressed")
    assert 0 < size <= FIRST_LOAD


# Home


def test_one_click_and_the_cards_are_dealt(tabs: Tabs) -> None:
    page = tabs.open("/").page
    page.get_by_role("link", name="Gioca: Nove colonne").click()
    expect(page).to_have_url(re.compile(r"/t/[a-z0-9]{8}$"))
    tab = Tab(page).ready()
    page.locator("[data-piece].free").first.click()
    count = tab.count
    page.locator(".target").first.click()
    tab.after(count)
    page.goto("/")
    expect(page.get_by_role("link", name="Continua: Nove colonne")).to_be_visible()


def test_home_shows_the_tables_that_wait_and_leads_to_one_by_its_code(
    tabs: Tabs, sample: SampleData
) -> None:
    page = tabs.open("/").page
    waiting = page.get_by_role("region", name="Tavoli aperti")
    expect(waiting.get_by_role("link", name="Aftaebr")).to_contain_text("Marco")
    waiting.get_by_label("Codice del tavolo").fill(f"  {tabs.url}/t/{sample.lobby}  ")
    waiting.get_by_role("button", name="Entra").click()
    expect(page).to_have_url(re.compile(f"/t/{sample.lobby}$"))
    expect(page.get_by_role("button", name="Alzati e guarda")).to_be_visible()
    page.get_by_role("button", name="Alzati e guarda").click()
    expect(page.get_by_role("button", name="Siediti")).to_be_visible()


def test_language_and_theme_are_one_click_away_and_stay(tabs: Tabs) -> None:
    page = settled(tabs.open("/", color_scheme="light").page)
    page.get_by_role("button", name="Lingua: EN").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Take a seat, the table is ready.")
    page.get_by_role("button", name="Theme: dark").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator("html")).to_have_attribute("lang", "en")


def test_a_dark_page_is_dark_before_the_client_comes(tabs: Tabs) -> None:
    page = settled(tabs.open("/", color_scheme="light", is_fresh=True).page)
    page.get_by_role("button", name="Tema: scuro").click()
    nothing = {"body": "", "content_type": "text/javascript"}
    page.context.route("**/assets/index-*.js", lambda route: route.fulfill(**nothing))
    page.goto("/settings")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator("#table")).to_be_empty()


# Opening


def test_a_contest_is_opened_filled_and_started(tabs: Tabs) -> None:
    host = settled(tabs.open("/open/solitario40").page)
    host.get_by_role("spinbutton", name="Giocatori").fill("3")
    host.get_by_text("10 min").click()
    host.get_by_role("button", name="Apri il tavolo").click()
    expect(host).to_have_url(re.compile(r"/t/[a-z0-9]{8}$"))
    expect(host.get_by_role("status").filter(has_text="posti presi: 1 su 3")).to_be_visible()
    expect(host.get_by_text("10 min")).to_be_visible()
    expect(host.get_by_role("button", name="Comincia")).to_be_disabled()

    guest = tabs.open(host.url).page
    expect(host.get_by_role("status").filter(has_text="posti presi: 2 su 3")).to_be_visible()
    host.get_by_role("button", name="Aggiungi un bot").click()
    for page in (host, guest):  # full: it begins by itself
        expect(page.get_by_role("application")).to_be_visible()


def test_the_host_frees_a_seat_and_leaves(tabs: Tabs) -> None:
    page = settled(tabs.open("/open/nove_colonne").page)
    page.get_by_role("button", name="di cui bot: uno in più").click()
    page.get_by_text("difficile").click()
    page.get_by_role("button", name="Apri il tavolo").click()
    page.get_by_role("button", name="Togli: bot difficile").click()
    expect(page.get_by_role("status").filter(has_text="posti presi: 1 su 4")).to_be_visible()
    page.get_by_role("button", name="Alzati").click()
    expect(page.get_by_role("button", name="Alzati")).to_have_count(0)


def test_aftaebr_on_one_screen(tabs: Tabs) -> None:
    page = settled(tabs.open("/open/aftaebr").page)
    page.locator("form").get_by_text("3", exact=True).click()
    page.get_by_label("Posto 2").select_option("person")
    page.get_by_label("Posto 3").select_option("facile")
    page.get_by_role("button", name="Gioca").click()
    expect(page.get_by_role("application")).to_be_visible()


def test_aftaebr_each_from_their_own_screen_waits_for_people(tabs: Tabs) -> None:
    page = settled(tabs.open("/open/aftaebr").page)
    page.get_by_text("Ognuno dal suo schermo").click()
    expect(page.get_by_label("Posto 2")).to_have_value("person")
    page.locator("form").get_by_text("3", exact=True).click()
    expect(page.get_by_label("Posto 3")).to_have_value("person")
    expect(page.get_by_text("1 giorno", exact=True)).to_be_visible()
    page.get_by_role("button", name="Apri il tavolo").click()
    expect(page.get_by_role("status").filter(has_text="posti presi: 1 su 3")).to_be_visible()


def test_practice_with_options_and_the_number_of_a_deal(tabs: Tabs) -> None:
    page = settled(tabs.open("/open/solitario40").page)
    page.get_by_text("Da soli").click()
    page.get_by_text("una carta").click()
    page.get_by_label("Numero della partita").fill("zero")
    expect(page.get_by_text("Scrivi un numero da 1 a 999999999.")).to_be_visible()
    page.get_by_label("Numero della partita").fill("4821")
    page.get_by_role("button", name="Gioca").click()
    expect(page.get_by_role("application")).to_be_visible()
    info = page.evaluate(
        "fetch(`/api${location.pathname.replace('/t/', '/tables/')}`).then(a => a.json())"
    )
    assert (info["deal"], info["options"]["draw"]) == (4821, "1")


# The day


def test_the_deal_of_the_day_and_its_ranking(tabs: Tabs, sample: SampleData) -> None:
    page = as_anna(tabs, sample, "/daily")
    rows = page.get_by_role("region", name="Classifica").locator("tbody tr")
    expect(rows).to_have_count(2)
    expect(rows.filter(has_text="Anna")).to_have_class(re.compile("you"))
    page.get_by_role("button", name="Giorno precedente").click()
    expect(page.get_by_text("Per questo giorno non c’è una partita.")).to_be_visible()
    tabs.complaints.clear()  # the browser itself notes every 404
    page.get_by_role("button", name="Giorno successivo").click()
    expect(rows).to_have_count(2)
    page.get_by_role("button", name="Gioca: Solitario").click()
    expect(page.get_by_role("application")).to_be_visible()
    page.goto("/daily")
    expect(page.get_by_role("button", name="Continua: Solitario")).to_be_visible()


# Me


def test_a_guest_becomes_an_account_leaves_and_comes_back(tabs: Tabs) -> None:
    page = settled(tabs.open("/me").page)
    page.get_by_role("button", name="Cambia nome").click()
    page.get_by_label("Nome", exact=True).fill("Bruna")
    page.get_by_role("button", name="Conferma").click()
    expect(page.get_by_role("heading", name="Bruna")).to_be_visible()

    page.get_by_role("button", name="Crea un account").click()
    page.get_by_label("Password").fill("una frase lunga")
    page.get_by_role("button", name="Conferma").click()
    expect(page.get_by_text("Account creato.")).to_be_visible()

    page.get_by_role("button", name="Cambia password").click()
    page.get_by_label("Password attuale").fill("quella sbagliata")
    page.get_by_label("Nuova password").fill("un'altra frase lunga")
    page.get_by_role("button", name="Conferma").click()
    expect(page.get_by_role("alert")).to_have_text("Il nome o la password non sono giusti.")
    page.get_by_label("Password attuale").fill("una frase lunga")
    page.get_by_role("button", name="Conferma").click()
    expect(page.get_by_text("Password cambiata.")).to_be_visible()

    page.get_by_role("button", name="Esci", exact=True).click()
    expect(page.get_by_text("Ospite: ti riconosce solo questo browser")).to_be_visible()
    page.get_by_role("button", name="Crea un account").click()
    page.get_by_label("Nome", exact=True).fill("bruna")
    page.get_by_label("Password").fill("una frase lunga")
    page.get_by_role("button", name="Conferma").click()
    expect(page.get_by_role("alert")).to_contain_text("già preso")

    page.get_by_role("button", name="Accedi").click()
    page.get_by_label("Nome", exact=True).fill("Bruna")
    page.get_by_label("Password").fill("un'altra frase lunga")
    page.get_by_role("button", name="Conferma").click()
    expect(page.get_by_role("heading", name="Bruna")).to_be_visible()
    page.get_by_role("button", name="Esci da tutti i dispositivi").click()
    expect(page.get_by_text("Ospite: ti riconosce solo questo browser")).to_be_visible()
    # The browser notes the two refusals above by itself.
    assert len(tabs.complaints) == 2 and all("status of 4" in said for said in tabs.complaints)
    tabs.complaints.clear()


def test_games_are_listed_filtered_and_counted(tabs: Tabs, sample: SampleData) -> None:
    page = settled(as_anna(tabs, sample, "/me"))
    games = page.get_by_role("region", name="Partite").get_by_role("listitem")
    page.get_by_label("Tipo").select_option("contest")
    expect(games.filter(has_text="con Marco")).to_have_count(1)
    expect(games.filter(has_text="Allenamento")).to_have_count(0)
    page.get_by_label("Gioco").select_option("azul_solo")
    expect(games).to_have_count(1)
    expect(games).to_have_text("Ancora nessuna partita: il tavolo ti aspetta.")
    page.get_by_label("Tipo").select_option("")
    expect(games).to_have_count(3)
    chart = page.get_by_role("img", name=re.compile(r"Punti nelle ultime 3 partite: \d+, \d+, \d+"))
    expect(chart).to_be_visible()


# Rules, settings, without a network


def test_a_paragraph_of_the_rules_has_an_address(tabs: Tabs) -> None:
    page = settled(tabs.open("/rules/solitario40#R-S40-24").page)
    expect(page.locator("[id='R-S40-24']")).to_be_in_viewport()
    page.get_by_role("button", name="Lingua: EN").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("40")
    expect(page.get_by_role("link", name="Play: Solitario")).to_be_visible()


def test_settings_are_kept(tabs: Tabs) -> None:
    page = settled(tabs.open("/settings").page)
    solitario = page.get_by_role("group", name="Carte: Solitario")
    solitario.get_by_text("piacentine").click()
    page.get_by_text("nessuna").click()
    page.get_by_text("Suoni").click()
    page.get_by_role("button", name="carta posata").click()
    page.get_by_text("Per mancini").click()
    page.reload()
    expect(solitario.get_by_role("radio", name="piacentine")).to_be_checked()
    expect(page.get_by_role("radio", name="francesi").last).to_be_checked()  # nove colonne
    expect(page.get_by_role("radio", name="nessuna")).to_be_checked()
    expect(page.get_by_role("switch", name="Suoni")).to_be_checked()
    expect(page.get_by_role("switch", name="Per mancini")).to_be_checked()


def test_the_shell_opens_without_a_network_and_can_be_installed(
    browser: Browser, site: ServerProcess
) -> None:
    context = browser.new_context(base_url=site.url, locale="it-IT")
    page = context.new_page()
    page.goto("/")
    manifest = page.evaluate("fetch('/manifest.webmanifest').then(a => a.json())")
    assert manifest["display"] == "standalone"
    for icon in manifest["icons"]:
        side = page.evaluate(
            """async src => { const image = new Image(); image.src = src; await image.decode();
              return `${image.naturalWidth}x${image.naturalHeight}` }""",
            icon["src"],
        )
        assert icon["sizes"] in (side, "any")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    context.set_offline(True)
    page.goto("/settings")
    expect(page.get_by_role("link", name="Tavolino")).to_be_visible()
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Siediti, il tavolo è pronto.")
    context.close()
