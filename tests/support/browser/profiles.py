"""Browser profiles that are used again: a page in a process that runs costs half of a new one.

A profile that is given back is empty: its page has left the client, other pages are closed, cookies
and stored data are gone. What the browser has fetched stays in its cache, and its compiled code.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from weakref import WeakSet

from support.browser.requests import watch_requests

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

MOST = 6
"""Profiles that wait to be used again: each of them is a process."""
PLAIN_PAGE = "/icon.svg"
"""Of the same origin, so that the page keeps its process, and without a script."""


_not_kept: WeakSet[BrowserContext] = WeakSet()


def keep_no_longer(context: BrowserContext) -> None:
    """It has become another one, in a way that cannot be taken back."""
    _not_kept.add(context)


@dataclass(eq=False)
class Profile:
    """A browser profile with the page that stays open."""

    context: BrowserContext
    options: dict[str, Any]
    page: Page | None = None
    is_page_free: bool = False
    listeners: list[tuple[Page, str, Callable[..., Any]]] = field(default_factory=list)

    @property
    def kind(self) -> str:
        return json.dumps(self.options, sort_keys=True)

    def take_page(self) -> Page:
        """The page that stayed open, once; then new ones."""
        if self.page and self.is_page_free:
            self.is_page_free = False
            return self.page
        page = self.context.new_page()
        watch_requests(page)
        self.page = self.page or page
        return page

    def listen(self, page: Page, event: Any, listener: Callable[..., Any]) -> None:
        page.on(event, listener)
        self.listeners.append((page, event, listener))

    @property
    def can_be_cleared(self) -> bool:
        is_open = self.page is not None and not self.page.is_closed()
        return is_open and self.context not in _not_kept

    def clear(self) -> None:
        """As if nobody had used it."""
        assert self.page
        for page in self.context.pages:
            if page is not self.page:
                page.close()
        page = self.page
        page.goto(PLAIN_PAGE)
        for heard, event, listener in self.listeners:
            heard.remove_listener(event, listener)
        self.listeners.clear()
        page.evaluate("sessionStorage.clear()")
        browser = self.context.new_cdp_session(page)
        data = "cookies,local_storage,indexeddb,cache_storage"
        origin = self.options["base_url"]
        browser.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": data})
        browser.send("Page.resetNavigationHistory")
        browser.detach()
        self.context.clear_cookies()
        page.mouse.move(0, 0)
        page.set_viewport_size(self.options["viewport"])
        page.emulate_media(color_scheme=self.options.get("color_scheme", "light"))
        self.is_page_free = True


class Profiles:
    """Those that wait, the one that was used last at the end."""

    def __init__(self) -> None:
        self._waiting: list[Profile] = []

    def take(self, options: dict[str, Any]) -> Profile | None:
        kind = json.dumps(options, sort_keys=True)
        for profile in reversed(self._waiting):
            if profile.kind == kind:
                self._waiting.remove(profile)
                return profile
        return None

    def give_back(self, profile: Profile) -> None:
        profile.clear()
        self._waiting.append(profile)
        if len(self._waiting) > MOST:
            self._waiting.pop(0).context.close()
