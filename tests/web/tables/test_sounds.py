"""Sounds are heard at a table, after the first touch, and only by players who turned them on."""

from __future__ import annotations

from playwright.sync_api import BrowserContext
from support.browser.fixtures import Tabs
from support.browser.tab import Tab

COUNT_SOUNDS = """
window.heard = 0;
for (const make of ['createOscillator', 'createBufferSource']) {
  const made = AudioContext.prototype[make];
  AudioContext.prototype[make] = function () { window.heard += 1; return made.call(this) };
}
"""
WANTED = "localStorage.setItem('tavolino.settings', JSON.stringify({sound: true}));"


def listener(tabs: Tabs, wanted: str = WANTED) -> BrowserContext:
    person = tabs.person(is_fresh=True)
    person.add_init_script(COUNT_SOUNDS + wanted)
    return person


def heard(tab: Tab) -> int:
    return int(tab.page.evaluate("() => window.heard"))


def test_a_move_is_heard_and_the_first_position_is_not(tabs: Tabs) -> None:
    tab = tabs.open("/g/solitario40/2", of=listener(tabs)).ready()
    warned: list[str] = []
    tab.page.on("console", lambda said: warned.append(said.text))
    tab.page.reload()
    tab.ready()
    assert heard(tab) == 0
    tab.play("7S>4")
    after_move = heard(tab)
    assert after_move > 0
    tab.page.keyboard.press("[")
    tab.page.get_by_text("Posizione passata").wait_for()
    tab.page.keyboard.press("Escape")
    assert heard(tab) == after_move, "looking back is silent"
    assert [text for text in warned if "AudioContext" in text] == []


def test_an_illegal_move_is_heard(tabs: Tabs) -> None:
    tab = tabs.open("/g/azul_solo/2", of=listener(tabs)).ready()
    tab.page.locator("[data-spot].free").first.click()
    before = heard(tab)
    tab.page.keyboard.press("Escape")
    tab.play("1R>1")
    after_move = heard(tab)
    assert after_move > before
    # A line that holds another colour takes nothing (R-AZ-S06).
    tab.page.locator("[data-spot].free").first.click()
    tab.place("1").click()
    assert heard(tab) > after_move


def test_sounds_are_off_unless_wanted(tabs: Tabs) -> None:
    tab = tabs.open("/g/solitario40/2", of=listener(tabs, wanted="")).ready()
    tab.play("7S>4")
    assert heard(tab) == 0
