"""Attacks by users on each other, for ``bench/under_attack.py``: friends, notices, phrases."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, suppress
from itertools import count
from secrets import token_hex
from typing import Any

import msgspec
from websockets.exceptions import WebSocketException

from tavolino.client import Client, Live
from tavolino.game import TavolinoError
from tavolino.server.live.domain import messages as m
from tavolino.server.users.notices.web_push import encode64, new_key, parse_key, public_bytes

PASSWORD = "una frase lunga"
SECONDS = 6.0
FRIENDS = 12
GUESTS, SOCKETS = 10, 20
"""Onlookers, and the sockets of each: the most that a user may have."""


async def attack_friends(url: str) -> None:
    """Friends who come and go, ask for their friends and open links that do not exist."""
    accounts = [await _account(url) for _ in range(FRIENDS)]
    await _befriend(accounts)

    async def ask(client: Client) -> None:
        await _get(client, "/api/friends")
        await _get(client, f"/api/friend-links/{token_hex(12)}")
        async with client.connect() as live:
            for is_visible in (False, True) * 10:
                await live.send(m.Visible(is_visible))

    await _repeat(accounts, ask)


async def attack_notices(url: str) -> None:
    """Push endpoints that do not answer, and invitations to all friends at table after table."""
    accounts = [await _account(url) for _ in range(FRIENDS)]
    await _befriend(accounts)
    ids = [(await client.me()).id for client in accounts]
    keys = {"p256dh": encode64(public_bytes(parse_key(new_key()))), "auth": encode64(bytes(16))}
    for client in accounts:
        for n in range(10):
            endpoint = f"https://203.0.113.{n + 1}/{token_hex(4)}"
            await _send(client, "POST", "/api/notices/push", {"endpoint": endpoint, **keys})

    async def invite(client: Client) -> None:
        table = (await client.create_table("table", "aftaebr")).table
        for friend in ids:
            await _send(client, "POST", f"/api/tables/{table}/invitations", {"friend": friend})

    await _repeat(accounts, invite)


async def attack_links(url: str) -> None:
    """Links of mails that do not exist, without a session; mail addresses of others."""
    strangers = [Client(url) for _ in range(6)]

    async def open_link(client: Client) -> None:
        await _get(client, f"/api/mail/{token_hex(12)}")
        await _send(client, "POST", f"/api/mail/{token_hex(12)}/confirm", {})

    await _repeat(strangers, open_link)


async def attack_phrases(url: str) -> None:
    """As many phrases as fit, by both players of some tables."""
    async with AsyncExitStack() as stack:
        players = [await _table_of_two(url, stack) for _ in range(5)]

        async def chatter(live: Live, table: str) -> None:
            while True:
                await live.say(table, "hello")
                await asyncio.sleep(0.03)

        await asyncio.gather(*(chatter(*one) for pair in players for one in pair))


async def attack_fast_moves(url: str) -> None:
    """Players who move at once, before a crowd of onlookers."""
    async with AsyncExitStack() as stack:
        pair = await _table_of_two(url, stack, onlookers="boards", turn_seconds=86_400)
        table = pair[0][1]
        for _ in range(GUESTS):
            guest = Client(url)
            await guest.guest()
            for _ in range(SOCKETS):
                onlooker = await stack.enter_async_context(guest.connect())
                await onlooker.watch(table)
        while True:
            for live, _ in pair:
                if moves := live.position(table).moves:  # none in the turn of the other
                    with suppress(TavolinoError):
                        await live.move(table, moves[0])
            await asyncio.sleep(0.01)


async def attack_many_tables(url: str) -> None:
    """Guests who open games with bots and long turns, and go."""
    body = {"game": "aftaebr", "kind": "table", "turn_seconds": 86_400, "bots": {"1": "random"}}

    async def open_all(_: Client) -> None:
        guest = Client(url)
        await guest.guest()
        for _attempt in range(60):
            await guest._rest.request("POST", "/api/tables", body)

    await _repeat([Client(url) for _ in range(6)], open_all)


async def attack_watching(url: str) -> None:
    """Accounts that look at a game with long turns, go and look again."""
    async with AsyncExitStack() as stack:
        pair = await _table_of_two(url, stack, turn_seconds=86_400, are_guests=False)

        async def look(live: Live, table: str) -> None:
            while True:
                with suppress(TavolinoError):
                    await live.leave(table)
                    await live.watch(table)
                await asyncio.sleep(0.05)

        await asyncio.gather(*(look(*one) for one in pair))


async def attack_calendar(url: str) -> None:
    """Every page about oneself, again and again."""
    guests = [await _guest(url) for _ in range(6)]
    for guest in guests:
        await _send(guest, "POST", "/api/daily/nove_colonne", {})

    async def look(client: Client) -> None:
        for path in ("/api/me/daily?month=2026-11", "/api/daily", "/api/games", "/api/me"):
            await _get(client, path)

    await _repeat(guests, look)


# Helpers

_numbers = count(1)


async def _guest(url: str) -> Client:
    client = Client(url)
    await client.guest()
    return client


async def _account(url: str) -> Client:
    client = Client(url)
    await client.create_account(f"Amico {next(_numbers)} {token_hex(3)}", PASSWORD)
    return client


async def _befriend(accounts: list[Client]) -> None:
    for n, client in enumerate(accounts):
        made = await client._rest.request("POST", "/api/friends/link")
        token = msgspec.json.decode(made)["token"]
        for other in accounts[n + 1 :]:
            await _send(other, "POST", f"/api/friend-links/{token}/accept", {})


async def _table_of_two(
    url: str, stack: AsyncExitStack, are_guests: bool = True, **settings: Any
) -> list[tuple[Live, str]]:
    """The sockets of both players of a game that has begun, with its table."""
    players = [await (_guest(url) if are_guests else _account(url)) for _ in range(2)]
    table = (await players[0].create_table("table", "aftaebr", **settings)).table
    await players[1].join(table)
    sockets = [await stack.enter_async_context(player.connect()) for player in players]
    for live in sockets:
        await live.watch(table)
    for live in sockets:
        await live.after(table, 0)
    return [(live, table) for live in sockets]


async def _repeat(clients: list[Client], work: Callable[[Client], Awaitable[None]]) -> None:
    """All clients at once, each again and again; refusals do not stop them."""

    async def one(client: Client) -> None:
        while True:
            with suppress(TavolinoError, OSError, WebSocketException):
                await work(client)
            await asyncio.sleep(0.01)

    with suppress(TimeoutError):
        async with asyncio.timeout(SECONDS):
            await asyncio.gather(*map(one, clients))


async def _get(client: Client, path: str) -> None:
    await _send(client, "GET", path)


async def _send(client: Client, method: str, path: str, body: Any = None) -> None:
    with suppress(TavolinoError):
        await client._rest.request(method, path, body)
