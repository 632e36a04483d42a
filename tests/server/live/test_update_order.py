"""A table never goes back, whatever order commits and reads are reported in."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from typing import Any, TypeVar

import pytest
from support.matches.referees import PlainReferee

from tavolino.catalogue import make_game
from tavolino.client.table_state import TableState
from tavolino.game import AnyGame
from tavolino.server.clock import Clock
from tavolino.server.live.domain import messages as m
from tavolino.server.live.domain.commands import SeatCommand
from tavolino.server.live.domain.projection import Projection
from tavolino.server.live.domain.step import Commit, Repeated, begin, step
from tavolino.server.live.domain.table_settings import HostSettings, TableSeat, TableSettings
from tavolino.server.live.interfaces import LiveReferee
from tavolino.server.live.journal import Journal, StoredTable
from tavolino.server.live.table import Listener, LiveTable
from tavolino.server.storage.writer import Done

pytestmark = pytest.mark.hardening

T = TypeVar("T")

SETTINGS = TableSettings(
    id="abc",
    kind="practice",
    game=make_game("azul_solo"),
    contest=None,
    host_settings=HostSettings(),
    players=1,
    host="anna",
    phase="playing",
    created_at=0,
    deal=7,
    seats=(TableSeat(0, "anna", None, "Anna", "0"),),
)


class PlainReferees:
    def quick(self) -> LiveReferee:
        return PlainReferee()

    async def ask(self, game: AnyGame, user: str, work: Callable[[LiveReferee], T]) -> T:
        return work(PlainReferee())

    async def ready(self, game: AnyGame) -> None:
        pass

    def is_ready_for(self, game: AnyGame) -> bool:
        return True


class HeldJournal(Journal):
    """Commits and reads are reported when the test says so."""

    def __init__(self) -> None:
        self.commits: list[tuple[Sequence[Commit], Done]] = []
        self.reads: list[asyncio.Future[StoredTable]] = []

    def append(
        self, settings: TableSettings, commits: Sequence[Commit], at: int, done: Done
    ) -> None:
        self.commits.append((commits, done))

    async def read(
        self, table_id: str, user: str = "", since: Projection | None = None
    ) -> StoredTable:
        self.reads.append(asyncio.get_running_loop().create_future())
        return await self.reads[-1]


class Watching(Listener):
    def __init__(self) -> None:
        self.seqs: list[int] = []

    def on_commit(self, commits: Sequence[Commit]) -> None:
        self.seqs += [commit.after.seq for commit in commits]


def spawn(work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
    return asyncio.get_running_loop().create_task(work)


def move_on(projection: Projection, key: str) -> SeatCommand:
    text = str(projection.match.legal_moves(0)[0])
    return SeatCommand(m.Move("abc", key, projection.counts[0], text), 0)


def moved(projection: Projection, key: str) -> Projection:
    result = step(SETTINGS, projection, [move_on(projection, key)], 0, PlainReferee())
    return result.commits[-1].after


def test_a_commit_that_was_read_back_does_not_undo_what_came_after_it() -> None:
    async def scenario() -> None:
        journal, watching = HeldJournal(), Watching()
        start = begin(SETTINGS, 0, PlainReferee()).after
        stored = StoredTable(SETTINGS, start, set())
        table = LiveTable(stored, journal, PlainReferees(), Clock(), spawn)
        table.listeners.append(watching)
        answers = list[object]()
        table.submit(move_on(start, "mine"), answers.append)
        ((commits, done),) = journal.commits
        # Another process reads our entry, adds one, and tells us, before the commit is reported.
        newest = moved(commits[-1].after, "theirs")
        catching_up = spawn(table.catch_up())
        await asyncio.sleep(0)
        journal.reads[0].set_result(StoredTable(SETTINGS, newest, {"0:mine", "0:theirs"}))
        await catching_up
        done(None)
        assert table.projection is not None and table.projection.seq == newest.seq
        assert watching.seqs == [newest.seq]
        assert [type(answer) for answer in answers] == [Repeated]
        assert table.has_no_work

    asyncio.run(scenario())


def test_reads_are_applied_in_the_order_of_their_beginning() -> None:
    """An older state of the seats that arrives late would bring back who has left."""

    async def scenario() -> None:
        journal = HeldJournal()
        lobby = replace(SETTINGS, phase="lobby")
        stored = StoredTable(lobby, None, set())
        table = LiveTable(stored, journal, PlainReferees(), Clock(), spawn)
        first = spawn(table.catch_up())
        await asyncio.sleep(0)
        second, third = spawn(table.catch_up()), spawn(table.catch_up())
        await asyncio.sleep(0)
        assert len(journal.reads) == 1  # the next read begins when this one is done
        journal.reads[0].set_result(StoredTable(replace(lobby, host="ben"), None, set()))
        await first
        await asyncio.sleep(0)
        assert len(journal.reads) == 2
        journal.reads[1].set_result(StoredTable(replace(lobby, host="carla"), None, set()))
        await asyncio.gather(second, third)
        assert len(journal.reads) == 2  # one read for both
        assert table.settings.host == "carla"

    asyncio.run(scenario())


def test_a_read_from_before_the_last_commit_is_read_again() -> None:
    async def scenario() -> None:
        journal = HeldJournal()
        start = begin(SETTINGS, 0, PlainReferee()).after
        old = StoredTable(SETTINGS, start, set())
        table = LiveTable(old, journal, PlainReferees(), Clock(), spawn)
        reading = spawn(table.catch_up())
        await asyncio.sleep(0)
        table.submit(move_on(start, "mine"), lambda _: None)
        ((commits, done),) = journal.commits
        done(None)
        journal.reads[0].set_result(old)
        async with asyncio.timeout(10):
            while len(journal.reads) < 2:
                await asyncio.sleep(0)
        journal.reads[1].set_result(StoredTable(SETTINGS, commits[-1].after, {"0:mine"}))
        await reading
        assert table.seq == commits[-1].after.seq

    asyncio.run(scenario())


def test_the_client_keeps_the_newest_standings() -> None:
    state = TableState()
    for seq in (3, 9, 7):
        state.apply(m.Standings("abc", seq, seq, 0, False, []))
    assert state.standings is not None and state.standings.seq == 9
