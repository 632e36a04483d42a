"""The background tasks of a process. What fails is logged."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

from tavolino.server.errors import Refusal
from tavolino.server.live.cancellation import end_tasks

RESTART_SECONDS = 1.0
"""Pause after the failure of a background task that has to go on."""

log = logging.getLogger("tavolino.live")


class BackgroundTasks:
    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Runs a background task; its failure is logged."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def keep(self, work: Callable[[], Coroutine[Any, Any, Any]]) -> None:
        """Runs a background task that has to go on: after a failure it is started again."""
        self.spawn(self._kept(work))

    async def _kept(self, work: Callable[[], Coroutine[Any, Any, Any]]) -> None:
        while True:
            try:
                await work()
                return
            except Exception:
                log.exception("background task failed: it is started again")
            await asyncio.sleep(RESTART_SECONDS)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error and not isinstance(error, Refusal):  # a refusal is raised to the caller
            log.error("background task failed", exc_info=error)

    async def cancel(self) -> None:
        await end_tasks(list(self._tasks))


async def attempt(work: Coroutine[Any, Any, Any]) -> bool:
    """Whether it succeeded. A failure is logged: the database may be back the next time."""
    try:
        await work
    except Exception as error:
        log.warning("the search for running games failed: %s", str(error).splitlines()[0])
        return False
    return True
