"""The replay of a game: step by step, hidden cards, verification, uploads."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import expect
from support.browser.fixtures import Tabs
from support.browser.page_checks import as_anna, settled
from support.browser.sample_data import SampleData

from tavolino.record import sealed


def test_a_replay_by_keys_slider_and_list(tabs: Tabs, sample: SampleData) -> None:
    page = settled(as_anna(tabs, sample, f"/replay/{sample.nove}"))
    slider = page.get_by_role("slider")
    last = int(slider.get_attribute("max") or 0)
    assert last > 2
    expect(slider).to_have_value("1")  # the cards are dealt: nobody comes to see an empty table
    page.keyboard.press("ArrowRight")
    expect(slider).to_have_value("2")
    page.keyboard.press("End")
    expect(slider).to_have_value(str(last))
    expect(page.locator(".narration").last).to_contain_text("Ti sei arreso.")
    page.keyboard.press("ArrowLeft")
    expect(slider).to_have_value(str(last - 1))
    slider.fill("0")
    expect(page.get_by_role("button", name="Un passo indietro")).to_be_disabled()
    page.get_by_label("Velocità").select_option("5")
    page.get_by_role("button", name="Avvia").click()
    expect(slider).not_to_have_value("0")
    page.get_by_role("button", name="Ferma").click()
    expect(page.get_by_role("button", name="Avvia")).to_be_visible()


def test_the_keys_of_a_replay_are_listed(tabs: Tabs, sample: SampleData) -> None:
    page = settled(as_anna(tabs, sample, f"/replay/{sample.azul}"))
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Tasti")
    assert "Spazio" in keys.inner_text()
    page.keyboard.press("Escape")
    keys.wait_for(state="hidden")


def test_hidden_cards_can_be_laid_open(tabs: Tabs, sample: SampleData) -> None:
    page = settled(as_anna(tabs, sample, f"/replay/{sample.nove}"))
    hidden = page.locator('[data-fly^="??"], [href*="back"]')
    expect(hidden.first).to_be_attached()
    page.get_by_role("switch", name="Carte scoperte").press("Space")
    expect(hidden).to_have_count(0)


def test_hidden_cards_of_an_unfinished_game_stay_hidden_and_it_says_why(
    tabs: Tabs, sample: SampleData
) -> None:
    tab = tabs.open("/g/nove_colonne/7").ready()
    page = tab.page
    page.goto(f"/replay/{page.url.rsplit('/', 1)[1]}")
    expect(page.get_by_role("switch", name="Carte scoperte")).to_be_disabled()
    expect(page.get_by_text("Le carte coperte si vedono a partita finita")).to_be_visible()


def test_the_boards_of_a_contest_are_shown_at_the_same_moment(
    tabs: Tabs, sample: SampleData
) -> None:
    page = settled(as_anna(tabs, sample, f"/replay/{sample.contest}"))
    slider = page.get_by_role("slider")
    middle = str(int(slider.get_attribute("max") or 0) // 2)
    slider.fill(middle)
    page.locator("label", has_text="Marco").click()
    expect(page.get_by_role("row", name="Marco")).to_have_class(re.compile("you"))
    page.locator("label", has_text="Anna").click()
    expect(slider).to_have_value(middle)


def test_a_record_is_verified_and_brought_back_and_a_forged_one_is_reported(
    tabs: Tabs, sample: SampleData, tmp_path: Path
) -> None:
    page = settled(as_anna(tabs, sample, f"/replay/{sample.azul}"))
    page.get_by_role("link", name="Verifica").click()
    expect(page.get_by_text("La partita è autentica.")).to_be_visible()
    expect(page.get_by_text("rispettano le regole")).to_be_visible()
    with page.expect_download() as result:
        page.get_by_role("link", name="Scarica l’esito").click()
    assert result.value.suggested_filename == f"{sample.azul}.json"
    with page.expect_download() as download:
        page.get_by_role("link", name="Scarica la partita").click()
    record = tmp_path / "azul.record"
    download.value.save_as(record)

    page.goto("/replay")
    page.locator("input[type=file]").set_input_files(record)
    expect(page).to_have_url(re.compile("/replay/upload/"))
    expect(page.get_by_role("heading", name="Azul in solitario")).to_be_visible()

    forged = tmp_path / "forged.record"
    forged.write_text(_of_another_deal(record.read_text()))
    page.goto("/replay")
    page.locator("input[type=file]").set_input_files(forged)
    expect(page).to_have_url(re.compile("/replay/upload/"))
    page.get_by_role("link", name="Verifica").click()
    expect(page.get_by_text("La partita non è autentica. Riga 1: doveva essere")).to_be_visible()

    nonsense = tmp_path / "nonsense.txt"
    nonsense.write_text("cari amici")
    page.goto("/replay")
    page.locator("input[type=file]").set_input_files(nonsense)
    expect(page.get_by_role("alert")).to_contain_text("non è una partita salvata")
    tabs.complaints.clear()  # the browser itself notes the refusal
    expect(page.get_by_role("button", name="Elimina: Azul in solitario")).to_have_count(2)


def _of_another_deal(text: str) -> str:
    """The same moves, said to come from other chance, and sealed again."""
    body, _, end = text.rpartition("\nend ")
    other = re.sub(r"^deal (\d+)$", lambda deal: f"deal {int(deal[1]) + 1}", body, flags=re.M)
    return sealed(other + "\n", int(end.split()[0]))
