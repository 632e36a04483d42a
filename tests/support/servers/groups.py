"""People who play one game after the other with the same others."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from support.servers.players import Player, Progress, surely

LONG_TURN = 3600.0


def table_of_two(turn_seconds: float = LONG_TURN) -> dict[str, Any]:
    return {"kind": "table", "game": "aftaebr", "turn_seconds": turn_seconds}


def table_with_bot(turn_seconds: float = LONG_TURN) -> dict[str, Any]:
    bots = {"2": "greedy"}
    return table_of_two(turn_seconds) | {"options": {"players": "3"}, "bots": bots}


def contest(time_limit: float) -> dict[str, Any]:
    options = {"time_limit": str(time_limit)}
    return {"kind": "contest", "game": "azul_solo", "players": 2, "contest": options}


class Group:
    """Two people, at the same server or at two."""

    def __init__(self, settings: dict[str, Any], players: Sequence[Player]) -> None:
        self.settings, self.players = settings, players
        self.tables: list[str] = []
        self.is_playing = False

    @classmethod
    async def gather(
        cls, settings: dict[str, Any], urls: Sequence[str], progress: Progress
    ) -> Group:
        """The first at the first server, the other at the last."""
        both = enumerate((urls[0], urls[-1]))
        arriving = [Player.arrive(url, number, progress) for number, url in both]
        return cls(settings, await asyncio.gather(*arriving))

    async def play(self, end: asyncio.Event) -> None:
        while not end.is_set():
            table = await self._open()
            self.is_playing = True
            await asyncio.gather(*(player.play(table, end) for player in self.players))
            self.is_playing = False
            await self._compare(table)
            if not end.is_set():  # a user watches a bounded number of tables
                for player in self.players:
                    await player.live.leave(table)

    async def _open(self) -> str:
        host, guest = self.players
        info = await surely(lambda: host.client.create_table(**self.settings))
        await surely(lambda: guest.client.join(info.table))
        self.tables.append(info.table)
        for player in self.players:
            await player.live.watch(info.table)
            await player.live.until(
                lambda p=player, t=info.table: bool(p.live.tables[t].updates)  # type: ignore[misc]
            )
        return info.table

    async def _compare(self, table: str) -> None:
        """Everybody comes to see the newest position of each board that anybody has.

        Positions of a board are compared by its own count: who is shown a board at the end of a
        contest gets it with the number of the whole log, which its player has not been sent.
        """
        boards = {board for one in self.players for board in one.live.tables[table].updates}
        for board in boards:
            seen = [one for one in self.players if board in one.live.tables[table].updates]
            newest = max(
                (one.live.tables[table].updates[board] for one in seen), key=lambda x: x.count
            )
            for player in seen:
                mine = player.live.tables[table].updates
                await player.live.until(lambda: mine[board].count >= newest.count)  # noqa: B023
                if mine[board].count == newest.count:
                    assert (mine[board].view, mine[board].moves) == (newest.view, newest.moves)

    def is_away(self, number: int) -> bool:
        """Does the other player see that a bot plays for this one?"""
        info = self.players[1 - number].live.tables[self.tables[-1]].info
        return info is not None and info.seats[number].is_away

    async def leave(self) -> None:
        for player in self.players:
            await player.leave()
