"""Work for a request that ends when the client hangs up."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from litestar import Request

from tavolino.server.errors import Unavailable

T = TypeVar("T")


async def until_hang_up(request: Request[Any, Any, Any], work: Coroutine[Any, Any, T]) -> T:
    """The result of the work, which is cancelled if the client disconnects before."""
    task = asyncio.ensure_future(work)
    gone = asyncio.ensure_future(_hang_up(request))
    try:
        await asyncio.wait((task, gone), return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise Unavailable("the client has disconnected")
        return task.result()
    finally:
        task.cancel()
        gone.cancel()


async def _hang_up(request: Request[Any, Any, Any]) -> None:
    """Returns when the client disconnects; the body has been read before."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
