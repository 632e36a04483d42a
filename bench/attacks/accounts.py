"""Attacks on accounts, for ``bench/under_attack.py``: each runs until done or cancelled."""

from __future__ import annotations

import asyncio
import time
from itertools import count

from tavolino.client import Client
from tavolino.client.rest import Rest
from tavolino.server.errors import Refusal

SECONDS = 6.0
AT_ONCE = 6


async def _guest(url: str) -> Rest:
    client = Client(url)
    await client.guest()
    return Rest(url, client.cookie, 30)


async def _repeat(rest: Rest, method: str, path: str, body: object = None) -> None:
    """The same request again and again; refusals are answers too."""
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        try:
            await rest.request(method, path, body)
        except Refusal:
            pass


async def _by_many(url: str, method: str, path: str, body: object = None) -> None:
    rests = [await _guest(url) for _ in range(AT_ONCE)]
    await asyncio.gather(*(_repeat(rest, method, path, body) for rest in rests))


async def attack_passwords(url: str) -> None:
    """Wrong passwords for one account: a hash each until the limit is reached."""
    body = {"name": "Anna", "password": "non è questa"}
    await _by_many(url, "POST", "/api/sign-in", body)


async def attack_names(url: str) -> None:
    """Guests who change their names without end."""
    rests = [await _guest(url) for _ in range(AT_ONCE)]
    end, numbers = time.monotonic() + SECONDS, count(1)

    async def rename(rest: Rest) -> None:
        while time.monotonic() < end:
            try:
                await rest.request("PATCH", "/api/me", {"name": f"Nome {next(numbers)}"})
            except Refusal:
                pass

    await asyncio.gather(*map(rename, rests))


async def attack_guests(url: str) -> None:
    """As many guests as one address may create, each with a table that nobody uses."""
    end = time.monotonic() + SECONDS

    async def come() -> None:
        while time.monotonic() < end:
            client = Client(url)
            try:
                await client.guest()
                await client.create_table("practice", "nove_colonne")
            except Refusal:
                await asyncio.sleep(0.05)

    await asyncio.gather(*(come() for _ in range(AT_ONCE)))
