"""Who is online: users with at least one visible page, at any process."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence

from tavolino.server.live.interfaces import Spawn
from tavolino.server.live.pubsub import PubSub

LEAVE_SECONDS = 5.0
"""A page that is loaded again is back before this."""
MARK_SECONDS = 20.0
"""Between two marks of the present users; a process that died is forgotten after two."""

log = logging.getLogger("tavolino.live")


class Presence:
    def __init__(self, pubsub: PubSub, spawn: Spawn) -> None:
        self._pubsub, self._spawn = pubsub, spawn
        self.leave_seconds = LEAVE_SECONDS
        self._pages: Counter[str] = Counter()
        """The visible pages of each user at this process."""
        self._leaving: dict[str, asyncio.TimerHandle] = {}
        self.on_change: Callable[[str, bool], Awaitable[None]] | None = None
        """Called with a user who has come online or gone offline."""

    def enter(self, user: str) -> None:
        self._pages[user] += 1
        if timer := self._leaving.pop(user, None):
            timer.cancel()
        elif self._pages[user] == 1:
            self._spawn(self._entered(user))

    def leave(self, user: str) -> None:
        self._pages[user] -= 1
        if not self._pages[user]:
            del self._pages[user]
            loop = asyncio.get_running_loop()
            self._leaving[user] = loop.call_later(self.leave_seconds, self._end_leave, user)

    def is_here(self, user: str) -> bool:
        return user in self._pages or user in self._leaving

    async def online(self, users: Sequence[str]) -> set[str]:
        here = {user for user in users if self.is_here(user)}
        return here | await self._elsewhere([user for user in users if user not in here])

    async def keep_marking(self) -> None:
        """Background task."""
        while True:
            if present := [*self._pages, *self._leaving]:
                await self._mark(present)
            await asyncio.sleep(MARK_SECONDS)

    def _end_leave(self, user: str) -> None:
        del self._leaving[user]
        self._spawn(self._left(user))

    async def _entered(self, user: str) -> None:
        await self._mark([user])
        await self._notify(user, True)

    async def _left(self, user: str) -> None:
        try:
            await self._pubsub.mark_absent(user)
        except Exception as error:  # the mark expires by itself
            log.warning("a user could not be marked as absent: %s", error)
        if not await self.online([user]):
            await self._notify(user, False)

    async def _mark(self, users: Sequence[str]) -> None:
        try:
            await self._pubsub.mark_present(users, int(2 * MARK_SECONDS) + 5)
        except Exception as error:  # Redis may be back the next time
            log.warning("users could not be marked as present: %s", error)

    async def _elsewhere(self, users: Sequence[str]) -> set[str]:
        try:
            return await self._pubsub.present(users) if users else set()
        except Exception as error:
            log.warning("who is present at other processes is unknown: %s", error)
            return set()

    async def _notify(self, user: str, is_online: bool) -> None:
        if self.on_change:
            await self.on_change(user, is_online)
