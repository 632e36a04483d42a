"""A walk through the pages around the tables, and what is looked for on each of them."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from support.browser.fixtures import Tabs
from support.browser.requests import wait_until_still
from support.browser.sample_data import SampleData

PHONE = {"width": 360, "height": 740}

ADDRESSES = {
    "home": "/",
    "open": "/open/solitario40",
    "open a table": "/open/aftaebr",
    "daily": "/daily",
    "me": "/me",
    "replay of azul": "/replay/{azul}",
    "replay of a contest": "/replay/{contest}",
    "no such replay": "/replay/zzzzzzzz",
    "upload": "/replay",
    "settings": "/settings",
    "rules": "/rules/solitario40",
    "lobby": "/t/{lobby}",
    "lost": "/nowhere/at/all",
}


def as_anna(tabs: Tabs, sample: SampleData, address: str, **options: Any) -> Page:
    anna = tabs.person(**options)
    anna.add_cookies([{"name": "tavolino", "value": sample.cookie, "url": tabs.url}])
    return tabs.open(address, of=anna).page


def settled(page: Page) -> Page:
    """All questions are answered, and the page is there."""
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
    """Pairs of controls that lie on each other; what sticks to the edge of the window may."""
    found: list[str] = page.evaluate(_OVERLAPS)
    return found


STILL = 0.02
"""What may move by itself on a page, as browsers count it; 0.1 is called good."""

SHIFTS = """() => {
  window.shifts = [];
  const whose = ({ node }) => node?.className?.baseVal ?? node?.className ?? node?.nodeName;
  new PerformanceObserver(seen => {
    for (const { hadRecentInput, value, sources } of seen.getEntries())
      if (!hadRecentInput) window.shifts.push({ value, who: sources.map(whose) });
  }).observe({ type: 'layout-shift', buffered: true });
}"""
"""To be run before a page: notes what moves by itself."""


_PICTURES_WITHOUT_SIZE = """() => [...document.querySelectorAll('img, svg')]
  .filter(e => !e.closest('svg svg, symbol, .sprite') && e.checkVisibility())
  .filter(e => !(e.hasAttribute('width') && e.hasAttribute('height'))
    && !(e.hasAttribute('viewBox') && e.getBoundingClientRect().height))
  .map(e => e.outerHTML.slice(0, 80))"""


def pictures_without_size(page: Page) -> list[str]:
    """Pictures that would push things away when they come."""
    found: list[str] = page.evaluate(_PICTURES_WITHOUT_SIZE)
    return found


def shifted(page: Page) -> tuple[float, list[list[str]]]:
    """How much moved by itself so far, as browsers measure it, and what."""
    page.evaluate("() => new Promise(seen => requestAnimationFrame(() => setTimeout(seen)))")
    seen: list[dict[str, Any]] = page.evaluate("() => window.shifts")
    return sum(one["value"] for one in seen), [one["who"] for one in seen]
