"""The reference: a bare program that stores every move before it answers, and knows no rules.

An ASGI application on the web server of Tavolino. It keeps each move as a row of SQLite with
``synchronous=FULL``, commits in a thread everything that has come during the last commit, and then
answers the players of the table with the same bytes. Arguments: the port and the database;
``REFERENCE_ANSWER`` names the file with the bytes.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Coroutine, MutableMapping
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from typing import Any, TypeAlias

import msgspec

Event: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Event]]
Send: TypeAlias = Callable[[Event], Coroutine[Any, Any, None]]
Row: TypeAlias = tuple[str, int, int, str, str]
INSERT = "INSERT INTO moves VALUES (?, ?, ?, ?, ?)"


class Watch(msgspec.Struct, tag_field="type", tag="watch"):
    table: str


class Move(msgspec.Struct, tag_field="type", tag="move"):
    table: str
    id: str
    count: int
    move: str


decoder = msgspec.json.Decoder(Watch | Move)
tables: defaultdict[str, list[Send]] = defaultdict(list)
update = {
    "type": "websocket.send",
    "text": Path(os.environ["REFERENCE_ANSWER"]).read_text(),
}
committers: list[Committer] = []


class Committer:
    """Rows with the tables that wait for them."""

    def __init__(self, path: str) -> None:
        self._path, self._loop = path, asyncio.get_running_loop()
        self._queue: SimpleQueue[Row] = SimpleQueue()
        self.count = 0
        threading.Thread(target=self._run, daemon=True).start()

    def put(self, move: Move) -> None:
        self.count += 1
        at = time.time_ns() // 1_000_000
        self._queue.put((move.table, self.count, at, move.move, move.id))

    def _run(self) -> None:
        database = sqlite3.connect(self._path)
        for pragma in ("journal_mode=WAL", "synchronous=FULL"):
            database.execute(f"PRAGMA {pragma}")
        database.execute(
            "CREATE TABLE moves (table_id TEXT, seq INTEGER, at INTEGER, text TEXT, message TEXT, "
            "PRIMARY KEY (table_id, seq))"
        )
        while True:
            rows = [self._queue.get()]
            while not self._queue.empty():
                rows.append(self._queue.get())
            database.executemany(INSERT, rows)
            database.commit()
            self._loop.call_soon_threadsafe(self._answer, rows)

    def _answer(self, rows: list[Row]) -> None:
        for table, *_ in rows:
            for send in tables[table]:
                with suppress(StopIteration):  # it does not wait, so a task is not needed
                    send(update).send(None)


async def app(scope: Event, receive: Receive, send: Send) -> None:
    if scope["type"] == "lifespan":
        committers.append(Committer(sys.argv[2]))
        await _lifespan(receive, send)
    elif scope["type"] == "http":
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"ok"})
    else:
        await _play(receive, send)


async def _lifespan(receive: Receive, send: Send) -> None:
    while True:
        kind = (await receive())["type"]
        await send({"type": f"{kind}.complete"})
        if kind == "lifespan.shutdown":
            return


async def _play(receive: Receive, send: Send) -> None:
    await receive()
    await send({"type": "websocket.accept"})
    (committer,) = committers
    mine: list[Send] = []
    while (event := await receive())["type"] == "websocket.receive":
        message = decoder.decode(event.get("text") or event["bytes"])
        if isinstance(message, Watch):
            mine = tables[message.table]
            mine.append(send)
            await send(update)
        else:
            committer.put(message)
    mine.remove(send)


if __name__ == "__main__":
    import uvicorn

    from live_load.tavolino_server import WEB_SERVER

    uvicorn.run(app, port=int(sys.argv[1]), **WEB_SERVER)  # type: ignore[arg-type]
