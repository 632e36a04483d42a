"""The checks on which other tests rely find what is wrong, also on a page that is not painted."""

from __future__ import annotations

from playwright.sync_api import expect
from support.browser.axe import low_contrast, serious_violations
from support.browser.fixtures import Tabs
from support.browser.page_checks import PHONE, SHIFTS, STILL, settled, shifted
from support.browser.painting import is_painted
from support.browser.touch_targets import hard_to_touch, too_small


def test_axe_finds_what_cannot_be_read(tabs: Tabs) -> None:
    page = settled(tabs.open("/settings").page)
    assert serious_violations(page) == []
    assert not is_painted(page)
    page.locator("h1").evaluate("one => { one.style = 'color: #ddd; background: #fff' }")
    for found in (serious_violations(page), low_contrast(page, "dark")):
        assert [rule for rule, *_ in found] == ["color-contrast"]


def test_a_layout_shift_is_measured(tabs: Tabs) -> None:
    person = tabs.person(is_fresh=True, is_painted=True)
    person.add_init_script(f"({SHIFTS})()")
    page = settled(tabs.open("/settings", of=person).page)
    assert shifted(page)[0] <= STILL
    page.evaluate(
        """() => {
          const block = document.createElement('div');
          block.style.height = '300px';
          document.body.prepend(block);
        }"""
    )
    assert shifted(page)[0] > STILL


def test_what_is_covered_or_too_small_for_a_finger_is_found(tabs: Tabs) -> None:
    tab = tabs.open("/g/solitario40/2", viewport=PHONE, has_touch=True).ready()
    assert (hard_to_touch(tab.page), too_small(tab.page)) == ([], [])
    mazzo = tab.spot("mazzo")
    mazzo.evaluate("one => { one.style.transform = 'scale(.4)' }")
    assert [name for name, *_ in too_small(tab.page)] == ["mazzo"]
    mazzo.evaluate("one => { one.style.pointerEvents = 'none' }")
    assert hard_to_touch(tab.page) == ["mazzo"]
    expect(mazzo).to_be_visible()
