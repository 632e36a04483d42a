"""A real server with the built client, and one browser for all tests: Debian's Chromium.

Every test run loads this file, so that what is slow to import is imported where it is needed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from support.browser.chromium import ARGUMENTS, chromium
from support.browser.windows import DESKTOP, shared_windows, windows
from support.servers.process import ServerProcess
from support.timeout import TIMEOUT

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

    from support.browser.sample_data import SampleData
    from support.browser.tab import Tab


__all__ = ["shared_windows", "windows"]

MILLISECONDS = 1000 * TIMEOUT


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    """Every browser starts with these, whatever server it talks to."""
    from playwright.sync_api import expect

    # The first patience waits until its kernel is compiled, the first hint for its bot.
    expect.set_options(timeout=MILLISECONDS)
    return {"executable_path": chromium(), "args": ARGUMENTS}


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    from tavolino.server.http.static_files import WEB

    assert (WEB / "index.html").exists(), "expected the built client: scripts/web build"
    server = ServerProcess(tmp_path_factory.mktemp("web"))
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def sample(site: ServerProcess) -> SampleData:
    """A user who has played before."""
    from support.browser.sample_data import create_sample_data, run_async

    return run_async(create_sample_data(site.url))


def knows_all_games(context: BrowserContext) -> None:
    """Its user knows how to play and needs no tips.

    A context with a stored state would open a page of its own to write it.
    """
    from tavolino.catalogue import BUILT_IN

    stored = {"tavolino.introduced": list(BUILT_IN), "tavolino.settings": {"tips": False}}
    texts = {name: json.dumps(value) for name, value in stored.items()}
    context.add_init_script(
        f"if (origin !== 'null') for (const [name, text] of Object.entries({json.dumps(texts)}))"
        " if (localStorage.getItem(name) === null) localStorage.setItem(name, text)"
    )


class Tabs:
    """Opens pages; an error in the console fails the test."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.browser, self.url = browser, url
        self.contexts: list[BrowserContext] = []
        self.opened: list[Tab] = []
        self.complaints: list[str] = []

    def person(
        self, *, is_newcomer: bool = False, is_painted: bool = False, **options: Any
    ) -> BrowserContext:
        """A new browser profile; how to play is explained to newcomers only.

        Without the service worker, which would fetch the whole client again for each profile; the
        test of the installed app has one.
        """
        from support.browser.painting import without_paint

        wanted = {
            "base_url": self.url,
            "locale": "it-IT",
            "service_workers": "block",
            "viewport": DESKTOP,
            **options,
        }
        context = self.browser.new_context(**wanted)
        if not is_newcomer:
            knows_all_games(context)
        if not is_painted:
            without_paint(context)
        context.set_default_timeout(MILLISECONDS)
        self.contexts.append(context)
        return context

    def open(self, address: str, of: BrowserContext | None = None, **options: Any) -> Tab:
        from support.browser.requests import watch_requests
        from support.browser.tab import Tab

        page = (of or self.person(**options)).new_page()
        watch_requests(page)
        page.on("console", lambda said: self._hear(said.type, said.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.goto(address)
        tab = Tab(page)
        self.opened.append(tab)
        return tab

    def _hear(self, kind: str, text: str) -> None:
        # A server that was killed on purpose cannot be reached: the browser says so by itself.
        if kind == "error" and "ERR_CONNECTION" not in text and "WebSocket connection" not in text:
            self.complaints.append(text)

    def close(self) -> None:
        for context in self.contexts:
            context.close()
        assert self.complaints == []


@pytest.fixture
def tabs(browser: Browser, site: ServerProcess) -> Iterator[Tabs]:
    all_tabs = Tabs(browser, site.url)
    yield all_tabs
    all_tabs.close()
