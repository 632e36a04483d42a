"""A real update of our server, for the bare program to repeat."""

from __future__ import annotations

from random import Random

import msgspec
from _live_load import Seat

from tavolino.client import Client

PLIES = 20


async def recorded(url: str, seats: list[Seat]) -> bytes:
    """What those at one table get in the middle of a game."""
    rnd = Random(1)
    table = seats[0].tables[0]
    first, second = (Client(url, seat.cookie).connect() for seat in seats[:2])
    async with first, second:
        for live in (first, second):
            await live.watch(table)
            await live.until(lambda live=live: bool(live.tables[table].updates))  # type: ignore[misc]
        for _ in range(PLIES):
            count = first.position(table).seq
            here = next(
                live
                for live, seat in ((first, seats[0]), (second, seats[1]))
                if live.position(table).actor == seat.player
            )
            update = await here.move(table, rnd.choice(here.position(table).moves))
            if not seats[1].board:  # at the same board
                await first.until(lambda: first.position(table).seq > count)  # noqa: B023
                await second.until(lambda: second.position(table).seq > count)  # noqa: B023
    return msgspec.json.encode(update)
