"""Records an update of Tavolino, for the reference server to repeat."""

from __future__ import annotations

from random import Random

import msgspec

from live_load.load import Seat
from tavolino.client import Client

PLIES = 20


async def sample_update(url: str, seats: list[Seat]) -> bytes:
    """An update from the middle of a game."""
    rnd = Random(1)
    table = seats[0].tables[0]
    first, second = (Client(url, seat.cookie).connect() for seat in seats[:2])
    together = (first, second) if seats[1].tables[0] == table else (first,)
    async with first, second:
        for live in together:
            await live.watch(table)
            await live.after(table, -1)
        update = first.position(table)
        for _ in range(PLIES):
            is_first = len(together) == 1 or first.position(table).actor == seats[0].player
            here = first if is_first else second
            moves = here.position(table).moves
            if not moves:  # random moves may lead to an early stall
                break
            update = await here.move(table, rnd.choice(moves))
            if not seats[1].board:  # both sit at the same board, if not alone
                for live in together:
                    await live.after(table, update.count - 1)
    return msgspec.json.encode(update)
