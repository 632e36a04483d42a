"""A small Python client of a Tavolino server: REST for tables, a WebSocket for play.

    client = Client("http://127.0.0.1:8000")
    await client.guest()
    info = await client.create_table("practice", "solitario40", deal=7)
    async with client.connect() as live:
        await live.watch(info.table)
        update = await live.move(info.table, live.position(info.table).moves[0])

``async for position in live.turns(info.table)`` plays a whole game: it waits for your turns.
A refusal of the server is raised as an exception of ``tavolino.server.errors``: ``Stale``,
``NotYourTurn``, …
"""

from tavolino.extras import require

try:
    from tavolino.client.client import Client, Me
    from tavolino.client.errors import NoAnswer, ServerLost, UnfairTable
    from tavolino.client.live import Live
    from tavolino.client.table_state import TableState
except ModuleNotFoundError:
    require("client")
    raise

__all__ = ["Client", "Live", "Me", "NoAnswer", "ServerLost", "TableState", "UnfairTable"]
