"""Moves made over the socket by the user of a page, which follows: much quicker than by hand."""

from __future__ import annotations

from collections.abc import Iterable

from playwright.sync_api import BrowserContext

from support.browser.sample_data import run_async
from support.browser.tab import Tab
from support.timeout import TIMEOUT
from tavolino.client import Client
from tavolino.server.live.domain.messages import Update


def play_over_socket(tab: Tab, url: str, moves: Iterable[str]) -> Update:
    """The position after the moves, which the page shows then."""
    table = tab.page.url.rsplit("/", 1)[1]
    update = run_async(_play(url, cookie_of(tab.page.context), table, moves))
    tab.after(update.count - 1)
    return update


def cookie_of(user: BrowserContext) -> str:
    return next(str(one["value"]) for one in user.cookies() if one["name"] == "tavolino")


async def _play(url: str, cookie: str, table: str, moves: Iterable[str]) -> Update:
    async with Client(url, cookie, timeout=TIMEOUT).connect() as live:
        await live.watch(table)
        update = await live.after(table, -1)
        for move in moves:
            update = await live.move(table, move)
        return update
