"""What holds for every page: it comes without jumping, and everybody can use it.

A page is opened once in a window and looked at by all the tests that concern it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Page
from support.browser.axe import low_contrast, serious_violations
from support.browser.fixtures import Tabs
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
from support.browser.tab_key import controls_reached, find_controls
from support.servers.process import ServerProcess

BOARDS = {"gallery": "/gallery", "contest that is over": "/t/{contest}"}


class Opened(NamedTuple):
    page: Page
    shift: float
    """How much moved by itself while the page came."""
    shifted: list[list[str]]


def opened(tabs: Tabs, sample: SampleData, name: str, **options: object) -> Opened:
    blank = as_anna(tabs, sample, "about:blank", **options)
    blank.add_init_script(f"({SHIFTS})()")
    blank.goto({**ADDRESSES, **BOARDS}[name].format(**vars(sample)))
    page = settled(blank)
    if name == "no such replay":  # the browser itself notes every 404
        tabs.complaints.clear()
    return Opened(page, *shifted(page))


@pytest.fixture(scope="module", params=ADDRESSES)
def on_a_desktop(
    request: pytest.FixtureRequest, browser: Browser, site: ServerProcess, sample: SampleData
) -> Iterator[Opened]:
    tabs = Tabs(browser, site.url)
    yield opened(tabs, sample, request.param, viewport={"width": 1440, "height": 900})
    tabs.close()


@pytest.fixture(scope="module", params=ADDRESSES)
def on_a_phone(
    request: pytest.FixtureRequest, browser: Browser, site: ServerProcess, sample: SampleData
) -> Iterator[Opened]:
    tabs = Tabs(browser, site.url)
    yield opened(tabs, sample, request.param, viewport=PHONE, has_touch=True)
    tabs.close()


def test_nothing_moves_while_it_comes_on_a_desktop(on_a_desktop: Opened) -> None:
    assert on_a_desktop.shift <= STILL, on_a_desktop.shifted


def test_pictures_have_their_size_before_they_come(on_a_desktop: Opened) -> None:
    assert pictures_without_size(on_a_desktop.page) == []


def test_nothing_serious_is_found_by_axe(on_a_desktop: Opened) -> None:
    assert serious_violations(on_a_desktop.page) == []


def test_everything_can_be_read_in_the_dark(on_a_desktop: Opened) -> None:
    assert low_contrast(on_a_desktop.page, "dark") == []


def test_tab_comes_to_every_control_and_shows_where(on_a_desktop: Opened) -> None:
    controls = find_controls(on_a_desktop.page)
    assert controls
    reached, without_ring = controls_reached(on_a_desktop.page)
    assert [what for i, what in enumerate(controls) if str(i) not in reached] == []
    assert without_ring == []


def test_nothing_moves_while_it_comes_on_a_phone(on_a_phone: Opened) -> None:
    assert on_a_phone.shift <= STILL, on_a_phone.shifted


def test_a_phone_shows_it_without_scrolling_sideways(on_a_phone: Opened) -> None:
    assert on_a_phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert overlaps(on_a_phone.page) == []


@pytest.mark.parametrize("name", BOARDS)
def test_nothing_serious_is_found_by_axe_on_boards(
    tabs: Tabs, sample: SampleData, name: str
) -> None:
    page = opened(tabs, sample, name).page
    assert serious_violations(page) == []
    assert low_contrast(page, "dark") == []
