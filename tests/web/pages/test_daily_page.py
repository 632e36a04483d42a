"""The own days: the streak, the calendar, and the result to share."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect
from support.browser.axe import low_contrast, serious_violations
from support.browser.fixtures import Tabs
from support.browser.page_checks import as_anna, settled
from support.browser.sample_data import SampleData

PNG = b"\x89PNG\r\n\x1a\n"


def test_a_day_in_the_calendar_and_its_result_to_share(tabs: Tabs, sample: SampleData) -> None:
    page = settled(as_anna(tabs, sample, "/daily"))
    expect(page.get_by_test_id("streak")).to_have_text("1")
    days = page.get_by_role("region", name="I tuoi giorni")
    today = days.get_by_role("button", name="Nove colonne")
    expect(today).to_have_attribute("aria-pressed", "true")
    days.get_by_role("button", name="Condividi il risultato").click()
    dialog = page.get_by_role("dialog")
    picture = dialog.get_by_role("img")
    expect(picture).to_be_visible()
    text = picture.get_attribute("aria-label") or ""
    first, game, result, streak, link = text.split("\n")
    assert first == "Tavolino · Partita del giorno" and game.startswith("Nove colonne, ")
    assert "carte sulle basi" in result and streak == "Giorni di fila: 1 (record 1)"
    assert link.endswith("/daily")
    assert serious_violations(page) == []
    assert low_contrast(page, "dark") == []
    with page.expect_download() as download:
        dialog.get_by_role("button", name="Salva l’immagine").click()
    data = Path(download.value.path()).read_bytes()
    assert data.startswith(PNG)
    width, height = (int.from_bytes(data[at : at + 4], "big") for at in (16, 20))
    assert width == height == 1080
