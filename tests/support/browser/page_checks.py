"""Checks for the pages around the tables."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from support.browser.fixtures import Tabs
from support.browser.painting import is_painted
from support.browser.requests import wait_until_still
from support.browser.sample_data import SampleData

PHONE = {"width": 360, "height": 740}

ADDRESSES = {
    "home": "/",
    "open": "/open/solitario40",
    "open a table": "/open/aftaebr",
    "daily": "/daily",
    "puzzles": "/puzzles",
    "me": "/me",
    "replay of azul": "/replay/{azul}",
    "replay of a contest": "/replay/{contest}",
    "verification": "/verify/{contest}",
    "no such replay": "/replay/zzzzzzzz",
    "upload": "/replay",
    "settings": "/settings",
    "rules": "/rules/solitario40",
    "lesson": "/lesson/azul_solo",
    "lobby": "/t/{lobby}",
    "lost": "/nowhere/at/all",
}


def as_anna(tabs: Tabs, sample: SampleData, address: str, **options: Any) -> Page:
    anna = tabs.person(**options)
    anna.add_cookies([{"name": "tavolino", "value": sample.cookie, "url": tabs.url}])
    return tabs.open(address, of=anna).page


def settled(page: Page) -> Page:
    """Waits until the page is shown and all its requests are answered."""
    expect(page.locator("h1").first).to_be_visible()
    wait_until_still(page)
    return page


_OVERLAPS = """() => {
  const all = [...document.querySelectorAll(':is(main, header) :is(a[href], button, select)')]
    .filter(e => e.checkVisibility({ visibilityProperty: true }))
    .filter(e => !e.closest('.visually-hidden, .controls, .list'));
  const box = e => e.getBoundingClientRect();
  const cross = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  return all.flatMap((a, i) => all.slice(i + 1)
    .filter(b => !a.contains(b) && !b.contains(a) && cross(box(a), box(b)))
    .map(b => `${a.textContent.trim()} / ${b.textContent.trim()}`));
}"""


def overlaps(page: Page) -> list[str]:
    """Pairs of overlapping controls; those that stick to the edge of the window may overlap."""
    found: list[str] = page.evaluate(_OVERLAPS)
    return found


STILL = 0.05
"""The largest accepted cumulative layout shift; 0.1 counts as good. On a busy machine a font may
come after the first lines, and move them a little."""

SHIFTS = """() => {
  window.shifts = [];
  const whose = ({ node }) => node?.className?.baseVal ?? node?.className ?? node?.nodeName;
  new PerformanceObserver(seen => {
    for (const { hadRecentInput, value, sources } of seen.getEntries())
      if (!hadRecentInput) window.shifts.push({ value, who: sources.map(whose) });
  }).observe({ type: 'layout-shift', buffered: true });
}"""
"""To be run before a page: records layout shifts."""


_PICTURES_WITHOUT_SIZE = """() => [...document.querySelectorAll('img, svg')]
  .filter(e => !e.closest('svg svg, symbol, .sprite') && e.checkVisibility())
  .filter(e => !(e.hasAttribute('width') && e.hasAttribute('height'))
    && !(e.hasAttribute('viewBox') && e.getBoundingClientRect().height))
  .map(e => e.outerHTML.slice(0, 80))"""


def pictures_without_size(page: Page) -> list[str]:
    """Pictures that would shift the layout when they load."""
    found: list[str] = page.evaluate(_PICTURES_WITHOUT_SIZE)
    return found


def shifted(page: Page) -> tuple[float, list[list[str]]]:
    """The cumulative layout shift so far, and the elements that moved."""
    assert is_painted(page), "what is transparent does not shift"
    page.evaluate("() => new Promise(seen => requestAnimationFrame(() => setTimeout(seen)))")
    seen: list[dict[str, Any]] = page.evaluate("() => window.shifts")
    return sum(one["value"] for one in seen), [one["who"] for one in seen]
