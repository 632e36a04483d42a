"""What holds for every page: it comes without jumping, and everybody can use it."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from playwright.sync_api import Page
from support.browser.axe import low_contrast, serious_violations
from support.browser.fixtures import Tabs
from support.browser.keyboard import controls_reached, find_controls
from support.browser.page_checks import (
    ADDRESSES,
    PHONE,
    SHIFTS,
    STILL,
    as_anna,
    overlaps,
    pictures_without_size,
    settled,
    shifted,
)
from support.browser.sample_data import SampleData

BOARDS = {"gallery": "/gallery", "contest that is over": "/t/{contest}"}


class Opened(NamedTuple):
    page: Page
    shift: float
    """How much moved by itself while the page came."""
    shifted: list[list[str]]


def opened(tabs: Tabs, sample: SampleData, name: str, **options: object) -> Opened:
    blank = as_anna(tabs, sample, "about:blank", is_fresh=True, is_painted=True, **options)
    blank.add_init_script(f"({SHIFTS})()")
    blank.goto({**ADDRESSES, **BOARDS}[name].format(**vars(sample)))
    page = settled(blank)
    if name == "no such replay":  # the browser itself notes every 404
        tabs.complaints.clear()
    return Opened(page, *shifted(page))


def complaints(**found: object) -> dict[str, object]:
    """What was found on a page, by what it was looked for."""
    return {what: all_of_it for what, all_of_it in found.items() if all_of_it}


def moved_by_itself(at: Opened) -> object:
    return (at.shift, at.shifted) if at.shift > STILL else None


@pytest.mark.parametrize("name", ADDRESSES)
def test_it_comes_without_jumping_and_everybody_can_use_it(
    tabs: Tabs, sample: SampleData, name: str
) -> None:
    at = opened(tabs, sample, name, viewport={"width": 1440, "height": 900})
    by_axe, in_the_dark = serious_violations(at.page), low_contrast(at.page, "dark")
    controls = find_controls(at.page)
    assert controls
    reached, without_ring = controls_reached(at.page)
    found = complaints(
        moved_by_itself=moved_by_itself(at),
        pictures_without_size=pictures_without_size(at.page),
        by_axe=by_axe,
        not_readable_in_the_dark=in_the_dark,
        not_reached_by_tab=[what for i, what in enumerate(controls) if str(i) not in reached],
        without_a_ring_at_the_focus=without_ring,
    )
    assert found == {}


@pytest.mark.parametrize("name", ADDRESSES)
def test_on_a_phone_it_comes_without_jumping_and_does_not_scroll_sideways(
    tabs: Tabs, sample: SampleData, name: str
) -> None:
    at = opened(tabs, sample, name, viewport=PHONE, has_touch=True)
    found = complaints(
        moved_by_itself=moved_by_itself(at),
        is_too_wide=at.page.evaluate("document.documentElement.scrollWidth > innerWidth"),
        overlaps=overlaps(at.page),
    )
    assert found == {}


@pytest.mark.parametrize("name", BOARDS)
def test_nothing_serious_is_found_by_axe_on_boards(
    tabs: Tabs, sample: SampleData, name: str
) -> None:
    page = opened(tabs, sample, name).page
    assert serious_violations(page) == []
    assert low_contrast(page, "dark") == []
