"""Windows that stay open from test to test: a new deal there costs a third of a new page."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from support.servers.process import ServerProcess

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from support.browser.fixtures import Tabs
    from support.browser.tab import Tab

DESKTOP = {"width": 1280, "height": 860}
MOST = 3
"""Windows that stay open: a file of tests seldom needs more kinds."""


class Windows:
    """One of each kind, for tests that need no profile of their own and change no setting."""

    def __init__(self, tabs: Tabs) -> None:
        self.tabs = tabs
        self._opened: dict[str, Tab] = {}

    @property
    def url(self) -> str:
        return self.tabs.url

    def deal(self, address: str, viewport: dict[str, int] = DESKTOP, **options: Any) -> Tab:
        kind = json.dumps(options, sort_keys=True)
        tab = self._opened.pop(kind, None)
        if tab is None:
            while len(self._opened) >= MOST:
                self._close(next(iter(self._opened)))
            self._opened[kind] = tab = self.tabs.open(address, viewport=viewport, **options)
            return tab.ready()
        self._opened[kind] = tab
        tab.page.mouse.move(0, 0)
        tab.page.set_viewport_size({"width": viewport["width"], "height": viewport["height"]})
        return tab.deal(address)

    def _close(self, kind: str) -> None:
        context = self._opened.pop(kind).page.context
        context.close()
        self.tabs.contexts.remove(context)

    def forget(self) -> list[str]:
        """Closes them all, and returns what their consoles complained of."""
        complaints, self.tabs.complaints = self.tabs.complaints, []
        self._opened.clear()
        self.tabs.close()
        self.tabs.contexts.clear()
        return complaints


@pytest.fixture(scope="session")
def shared_windows(browser: Browser, site: ServerProcess) -> Iterator[Windows]:
    from support.browser.fixtures import Tabs

    all_windows = Windows(Tabs(browser, site.url))
    yield all_windows
    assert all_windows.forget() == []


@pytest.fixture
def windows(request: pytest.FixtureRequest, shared_windows: Windows) -> Iterator[Windows]:
    """What a failed test has left in a window is not for the next one."""
    yield shared_windows
    report = getattr(request.node, "rep_call", None)
    if shared_windows.tabs.complaints or report is None or report.failed:
        assert shared_windows.forget() == []
