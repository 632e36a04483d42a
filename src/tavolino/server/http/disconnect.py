"""Cancels the work for a request when its client disconnects."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from litestar import Request

from tavolino.server.errors import ClientDisconnected

T = TypeVar("T")


async def cancel_on_disconnect(request: Request[Any, Any, Any], work: Coroutine[Any, Any, T]) -> T:
    """The result of the work, which is cancelled if the client disconnects before."""
    task = asyncio.ensure_future(work)
    gone = asyncio.ensure_future(_disconnected(request))
    try:
        await asyncio.wait((task, gone), return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise ClientDisconnected("the connection was closed before the answer")
        return task.result()
    finally:
        task.cancel()
        gone.cancel()


async def _disconnected(request: Request[Any, Any, Any]) -> None:
    """Returns when the client disconnects; the body has been read before."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
