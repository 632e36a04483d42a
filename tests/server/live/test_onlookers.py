"""Many onlookers: the work grows with their number, not with its square, and comes in slices."""

from __future__ import annotations

import asyncio
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest
from support.servers.in_memory import InMemoryServer, Visitor, run_scenario

from tavolino.server.live.domain import messages as m
from tavolino.server.live.interfaces import Frame
from tavolino.server.live.listeners import broadcast

pytestmark = pytest.mark.hardening

MANY = 2_000


class Onlooker:
    """A connection that counts what it gets."""

    def __init__(self, number: int) -> None:
        self.user_id = f"onlooker {number}"
        self.frames: list[Frame] = []

    def put(self, data: Frame) -> None:
        self.frames.append(data)

    @property
    def infos(self) -> list[Frame]:
        return [one for one in self.frames if '"type":"table"' in one.text]

    @property
    def updates(self) -> list[m.Update]:
        texts = [one.text for one in self.frames if '"type":"update"' in one.text]
        return [msgspec.json.decode(text, type=m.Update) for text in texts]


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often the message about a table was made, and the position."""
    counts: Counter[str] = Counter()

    def counted(name: str, function: Any) -> Any:
        def call(*args: Any, **kwargs: Any) -> Any:
            counts[name] += 1
            return function(*args, **kwargs)

        return call

    for name in ("table_info", "update"):
        monkeypatch.setattr(broadcast, name, counted(name, getattr(broadcast, name)))
    monkeypatch.setattr(broadcast, "CROWD_SECONDS", 0.05)
    return counts


async def until(condition: Any) -> None:
    async with asyncio.timeout(30):
        while not condition():
            await asyncio.sleep(0.01)


def test_coming_and_going_is_told_once_to_all(tmp_path: Path, made: Counter[str]) -> None:
    async def scenario(server: InMemoryServer) -> None:
        (anna, _), table = await server.gathered("aftaebr", 2, kind="table")
        crowd = server.runtime.registry.tables[table].broadcast
        onlookers = [Onlooker(n) for n in range(MANY)]
        for onlooker in onlookers:
            crowd.add(onlooker)
        await until(lambda: all(len(one.infos) >= 2 for one in onlookers))
        made.clear()
        told = [len(one.infos) for one in onlookers]
        for onlooker in onlookers[:100]:
            crowd.remove(onlooker)
            crowd.add(onlooker)
        crowd.remove(onlookers[-1])
        await until(lambda: len(onlookers[-2].infos) > told[-2])
        await until(lambda: made["table_info"] >= 100)
        rounds = len(onlookers[-2].infos) - told[-2]
        # Each newcomer has a message of their own; a round makes one for each kind of watcher in
        # each slice of the crowd.
        slices = MANY // broadcast.SLICE + 1
        assert made["table_info"] <= 100 + rounds * 3 * slices
        assert rounds <= 3
        last = msgspec.json.decode(onlookers[0].infos[-1].text, type=m.TableInfo)
        assert last.watching == MANY - 1
        assert [seat.is_here for seat in last.seats] == [True, True]
        assert not last.yours and not last.is_host
        own = [x for x in anna.got if isinstance(x, m.TableInfo)][-1]
        assert own.yours == [0]

    run_scenario(tmp_path, scenario)


def test_the_end_of_a_game_is_made_once_for_all(tmp_path: Path, made: Counter[str]) -> None:
    """Onlookers who saw only the standings may see every board when a contest is over."""

    async def scenario(server: InMemoryServer) -> None:
        players, table = await server.gathered(
            "solitario40", 2, kind="contest", contest={"time_limit": "2"}, onlookers="standings"
        )
        opened = server.runtime.registry.tables[table]
        onlookers = [Onlooker(n) for n in range(500)]
        for onlooker in onlookers:
            opened.broadcast.add(onlooker)
        made.clear()
        await players[0].until(lambda x: isinstance(x, m.TableInfo) and x.phase == "over")
        await until(lambda: all(len(one.updates) >= 2 for one in onlookers))
        assert made["update"] <= 20

    run_scenario(tmp_path, scenario)


def test_a_crowd_is_served_in_slices(tmp_path: Path) -> None:
    async def scenario(server: InMemoryServer) -> None:
        _, table = await server.practice("azul_solo", deal=5)
        crowd = server.runtime.registry.tables[table].broadcast
        onlookers = [Onlooker(n) for n in range(MANY)]
        for onlooker in onlookers:
            crowd.add(onlooker)
            onlooker.frames.clear()
        served = list[int]()
        crowd.on_settings()
        while not all(one.frames for one in onlookers):
            served.append(sum(bool(one.frames) for one in onlookers))
            await asyncio.sleep(0)
        steps = [later - earlier for earlier, later in pairwise(served)]
        assert len(served) >= MANY // broadcast.SLICE - 1
        assert max(steps) <= broadcast.SLICE

    run_scenario(tmp_path, scenario)


class Turns:
    """Counts the turns of the event loop."""

    def __init__(self) -> None:
        self.number = 0
        self._counting = asyncio.ensure_future(self._count())

    async def _count(self) -> None:
        while True:
            self.number += 1
            await asyncio.sleep(0)

    def stop(self) -> None:
        self._counting.cancel()


def test_a_move_is_sent_to_players_first_and_to_a_crowd_in_slices(tmp_path: Path) -> None:
    async def scenario(server: InMemoryServer) -> None:
        players, table = await server.gathered("aftaebr", 2, kind="table", onlookers="boards")
        crowd = server.runtime.registry.tables[table].broadcast
        turns, served = Turns(), list[tuple[int, str]]()

        class Noting(Onlooker):
            def put(self, data: Frame) -> None:
                super().put(data)
                if '"type":"update"' in data.text:
                    served.append((turns.number, self.user_id))

        onlookers: list[Onlooker] = [Noting(n) for n in range(MANY)]
        tablet = Noting(0)
        tablet.user_id = players[0].person.id
        for watcher in (*onlookers, tablet):
            crowd.add(watcher)
        await until(lambda: len(served) == MANY + 1)
        served.clear()
        await move(players, table)
        await until(lambda: len(served) == MANY + 1)
        turns.stop()
        assert served[0][1] == tablet.user_id
        in_turn = Counter(turn for turn, _ in served[1:])
        assert max(in_turn.values()) <= broadcast.SLICE
        assert len({user for _, user in served}) == MANY + 1

    run_scenario(tmp_path, scenario)


async def move(players: list[Visitor], table: str) -> None:
    """Of the seat to move."""
    position = max([await one.position(table) for one in players], key=lambda one: one.seq)
    actor = players[position.actor]
    await actor.until(lambda x: isinstance(x, m.Update) and x.seq >= position.seq)
    assert isinstance(await actor.move(table), m.Update)


def test_every_onlooker_sees_everything_in_order(tmp_path: Path) -> None:
    async def scenario(server: InMemoryServer) -> None:
        players, table = await server.gathered("aftaebr", 2, kind="table", onlookers="boards")
        opened = server.runtime.registry.tables[table]
        crowd, onlookers = opened.broadcast, [Onlooker(n) for n in range(MANY)]
        for onlooker in onlookers:
            crowd.add(onlooker)
        for _ in range(6):
            await move(players, table)
            for onlooker in (onlookers[0], onlookers[-1]):
                crowd.send_position(onlooker, 0)
        crowd.remove(onlookers[-2])
        crowd.add(onlookers[-2])
        assert opened.projection
        last = opened.projection.seq
        await until(lambda: all(one.updates[-1].seq == last for one in onlookers))
        seen = [[update.seq for update in one.updates] for one in onlookers]
        assert all(seqs == sorted(seqs) for seqs in seen)
        assert all(len(set(seqs)) == 7 for seqs in seen)

    run_scenario(tmp_path, scenario)


def test_a_crowd_that_has_fallen_behind_goes_on_with_the_present_state(tmp_path: Path) -> None:
    """Or what waits for it would fill the memory."""

    async def scenario(server: InMemoryServer) -> None:
        players, table = await server.gathered("aftaebr", 2, kind="table", onlookers="boards")
        opened = server.runtime.registry.tables[table]
        crowd, onlookers = opened.broadcast, [Onlooker(n) for n in range(2 * broadcast.SLICE)]
        for onlooker in onlookers:
            crowd.add(onlooker)
        await move(players, table)
        assert opened.projection
        last, late = opened.projection.seq, onlookers[-1]
        await until(lambda: late.updates[-1].seq == last)
        late.frames.clear()
        for _ in range(3 * broadcast.MAX_UNSERVED):  # in one turn of the event loop
            crowd.say(0, "hello")
        await until(lambda: any('"type":"update"' in one.text for one in late.frames))
        assert len(late.frames) < 2 * broadcast.MAX_UNSERVED
        assert late.updates[-1].seq == last and late.infos
        late.frames.clear()
        crowd.say(0, "hello")
        await until(lambda: late.frames)

    run_scenario(tmp_path, scenario)
