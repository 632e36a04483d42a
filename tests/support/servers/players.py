"""People who play random moves at real servers, and remember what they were told."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import NamedTuple, TypeVar

from support.log_check import Transcript
from tavolino.client import Client, Live
from tavolino.client.errors import ServerLost
from tavolino.game import TavolinoError
from tavolino.server.clock import now
from tavolino.server.errors import Stale, TableOver, TimeUp, Unavailable
from tavolino.server.live.domain import messages as m

T = TypeVar("T")

EXPECTED = (Stale, TableOver, TimeUp, Unavailable)
"""Refusals that a right move may get: somebody or a clock was quicker, or something has failed."""
RETRY_SECONDS = 0.1


class Progress:
    """Moves acknowledged to anybody."""

    def __init__(self) -> None:
        self.count, self._changed = 0, asyncio.Event()

    def add(self) -> None:
        self.count += 1
        self._changed.set()

    async def more(self, moves: int) -> None:
        wanted = self.count + moves
        while self.count < wanted:
            self._changed.clear()
            await self._changed.wait()

    async def watch(self, seconds: float) -> None:
        """Fails if nobody has moved for such a time."""
        seen = -1
        while seen < self.count:
            seen = self.count
            await asyncio.sleep(seconds)
        raise AssertionError(f"nobody has moved for {seconds:g} s")


class Acknowledged(NamedTuple):
    table: str
    seq: int
    """Of the update that answered the move."""
    move: str
    sent_at: int
    answered_at: int
    """By the clock of this machine, which is that of its database."""
    connection: int
    """The number of the connection over which the answer came."""


class Player:
    """A person with one connection, who plays at one table after the other."""

    def __init__(self, client: Client, live: Live, number: int, progress: Progress) -> None:
        self.client, self.live, self.number, self.progress = client, live, number, progress
        self.rng = random.Random(number)
        self.acknowledged: list[Acknowledged] = []
        self.refusals: list[TavolinoError] = []
        self.transcript = Transcript(live)
        self.pause = 0.15
        """Seconds between two moves."""
        self.is_idle = False
        """Makes no move: only a clock can go on."""

    @classmethod
    async def arrive(cls, url: str, number: int, progress: Progress) -> Player:
        client = Client(url, timeout=300)
        await surely(client.guest)
        return cls(client, await client.connect().__aenter__(), number, progress)

    async def leave(self) -> None:
        await self.live.__aexit__(None, None, None)
        await self.transcript.end()

    async def play(self, table: str, end: asyncio.Event) -> None:
        """Plays random moves until the game is over, or until ``end`` is set."""
        while not end.is_set() and not self._is_over(table):
            position, info = self.live.position(table), self.live.tables[table].info
            if info and info.seats[self.number].is_away:
                await self.live.back(table)
                await self._wait(end, lambda i=info: self.live.tables[table].info is not i)  # type: ignore[misc]
            elif position.actor != self.number or self.is_idle:
                await self._wait(
                    end,
                    lambda seq=position.seq: (  # type: ignore[misc]
                        self._is_over(table) or self.live.position(table).seq > seq
                    ),
                )
            elif await self._move(table, position):
                await _sleep(end, self.pause)
            else:
                await _sleep(end, RETRY_SECONDS)

    def _is_over(self, table: str) -> bool:
        info = self.live.tables[table].info
        return info is not None and info.phase == "over" and self.live.position(table).actor is None

    async def _move(self, table: str, position: m.Update) -> bool:
        move, sent_at = self.rng.choice(position.moves), now()
        try:
            update = await self.live.move(table, move)
        except EXPECTED as refusal:
            self.refusals.append(refusal)
            return False
        answer = (sent_at, now(), self.live.connections)
        self.acknowledged.append(Acknowledged(table, update.seq, move, *answer))
        self.progress.add()
        return True

    async def _wait(self, end: asyncio.Event, condition: Callable[[], bool]) -> None:
        changed = asyncio.create_task(self.live.until(condition))
        ending = asyncio.create_task(end.wait())
        await asyncio.wait({changed, ending}, return_when=asyncio.FIRST_COMPLETED)
        for task in (changed, ending):
            task.cancel()
        for result in await asyncio.gather(changed, ending, return_exceptions=True):
            if isinstance(result, TavolinoError):
                raise result


async def surely(request: Callable[[], Awaitable[T]]) -> T:
    """A request that is sent again while something is being replaced."""
    while True:
        try:
            return await request()
        except (ServerLost, Unavailable):
            await asyncio.sleep(RETRY_SECONDS)


async def _sleep(end: asyncio.Event, seconds: float) -> None:
    with suppress(TimeoutError):
        await asyncio.wait_for(end.wait(), seconds)
