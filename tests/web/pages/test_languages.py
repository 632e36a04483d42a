"""In English everything is in English."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect
from support.browser.fixtures import Tabs
from support.browser.page_checks import ADDRESSES, as_anna, settled
from support.browser.sample_data import SampleData
from support.browser.windows import Windows

MESSAGES = Path(__file__).parents[3] / "web" / "messages"

ITALIAN = re.compile(
    r"\b(?:che|chi|con|da|degli|del|della|delle|di|è|fra|gara|gli|giocat\w+|il|la|le|lo|mano|mosse"
    r"|nel|nella|nessun\w*|non|partit\w+|per|più|punti|quando|questo|sei|senza|sono|su|tavol[oi]"
    r"|tempo|tutt[ioe]|un|una|uno|vince)\b",
    re.IGNORECASE,
)
"""Words that no English sentence has."""

SAID = """() => {
  const seen = [document.body.innerText];
  for (const name of ['aria-label', 'title', 'placeholder', 'aria-valuetext'])
    for (const e of document.querySelectorAll(`[${name}]`)) seen.push(e.getAttribute(name));
  return seen.join('\\n').split('\\n').map(line => line.trim()).filter(Boolean);
}"""


def texts(lang: str) -> dict[str, list[str]]:
    """The message of each key, or its forms for one and for several."""
    messages: dict[str, Any] = json.loads((MESSAGES / f"{lang}.json").read_text())
    return {
        key: [message] if isinstance(message, str) else list(message[0]["match"].values())
        for key, message in messages.items()
    }


def italian(page: Page) -> list[str]:
    """What is on the page, or said of it, that is not English."""
    it, en = texts("it"), texts("en")
    english = {text for forms in en.values() for text in forms}
    foreign = {text for key, forms in it.items() if forms != en[key] for text in forms} - english
    said: list[str] = page.evaluate(SAID)
    # The variant has an Italian name (document 001).
    lines = [line.replace("“senza tempo”", "") for line in said]
    return [line for line in lines if line in foreign or ITALIAN.search(line)]


def test_no_italian_is_left_on_any_page(tabs: Tabs, sample: SampleData) -> None:
    page = as_anna(tabs, sample, "/", locale="en-GB")
    left = {}
    for name, address in ADDRESSES.items():
        page.goto(address.format(**vars(sample)))
        settled(page)
        expect(page.locator("html")).to_have_attribute("lang", "en")
        # The rules name things as they are called at an Italian table.
        found = italian(page) if name != "rules" else []
        if found:
            left[name] = found
    assert left == {}
    tabs.complaints.clear()  # the browser itself notes every 404


def test_no_italian_is_left_at_the_tables(windows: Windows) -> None:
    left = {}
    for game in ("solitario40", "nove_colonne", "azul_solo", "aftaebr"):
        tab = windows.deal(f"/g/{game}/2", locale="en-GB")
        tab.page.keyboard.press("?")
        expect(tab.page.get_by_role("dialog")).to_be_visible()
        found = italian(tab.page)
        if found:
            left[game] = found
    assert left == {}


def test_both_languages_can_be_changed_at_the_table(tabs: Tabs) -> None:
    tab = tabs.open("/g/solitario40/2").ready()
    tab.play("7S>4")
    assert len(italian(tab.page)) > 10
    tab.page.get_by_role("button", name="Lingua: EN").click()
    tab.ready()
    assert italian(tab.page) == []
    expect(tab.place("4").locator('[data-spot="7S"]')).to_be_visible()


def test_focus_stays_on_the_button_that_changes_the_language(tabs: Tabs) -> None:
    page = tabs.open("/g/solitario40/5").ready().page
    page.get_by_role("button", name="Lingua: EN").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Language: IT")).to_be_focused()
    page.goto("/settings")
    page.get_by_role("radio", name="Italiano").focus()
    page.keyboard.press("Space")
    expect(page.get_by_role("heading", name="Impostazioni")).to_be_visible()
    expect(page.get_by_role("radio", name="Italiano")).to_be_focused()
