"""Moves made over the socket by the user of a page, which follows: much quicker than by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager

from playwright.sync_api import BrowserContext

from support.browser.profiles import PLAIN_PAGE
from support.browser.sample_data import run_async
from support.browser.tab import Tab
from support.timeout import TIMEOUT
from tavolino.client import Client
from tavolino.server.live.domain.messages import Update

MANY = 8
"""More moves than these cost a page more than to be loaded again."""


def play_over_socket(tab: Tab, url: str, moves: Sequence[str]) -> Update:
    """The position after the moves, which the page shows then.

    Of many moves it sees the last one only: it would draw and animate them all.
    """
    address, cookie = tab.page.url, cookie_of(tab.page.context)
    table = address.rsplit("/", 1)[1]
    if len(moves) > MANY:
        with away(tab):
            run_async(_play(url, cookie, table, moves[:-1]))
        moves = moves[-1:]
    update = run_async(_play(url, cookie, table, moves))
    tab.after(update.count - 1)
    return update


@contextmanager
def away(tab: Tab) -> Iterator[None]:
    """The page is elsewhere, and comes back to its table afterwards."""
    address = tab.page.url
    tab.page.goto(PLAIN_PAGE)
    yield
    tab.page.goto(address)
    tab.ready()


def deal_and_play(user: BrowserContext, url: str, name: str, moves: Iterable[str]) -> Update:
    """The position after the moves on a practice deal, before any page shows it."""
    if not user.cookies():
        assert user.request.post(f"{url}/api/me").ok
    game, _, deal = name.partition("/")
    return run_async(_deal_and_play(url, cookie_of(user), game, int(deal), moves))


def play_on_over_socket(tab: Tab, url: str, is_there: Callable[[Update], bool]) -> None:
    """The first move of each position up to such a one, which the page shows then."""
    table = tab.page.url.rsplit("/", 1)[1]
    with away(tab):
        run_async(_play_on(url, cookie_of(tab.page.context), table, is_there))


def cookie_of(user: BrowserContext) -> str:
    return next(str(one["value"]) for one in user.cookies() if one["name"] == "tavolino")


async def _play(url: str, cookie: str, table: str, moves: Iterable[str]) -> Update:
    async with Client(url, cookie, timeout=TIMEOUT).connect() as live:
        await live.watch(table)
        update = await live.after(table, -1)
        for move in moves:
            update = await live.move(table, move)
        return update


async def _deal_and_play(
    url: str, cookie: str, game: str, deal: int, moves: Iterable[str]
) -> Update:
    client = Client(url, cookie, timeout=TIMEOUT)
    table = (await client.create_table("practice", game, deal=deal)).table
    return await _play(url, cookie, table, moves)


async def _play_on(url: str, cookie: str, table: str, is_there: Callable[[Update], bool]) -> Update:
    async with Client(url, cookie, timeout=TIMEOUT).connect() as live:
        await live.watch(table)
        update = await live.after(table, -1)
        while not is_there(update):
            update = await live.move(table, update.moves[0])
        return update
