"""Waits until the requests of a page are answered and shown."""

from __future__ import annotations

import time
from weakref import WeakKeyDictionary

from playwright.sync_api import Page, Request

_pending: WeakKeyDictionary[Page, set[Request]] = WeakKeyDictionary()

MOST_SECONDS = 60

_STILL = """limit => new Promise((still, restless) => {
  setTimeout(() => restless(new Error('the page does not come to rest')), limit * 1000);
  let timer = setTimeout(still, 100);
  new MutationObserver(() => {
    clearTimeout(timer);
    timer = setTimeout(still, 100);
  }).observe(document, { subtree: true, childList: true, characterData: true });
})"""


def watch_requests(page: Page) -> None:
    pending = _pending.setdefault(page, set())
    page.on("request", lambda request: pending.add(request))
    page.on("requestfinished", lambda request: pending.discard(request))
    page.on("requestfailed", lambda request: pending.discard(request))


def wait_until_still(page: Page) -> None:
    """No request is under way, and nothing was added to the page for a tenth of a second.

    Playwright's ``networkidle`` waits for half a second each time.
    """
    page.wait_for_load_state()
    end = time.monotonic() + MOST_SECONDS
    page.evaluate(_STILL, MOST_SECONDS)
    while _pending[page]:
        assert time.monotonic() < end, [request.url for request in _pending[page]]
        page.evaluate(_STILL, MOST_SECONDS)
