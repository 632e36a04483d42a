"""Attacks on live play, for ``bench/under_attack.py``: hard questions, a crowd of onlookers."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack, suppress

from tavolino.client import Client, Live
from tavolino.game import TavolinoError

HARD_DEAL = 1157
HARD_LINE = (
    "AD>b 2D>b JD>7 AH>b 5S>5 turn turn 6S>1 5D>1 turn KC>2 turn 6S>6 turn 7S>7 6D>7 4C>6 turn turn"
    " AC>b 6S>1 turn turn 3D>b 6S>6 turn turn redeal turn 3H>6 2S>6 4D>b turn turn turn turn turn"
    " JS>5 7H>5 3S>6 4H>7 QC>3 QD>2 KH>5 5H>3 2C>b 3C>b AS>b 2H>b 2S>b 3S>b 3H>b 4C>b 4H>b 5H>b"
    " 5D>b KS>6 6H>b 5C>b 6C>b 7C>b QH>6 KC>3 6S>1 7H>b JH>b QH>b"
)
"""With one card drawn, the last move leads to a stall that takes 221,648 positions to prove."""
TABLES = 3
GUESTS, SOCKETS = 10, 20
"""Onlookers, and the sockets of each: the most that a user may have."""


async def attack_hard_stall(url: str) -> None:
    """A guest takes back and repeats the move that leads to a hard stall, at several tables."""
    client = Client(url)
    await client.guest()
    async with client.connect() as live:
        await asyncio.gather(*(_hard_table(client, live) for _ in range(TABLES)))


async def _hard_table(client: Client, live: Live) -> None:
    info = await client.create_table(
        "practice", "solitario40", deal=HARD_DEAL, options={"draw": "1"}
    )
    await live.watch(info.table)
    *line, last = HARD_LINE.split()
    for move in line:
        await _retried(live.move(info.table, move))
    while True:
        await _retried(live.move(info.table, last))
        await _retried(live.undo(info.table))


async def _retried(command: object) -> None:
    """The server limits the rate of messages; the attack goes on as fast as it may."""
    with suppress(TavolinoError):
        await command  # type: ignore[misc]
    await asyncio.sleep(0.03)


async def attack_onlookers(url: str) -> None:
    """Many onlookers of one table, one of them coming and going."""
    host = Client(url)
    await host.guest()
    info = await host.create_table("table", "aftaebr", onlookers="boards")
    async with AsyncExitStack() as stack:
        for _ in range(GUESTS):
            guest = Client(url)
            await guest.guest()
            for _ in range(SOCKETS):
                live = await stack.enter_async_context(guest.connect())
                await live.watch(info.table)
        while True:
            await live.leave(info.table)
            await live.watch(info.table)
            await asyncio.sleep(0.05)
