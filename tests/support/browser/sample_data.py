"""Users with finished games, for pages that show them."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from random import Random
from typing import Any, TypeVar

import msgspec

from support.timeout import TIMEOUT
from tavolino.client import Client, Live
from tavolino.client.rest import Rest
from tavolino.server.live.domain import messages as m

T = TypeVar("T")


@dataclass(frozen=True)
class SampleData:
    """What there is to look at."""

    cookie: str
    """Of Anna, who has played."""
    azul: str
    nove: str
    contest: str
    """Three tables of hers that are over."""
    lobby: str
    """A contest that waits, with Anna as its host."""
    unfinished: str
    """A patience of hers, half way."""


def run_async(scenario: Coroutine[Any, Any, T]) -> T:
    """The browser has an event loop in this thread already, so a scenario gets another one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, asyncio.wait_for(scenario, 3 * TIMEOUT)).result()


async def new_user(url: str, name: str) -> Client:
    client = Client(url, timeout=TIMEOUT)
    await client.guest()
    await ask(url, client, "PATCH", "/api/me", {"name": name})
    return client


async def ask(url: str, client: Client, method: str, path: str, body: object = None) -> Any:
    """A request that the Python client has no method for."""
    answer = await Rest(url, client.cookie, TIMEOUT).request(method, path, body)
    return msgspec.json.decode(answer)


async def play(live: Live, table: str, most: int, rng: Random) -> m.Update:
    """Random moves, those that give something first."""
    await live.watch(table)
    update = await live.after(table, -1)
    before = ""
    for _ in range(most):
        if not update.moves or update.actor is None:
            break
        before = _choice(update, before, rng)
        update = await live.move(table, before)
    return update


def _choice(update: m.Update, before: str, rng: Random) -> str:
    """Tiles where they fit; cards to the bases, and none that has just been moved."""
    if update.previews:
        previews = update.previews
        return min(update.moves, key=lambda move: (previews[move].floor, -previews[move].line))
    card = before.partition(">")[0]
    fresh = [move for move in update.moves if move.partition(">")[0] != card] or update.moves
    to_base = [move for move in fresh if move.endswith(">b")]
    return rng.choice(to_base or fresh)


async def give_up(client: Client, table: str, most: int, rng: Random) -> None:
    async with client.connect() as live:
        await play(live, table, most, rng)
        if live.position(table).actor is not None:
            await live.give_up(table)


async def create_sample_data(url: str, games: int = 3) -> SampleData:
    """Anna has played some of everything, Marco waits for players, both played today's deal."""
    rng = Random(16)
    anna, marco = await new_user(url, "Anna"), await new_user(url, "Marco")
    for n in range(games):
        azul = (await anna.create_table("practice", "azul_solo", deal=70 + n)).table
        async with anna.connect() as live:
            await play(live, azul, 80, rng)
    for n in range(games):
        nove = (await anna.create_table("practice", "nove_colonne", deal=11 + n)).table
        await give_up(anna, nove, 30 + 10 * n, rng)
    contest = await _contest(anna, marco, rng)
    for client, moves in ((anna, 45), (marco, 20)):
        daily = await ask(url, client, "POST", "/api/daily/nove_colonne")
        await give_up(client, daily["table"], moves, rng)
    unfinished = (await anna.create_table("practice", "solitario40", deal=4821)).table
    async with anna.connect() as live:
        await play(live, unfinished, 25, rng)
    await marco.create_table(
        "contest", "solitario40", players=6, is_public=True, bots={"5": "medio"}
    )
    await marco.create_table("table", "aftaebr", options={"players": "3"}, is_public=True)
    lobby = await anna.create_table(
        "contest", "solitario40", players=4, is_public=False, bots={"3": "difficile"}
    )
    return SampleData(anna.cookie, azul, nove, contest, lobby.table, unfinished)


async def _contest(host: Client, guest: Client, rng: Random) -> str:
    info = await host.create_table("contest", "nove_colonne", players=2)
    await guest.join(info.table)
    await asyncio.gather(
        *(_compete(client, info.table, moves, rng) for client, moves in ((host, 40), (guest, 25)))
    )
    return info.table


async def _compete(client: Client, table: str, moves: int, rng: Random) -> None:
    async with client.connect() as live:
        await live.watch(table)
        await live.until(lambda: bool(live.tables[table].updates))
        await play(live, table, moves, rng)
        if live.position(table).actor is not None:
            await live.give_up(table)
