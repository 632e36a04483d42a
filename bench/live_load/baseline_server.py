"""The baseline: an ASGI application that answers every move to its table with the same bytes.

No rules, no storage, no framework. Argument: the port. ``BASELINE_ANSWER`` names the file with the
bytes.
"""

from __future__ import annotations

import os
import sys
from collections import defaultdict
from collections.abc import Awaitable, Callable, MutableMapping
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

Event: TypeAlias = MutableMapping[str, Any]
Send: TypeAlias = Callable[[Event], Awaitable[None]]


class Watch(msgspec.Struct, tag_field="type", tag="watch"):
    table: str


class Move(msgspec.Struct, tag_field="type", tag="move"):
    table: str
    id: str
    count: int
    move: str


decoder = msgspec.json.Decoder(Watch | Move)
tables: defaultdict[str, list[Send]] = defaultdict(list)
answer = Path(os.environ["BASELINE_ANSWER"]).read_text()


async def app(scope: Event, receive: Callable[[], Awaitable[Event]], send: Send) -> None:
    if scope["type"] == "lifespan":
        await _lifespan(receive, send)
    elif scope["type"] == "http":
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"ok"})
    else:
        await _play(receive, send)


async def _lifespan(receive: Callable[[], Awaitable[Event]], send: Send) -> None:
    while True:
        kind = (await receive())["type"]
        await send({"type": f"{kind}.complete"})
        if kind == "lifespan.shutdown":
            return


async def _play(receive: Callable[[], Awaitable[Event]], send: Send) -> None:
    await receive()
    await send({"type": "websocket.accept"})
    update = {"type": "websocket.send", "text": answer}
    mine: list[Send] = []
    while (event := await receive())["type"] == "websocket.receive":
        message = decoder.decode(event.get("text") or event["bytes"])
        if isinstance(message, Watch):
            mine = tables[message.table]
            mine.append(send)
            await send(update)
        else:
            for player in tables[message.table]:
                await player(update)
    mine.remove(send)


if __name__ == "__main__":
    import uvicorn

    from live_load.tavolino_server import WEB_SERVER

    uvicorn.run(app, port=int(sys.argv[1]), **WEB_SERVER)  # type: ignore[arg-type]
