"""Two runtimes with one database act as two processes: the primary key resolves every race."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import select
from support.servers.in_memory import Visitor, in_memory_server
from support.timeout import TIMEOUT

from tavolino.server.accounts import cookies
from tavolino.server.live.domain import messages as m
from tavolino.server.storage.schema import entries


def test_two_moves_race_and_one_is_stale(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with in_memory_server(tmp_path) as one, in_memory_server(tmp_path) as other:
            anna, table = await one.practice("solitario40")
            tablet = Visitor(other.runtime, anna.person)
            await tablet.watch(table)
            for _ in range(10):
                here, there = await anna.position(table), await tablet.position(table)
                if here.seq != there.seq:
                    # There is no pub/sub here: the other runtime catches up with its next command.
                    behind = anna if here.seq < there.seq else tablet
                    error = await behind.move(table)
                    assert isinstance(error, m.Error) and error.code == "stale", error
                    newest = max(here.seq, there.seq)
                    await behind.until(lambda x, n=newest: getattr(x, "seq", 0) >= n)  # type: ignore[misc]
                    continue
                answers = await asyncio.gather(anna.move(table), tablet.move(table))
                kinds = sorted(type(answer).__name__ for answer in answers)
                assert kinds == ["Error", "Update"], answers
                error = next(a for a in answers if isinstance(a, m.Error))
                assert error.code == "stale"
            rows = await one.runtime.database.rows(
                select(entries).where(entries.c.table_id == table).order_by(entries.c.seq)
            )
            assert [row.seq for row in rows] == list(range(1, len(rows) + 1))

    asyncio.run(scenario())


def test_contest_moves_in_two_processes_all_count(tmp_path: Path) -> None:
    """Rivals do not wait for each other: a key that is taken is tried again further on."""

    async def scenario() -> None:
        async with in_memory_server(tmp_path) as one, in_memory_server(tmp_path) as other:
            people, table = await one.gathered("solitario40", 4, kind="contest")
            away = [Visitor(other.runtime, p.person) for p in people[2:]]
            for visitor in away:
                await visitor.watch(table)
            players = [*people[:2], *away]

            async def play(number: int, player: Visitor) -> int:
                done = 0
                for _ in range(15):
                    seen = await player.position(table, number)
                    if not seen.moves:
                        break
                    answer = (
                        await player.move(table, done, board=number)
                        if done < len(seen.moves)
                        else await player.move(table, 0, board=number)
                    )
                    assert isinstance(answer, m.Update), answer
                    done += 1
                return done

            played = await asyncio.gather(*(play(n, p) for n, p in enumerate(players)))
            rows = await one.runtime.database.rows(
                select(entries).where(entries.c.table_id == table).order_by(entries.c.seq)
            )
            assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
            moves = [row for row in rows if row.text.startswith("player")]
            assert len(moves) == sum(played)

    asyncio.run(scenario())


@pytest.mark.usefixtures("hub")
def test_a_new_name_is_known_at_every_process(tmp_path: Path) -> None:
    """However long a process remembers a user."""

    async def scenario() -> None:
        hour = {"user_cache_seconds": 3600.0}
        async with in_memory_server(tmp_path, **hour) as one, in_memory_server(tmp_path) as other:
            here, there = one.runtime.sessions, other.runtime.sessions
            guest = await there.new_guest("test")
            cookie = f"{cookies.NAME}={here.cookie_for(guest)}"
            assert await here.user_of(cookie) == guest
            await there.rename(guest, "Carla", "test")
            async with asyncio.timeout(TIMEOUT):
                while (user := await here.user_of(cookie)) and user.name != "Carla":
                    await asyncio.sleep(0.01)
            assert user

    asyncio.run(scenario())


def test_a_game_continues_after_a_restart(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with in_memory_server(tmp_path) as one:
            people, table = await one.gathered("aftaebr", 2, kind="table")
            for _ in range(5):
                seen = await people[0].position(table)
                assert seen.actor is not None
                done = await people[seen.actor].move(table)
        async with in_memory_server(tmp_path) as again:
            back = Visitor(again.runtime, people[0].person)
            await back.watch(table)
            seen = await back.position(table)
            assert (seen.seq, seen.view, seen.moves) == (done.seq, done.view, done.moves)

    asyncio.run(scenario())
