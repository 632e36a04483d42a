"""Attacks on what bots, readers and verifiers do for everybody, for ``bench/under_attack.py``."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

import msgspec
from sqlalchemy import Engine, insert
from stall import sensible

from tavolino.chance import deal_seed
from tavolino.client import Client
from tavolino.game import TavolinoError, options_of
from tavolino.games.solitario40 import Solitario40
from tavolino.match import Match, new_match, settle
from tavolino.server.clock import now
from tavolino.server.storage.database import open_engine
from tavolino.server.storage.schema import entries, seats, tables, users
from tavolino.solvers.referee import ruling

GAME, DEAL, PLIES = Solitario40(draw=1), 1743, 94
"""A position at which the question for a stall takes long; then the stock is turned again and
again, and every turn asks it again."""
LENGTH = 4_900
"""Entries of a long table; a board has at most 5,000 moves."""
LONG_TABLES = [f"long{n}" for n in range(7)]
SECONDS = 6.0


# Bots


async def attack_contests_of_bots(url: str) -> None:
    """Twenty requests, three hundred bots of the highest level."""
    guest = await _guest(url)
    bots = {str(player): "maestro" for player in range(1, 16)}
    for _ in range(20):
        with suppress(TavolinoError):
            await guest.create_table("contest", "solitario40", players=16, bots=bots)
    await asyncio.sleep(SECONDS)


async def attack_pars(url: str) -> None:
    """A bot plays a whole game for each."""
    guests = [await _guest(url) for _ in range(4)]
    await _repeat(guests, lambda guest, n: _get(guest, f"/api/deals/solitario40/{n + 1}/par"))


async def attack_hints(url: str) -> None:
    """The hints that take longest, at several tables."""
    guests = [await _guest(url) for _ in range(4)]

    async def ask(guest: Client, _: int) -> None:
        table = (await guest.create_table("practice", "azul_solo")).table
        async with guest.connect() as live:
            await live.watch(table)
            await live.after(table, 0)
            await live.hint(table)

    await _repeat(guests, ask)


# Records


def prepare_verifications(data: Path) -> None:
    _store(data, is_over=True)


async def attack_verifications(url: str) -> None:
    """Nobody signs in for these; half of them hang up at once."""
    stranger = Client(url)

    async def verify(_: Client, n: int) -> None:
        path = f"/api/tables/{LONG_TABLES[n % len(LONG_TABLES)]}/verify"
        await (_hang_up(url, path) if n % 2 else _get(stranger, path))

    await _repeat([stranger] * 8, verify)


def prepare_replays(data: Path) -> None:
    _store(data, is_over=True)


async def attack_replays(url: str) -> None:
    """The last page of long games."""
    where = f"/replay?from={LENGTH - 100}&to={LENGTH}"
    await _repeat(
        [Client(url) for _ in range(8)],
        lambda one, n: _get(one, f"/api/tables/{LONG_TABLES[n % len(LONG_TABLES)]}{where}"),
    )


# Tables


def prepare_long_tables(data: Path) -> None:
    _store(data, is_over=False)


async def attack_long_tables(url: str) -> None:
    """Opens seven tables of 10,000 entries, leaves and opens them again."""
    guests = [await _guest(url) for _ in LONG_TABLES]

    async def watch(guest: Client, n: int) -> None:
        async with guest.connect() as live:
            await live.watch(LONG_TABLES[n % len(LONG_TABLES)])

    await _repeat(guests, watch)


# Helpers


async def _guest(url: str) -> Client:
    client = Client(url)
    await client.guest()
    return client


async def _repeat(clients: list[Client], work: Callable[[Client, int], Awaitable[Any]]) -> None:
    """All clients at once, each again and again; refusals do not stop them."""

    async def one(client: Client, start: int) -> None:
        for n in range(start, 1_000_000, len(clients)):
            with suppress(TavolinoError):
                await work(client, n)
            await asyncio.sleep(0.01)

    with suppress(TimeoutError):
        async with asyncio.timeout(SECONDS):
            await asyncio.gather(*(one(client, n) for n, client in enumerate(clients)))


async def _get(client: Client, path: str) -> None:
    await client._rest.request("GET", path)


async def _hang_up(url: str, path: str) -> None:
    """Sends a request and goes."""
    parts = urlsplit(url)
    _, writer = await asyncio.open_connection(parts.hostname, parts.port)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: {parts.netloc}\r\n\r\n".encode())
    await writer.drain()
    await asyncio.sleep(0.1)
    writer.close()


def _long_match() -> Match[Any, Any]:
    match = settle(new_match(GAME, deal_seed(DEAL)), ruling)
    rnd = Random(DEAL)
    for _ in range(PLIES):
        state = match.boards[0].state
        after = sensible(GAME, state, rnd)
        move = next(m for m in GAME.legal_moves(state) if GAME.apply(state, m) == after)
        match = match.move(0, move, ruling)
    while len(match.log) < LENGTH - 1:
        turn = GAME.legal_moves(match.boards[0].state)[-1]
        match = match.move(0, turn, _never)
    return match


def _never(*_: Any) -> None:
    """A referee who has seen that this position is no stall."""


def _store(data: Path, is_over: bool) -> None:
    match = _long_match()
    engine = open_engine(f"sqlite:///{data / 'tavolino.db'}")
    user = {"id": "owner", "name": "Owner", "epoch": 0, "created_at": now()}
    with engine.begin() as connection:
        connection.execute(insert(users), user)
    for table in LONG_TABLES:
        _store_table(engine, table, match, is_over)
    engine.dispose()


def _store_table(engine: Engine, table: str, match: Match[Any, Any], is_over: bool) -> None:
    at = now()
    row = {
        "id": table,
        "kind": "practice",
        "game": GAME.name,
        "version": GAME.version,
        "options": msgspec.json.encode(options_of(GAME)).decode(),
        "settings": "{}",
        "players": 1,
        "deal": DEAL,
        "host": "owner",
        "phase": "over" if is_over else "playing",
        "created_at": at,
        "starts_at": at,
        "ended_at": at if is_over else None,
    }
    seat = {"table_id": table, "player": 0, "person": "owner", "name": "Owner", "nonce": ""}
    with engine.begin() as connection:
        connection.execute(insert(tables), row)
        connection.execute(insert(seats), seat | {"is_away": False})
        connection.execute(insert(entries), list(_entry_rows(table, match, at)))


def _entry_rows(table: str, match: Match[Any, Any], at: int) -> Iterator[dict[str, Any]]:
    for seq, entry in enumerate(match.log, 1):
        yield {"table_id": table, "seq": seq, "at": at, "text": str(entry), "is_automatic": False}
