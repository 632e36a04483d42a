"""Joins a table of a server and plays it to the end, with random moves.

    tavolino serve                                      # or any other server
    python examples/join_table.py http://127.0.0.1:8000 --table TABLE

Without ``--table`` it takes a seat at the first public table that waits for players, or opens one
and waits there. Needs ``pip install 'tavolino[client]'``, nothing of the server.
"""

from __future__ import annotations

import argparse
import asyncio
import random
from contextlib import suppress

from tavolino.client import Client, Live
from tavolino.game import TavolinoError
from tavolino.server.errors import Stale
from tavolino.server.live.domain.messages import TableInfo


async def find_table(client: Client, table: str | None, game: str) -> TableInfo:
    """A seat at this table, at a public one, or at a new one."""
    if table is None:
        waiting = [one for one in await client.tables() if one.game == game]
        if not waiting:
            return await client.create_table("table", game, is_public=True)
        table = waiting[0].table
    return await client.join(table)


async def play(live: Live, table: str, rng: random.Random) -> int:
    """Play until the game is over; the number of moves of this player."""
    moves = 0
    async for position in live.turns(table):
        with suppress(Stale):  # the clock was faster
            await live.move(table, rng.choice(position.moves))
            moves += 1
    return moves


async def run(url: str, table: str | None, game: str, seed: int | None) -> None:
    client = Client(url)
    me = await client.guest()
    info = await find_table(client, table, game)
    print(f"{me.name} sits at table {info.table} of {info.game}", flush=True)
    async with client.connect() as live:
        await live.watch(info.table)
        moves = await play(live, info.table, random.Random(seed))
    await client.check_seed(info.table)
    final = await client.table(info.table)
    names = ", ".join(seat.name for seat in final.seats)
    print(f"The game of {names} is over; {me.name} made {moves} moves. The seed was fair.")


def main() -> None:
    parser = argparse.ArgumentParser(description="Joins a table and plays.")
    parser.add_argument("url", help="such as http://127.0.0.1:8000")
    parser.add_argument("--table", help="the last part of its link")
    parser.add_argument("--game", default="aftaebr", help="of the public table to look for")
    parser.add_argument("--seed", type=int, help="for the same choices again")
    chosen = parser.parse_args()
    try:
        asyncio.run(run(chosen.url, chosen.table, chosen.game, chosen.seed))
    except TavolinoError as error:
        raise SystemExit(f"join_table: {error}") from None


if __name__ == "__main__":
    main()
