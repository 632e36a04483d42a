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
    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error

    from support.browser.profiles import Profile, Profiles
    from support.browser.sample_data import SampleData
    from support.browser.tab import Tab


__all__ = ["shared_windows", "windows"]

MILLISECONDS = 1000 * TIMEOUT
NOT_REACHED = ("ERR_CONNECTION", "WebSocket connection")


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

    def __init__(self, browser: Browser, url: str, profiles: Profiles | None = None) -> None:
        self.browser, self.url = browser, url
        self._profiles = profiles
        """Those of other tests, to be used again."""
        self._lent: dict[BrowserContext, Profile] = {}
        self.contexts: list[BrowserContext] = []
        self.opened: list[Tab] = []
        self.complaints: list[str] = []

    def person(
        self,
        *,
        is_newcomer: bool = False,
        is_painted: bool = False,
        is_fresh: bool = False,
        **options: Any,
    ) -> BrowserContext:
        """An empty browser profile; how to play is explained to newcomers only.

        Without the service worker, which would fetch the whole client again for each profile; the
        test of the installed app has one. A test that needs an empty cache, or that gives the
        profile scripts, routes, permissions, another clock or no network, asks for a fresh one.
        """
        from support.browser.profiles import Profile

        wanted = {
            "base_url": self.url,
            "locale": "it-IT",
            "service_workers": "block",
            "viewport": DESKTOP,
            **options,
        }
        if self._profiles is None or is_fresh:
            context = self._new_context(wanted, is_newcomer, is_painted)
        else:
            kind = {**wanted, "is_newcomer": is_newcomer, "is_painted": is_painted}
            profile = self._profiles.take(kind)
            if profile is None:
                profile = Profile(self._new_context(wanted, is_newcomer, is_painted), kind)
            context = profile.context
            self._lent[context] = profile
        self.contexts.append(context)
        return context

    def _new_context(
        self, wanted: dict[str, Any], is_newcomer: bool, is_painted: bool
    ) -> BrowserContext:
        from support.browser.painting import without_paint

        context = self.browser.new_context(**wanted)
        if not is_newcomer:
            knows_all_games(context)
        if not is_painted:
            without_paint(context)
        context.set_default_timeout(MILLISECONDS)
        return context

    def open(self, address: str, of: BrowserContext | None = None, **options: Any) -> Tab:
        from support.browser.requests import watch_requests
        from support.browser.tab import Tab

        context = of or self.person(**options)
        if profile := self._lent.get(context):
            page = profile.take_page()
            profile.listen(page, "console", self._hear)
            profile.listen(page, "pageerror", self._hear_error)
        else:
            page = context.new_page()
            watch_requests(page)
            page.on("console", self._hear)
            page.on("pageerror", self._hear_error)
        page.goto(address)
        tab = Tab(page)
        self.opened.append(tab)
        return tab

    def _hear(self, said: ConsoleMessage) -> None:
        # A server that was killed on purpose cannot be reached: the browser says so by itself.
        text = said.text
        if said.type == "error" and not any(known in text for known in NOT_REACHED):
            self.complaints.append(text)

    def _hear_error(self, error: Error) -> None:
        self.complaints.append(str(error))

    def close(self, has_failed: bool = False) -> None:
        """What a failed test has left in a profile is not for the next one."""
        for context in self.contexts:
            profile = self._lent.pop(context, None)
            if self._profiles and profile and not has_failed and profile.can_be_cleared:
                self._profiles.give_back(profile)
            else:
                context.close()
        assert self.complaints == []


def has_failed(request: pytest.FixtureRequest) -> bool:
    """The test that asked for this fixture, or another fixture of it."""
    report = getattr(request.node, "rep_call", None)
    return report is None or bool(report.failed)


@pytest.fixture(scope="session")
def profiles(browser: Browser) -> Profiles:
    from support.browser.profiles import Profiles

    return Profiles()


@pytest.fixture
def tabs(
    request: pytest.FixtureRequest, browser: Browser, site: ServerProcess, profiles: Profiles
) -> Iterator[Tabs]:
    all_tabs = Tabs(browser, site.url, profiles)
    yield all_tabs
    all_tabs.close(has_failed=has_failed(request))
