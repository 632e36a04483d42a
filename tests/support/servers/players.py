"""People who play random moves at real servers, and remember what they were told."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from contextlib import suppress

from support.log_check import Transcript
from tavolino.client import Client, Live
from tavolino.game import TavolinoError
from tavolino.server.errors import Stale, Unavailable


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


class Player:
    """Plays random moves until ``end`` is set."""

    def __init__(self, live: Live, table: str, number: int, progress: Progress) -> None:
        self.live, self.table, self.number, self.progress = live, table, number, progress
        self.rng = random.Random(f"{table} {number}")
        self.acknowledged: dict[int, str] = {}
        """The move that was answered by each position of the log."""
        self.refusals: list[TavolinoError] = []
        self.transcript = Transcript(live)
        self.is_done = False
        self.pause = 0.0
        """Seconds between two moves."""

    async def play(self, end: asyncio.Event) -> None:
        while not end.is_set():
            position = self.live.position(self.table)
            if position.actor is None:
                self.is_done = True
                return
            if position.actor != self.number:
                await self._wait(end, position.seq)
                continue
            move = self.rng.choice(position.moves)
            try:
                update = await self.live.move(self.table, move)
            except (Stale, Unavailable) as refusal:
                self.refusals.append(refusal)
                await asyncio.sleep(0.05)
                continue
            self.acknowledged[update.seq] = move
            self.progress.add()
            if self.pause:
                with suppress(TimeoutError):
                    await asyncio.wait_for(end.wait(), self.pause)

    async def _wait(self, end: asyncio.Event, seq: int) -> None:
        changed = asyncio.create_task(
            self.live.until(lambda: self.live.position(self.table).seq > seq or end.is_set())
        )
        ending = asyncio.create_task(end.wait())
        await asyncio.wait({changed, ending}, return_when=asyncio.FIRST_COMPLETED)
        for task in (changed, ending):
            task.cancel()
        for result in await asyncio.gather(changed, ending, return_exceptions=True):
            if isinstance(result, TavolinoError):
                raise result


async def seat_pair(
    urls: Sequence[str], progress: Progress, turn_seconds: float = 3600
) -> list[Player]:
    """Two people at a table of aftaebr, the first at the first server, the other at the last."""
    pair = [Client(urls[0], timeout=300), Client(urls[-1], timeout=300)]
    for client in pair:
        await client.guest()
    info = await pair[0].create_table("table", "aftaebr", turn_seconds=turn_seconds)
    await pair[1].join(info.table)
    players = []
    for number, client in enumerate(pair):
        live = await client.connect().__aenter__()
        await live.watch(info.table)
        await live.until(lambda live=live, t=info.table: bool(live.tables[t].updates))  # type: ignore[misc]
        players.append(Player(live, info.table, number, progress))
    return players


async def same_positions(players: Sequence[Player]) -> None:
    """Waits until everybody at a table has seen the newest position that anybody has."""
    for table in {player.table for player in players}:
        here = [player for player in players if player.table == table]
        newest = max((player.live.position(table) for player in here), key=lambda x: x.seq)
        for player in here:
            await player.live.until(
                lambda p=player, seq=newest.seq: p.live.position(p.table).seq >= seq  # type: ignore[misc]
            )
            mine = player.live.position(table)
            if mine.seq == newest.seq:
                assert (mine.view, mine.moves) == (newest.view, newest.moves)


async def leave(players: Sequence[Player]) -> None:
    for player in players:
        await player.live.__aexit__(None, None, None)
    for player in players:
        await player.transcript.end()
