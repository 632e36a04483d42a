"""Kill −9 at any moment: acknowledged moves are stored, and a command sent again is played once."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from pathlib import Path

from sqlalchemy import create_engine, select
from support.log_check import check_against_log
from support.servers.players import Player, Progress, seat_pair
from support.servers.process import ForkedServer

from tavolino.client import Client, Live
from tavolino.server.storage.schema import entries

KILLS = 100
TABLES = 6


async def seat_players(server: ForkedServer, progress: Progress) -> tuple[list[Live], list[Player]]:
    """Two people at each of some aftaebr tables, whose countdowns run at the same time."""
    tables = await asyncio.gather(*(seat_pair([server.url], progress) for _ in range(TABLES)))
    players = [player for pair in tables for player in pair]
    return [player.live for player in players], players


async def scenario(server: ForkedServer, seed: int) -> list[Player]:
    rng = random.Random(seed)
    await asyncio.to_thread(server.start)
    everybody: list[Player] = []
    kills = 0
    while kills < KILLS:
        progress = Progress()
        lives, players = await seat_players(server, progress)
        everybody += players
        end = asyncio.Event()
        playing = [asyncio.create_task(player.play(end)) for player in players]
        while kills < KILLS and not all(player.is_done for player in players):
            moving = asyncio.create_task(progress.more(rng.randint(0, 20)))
            busy = {task for task in playing if not task.done()}
            await asyncio.wait({moving, *busy}, return_when=asyncio.FIRST_COMPLETED)
            moving.cancel()
            await asyncio.sleep(rng.uniform(0, 0.01))  # any moment will do
            await asyncio.to_thread(server.kill)
            kills += 1
            await asyncio.to_thread(server.start)
        end.set()
        await asyncio.gather(*playing)
        await check_same_positions(server, players)
        for live in lives:
            await live.__aexit__(None, None, None)
        await asyncio.gather(*(player.transcript.end() for player in players))
    await asyncio.to_thread(server.stop)
    return everybody


async def check_same_positions(server: ForkedServer, players: list[Player]) -> None:
    """A new spectator sees what the players see."""
    for one, other in zip(players[::2], players[1::2]):
        guest = Client(server.url, timeout=300)
        await guest.guest()
        async with guest.connect() as live:
            await live.watch(one.table)
            await live.until(lambda live=live, one=one: bool(live.tables[one.table].updates))  # type: ignore[misc]
            seen = live.position(one.table)
            for player in (one, other):
                await player.live.until(
                    lambda p=player, seen=seen: p.live.position(p.table).seq >= seen.seq  # type: ignore[misc]
                )
                mine = player.live.position(one.table)
                assert (mine.seq, mine.view, mine.moves) == (seen.seq, seen.view, seen.moves)


def test_nothing_acknowledged_is_ever_lost(tmp_path: Path) -> None:
    with ForkedServer(tmp_path / "data") as server:
        players = asyncio.run(scenario(server, seed=7))
    assert sum(len(player.acknowledged) for player in players) > KILLS
    logs: dict[str, dict[int, str]] = {}
    messages: Counter[str] = Counter()
    engine = create_engine(f"sqlite:///{tmp_path / 'data' / 'tavolino.db'}")
    with engine.connect() as connection:
        for row in connection.execute(select(entries).order_by(entries.c.table_id, entries.c.seq)):
            logs.setdefault(row.table_id, {})[row.seq] = row.text
            if row.message:
                messages[f"{row.table_id} {row.message}"] += 1
    transcripts = [player.transcript.messages for player in players]
    assert check_against_log(engine, transcripts) > 2 * KILLS
    engine.dispose()
    for player in players:
        log = logs[player.table]
        assert sorted(log) == list(range(1, len(log) + 1)), "the log has no gaps"
        for seq, move in player.acknowledged.items():
            # The answer to a repeated message has the newest position; its move is before that.
            mine = [s for s in log if log[s] == f"player {player.number + 1}: {move}" and s <= seq]
            assert mine, f"{move} was acknowledged at {seq} and is not in the log"
    assert set(messages.values()) <= {1}, "a message was played twice"
