"""The socket at which everything is played."""

from __future__ import annotations

from litestar import asgi
from litestar.types import Receive, Scope, Send

from tavolino.server.house import House


@asgi("/live", copy_scope=False)
async def live(scope: Scope, receive: Receive, send: Send) -> None:
    house: House = scope["litestar_app"].state.house
    await house.door.serve(scope, receive, send)


handlers = [live]
