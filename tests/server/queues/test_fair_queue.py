"""The fair queue and the pool behind it: who is next, who is refused, what is never started."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from tavolino.server.errors import Refusal, Stale, TooMany, Unavailable
from tavolino.server.queues.fair_pool import FairPool
from tavolino.server.queues.fair_queue import FairQueue, Requester
from tavolino.server.queues.single_flight import EACH_TIME, SingleFlight

pytestmark = pytest.mark.hardening


def drained(queue: FairQueue[str]) -> list[str]:
    return [taken[1] for _ in range(len(queue)) if (taken := queue.take())]


def test_owners_take_turns_and_so_do_their_parts() -> None:
    queue = FairQueue[str](99, 99)
    for item in ("x1 a", "x1 b", "x1 c", "x2 d", "y1 e", "y1 f"):
        queue.put(Requester(item[0], item[1]), item)
    assert drained(queue) == ["x1 a", "y1 e", "x2 d", "y1 f", "x1 b", "x1 c"]


def test_whoever_comes_later_is_next() -> None:
    queue = FairQueue[str](99, 99)
    for n in range(50):
        queue.put(Requester("many"), f"many {n}")
    assert queue.take() == (Requester("many"), "many 0")
    queue.put(Requester("one"), "one")
    assert [queue.take(), queue.take()] == [
        (Requester("many"), "many 1"),
        (Requester("one"), "one"),
    ]


def test_background_work_comes_last() -> None:
    queue = FairQueue[str](99, 99)
    queue.put(Requester("x", is_background=True), "par")
    queue.put(Requester("y"), "turn 1")
    queue.put(Requester("y"), "turn 2")
    assert drained(queue) == ["turn 1", "turn 2", "par"]


def test_what_does_not_fit_is_refused() -> None:
    queue = FairQueue[int](max_waiting=4, max_of_owner=3)
    for n in range(3):
        queue.put(Requester("x", str(n), n == 0), n)
    with pytest.raises(TooMany):
        queue.put(Requester("x", "another"), 3)
    queue.put(Requester("y"), 4)
    with pytest.raises(Unavailable):
        queue.put(Requester("z"), 5)
    queue.discard(Requester("x", "1"), 1)
    queue.put(Requester("x"), 6)
    assert len(queue) == 4


class Work:
    """Tasks that last until they are told to end."""

    def __init__(self, pool: FairPool) -> None:
        self._pool = pool
        self.started: list[str] = []
        self._ends: dict[str, asyncio.Event] = {}

    async def ask(
        self, requester: Requester, name: str, is_wanted: Callable[[], bool] = lambda: True
    ) -> asyncio.Task[str]:
        self._ends[name] = asyncio.Event()

        async def work() -> str:
            self.started.append(name)
            await self._ends[name].wait()
            return name

        task = asyncio.ensure_future(self._pool.run(requester, work, is_wanted))
        await settled()
        return task

    async def end(self, name: str) -> None:
        self._ends[name].set()
        await settled()


async def settled() -> None:
    """Everything that can run without an event has run."""
    for _ in range(10):
        await asyncio.sleep(0)


def play(scenario: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(asyncio.wait_for(scenario(), 20))


def test_nobody_holds_every_slot() -> None:
    async def scenario() -> None:
        work = Work(FairPool(3, 99, 99))
        for n in range(4):
            await work.ask(Requester("x"), f"x{n}")
        assert work.started == ["x0", "x1"]
        await work.ask(Requester("y"), "y")
        assert work.started[2:] == ["y"]
        for name in ("y", "x0", "x1", "x2", "x3"):
            await work.end(name)
        assert work.started[3:] == ["x2", "x3"]

    play(scenario)


def test_background_work_leaves_a_slot_for_the_urgent() -> None:
    async def scenario() -> None:
        work = Work(FairPool(2, 99, 99))
        for owner in "xyz":
            await work.ask(Requester(owner, is_background=True), f"par of {owner}")
        assert work.started == ["par of x"]
        await work.ask(Requester("z"), "turn")
        assert work.started == ["par of x", "turn"]

    play(scenario)


def test_work_that_nobody_waits_for_is_never_started() -> None:
    async def scenario() -> None:
        pool = FairPool(1, 99, 99)
        work = Work(pool)
        await work.ask(Requester("x"), "first")
        left = await work.ask(Requester("x"), "left")
        stale = await work.ask(Requester("y"), "stale", lambda: False)
        last = await work.ask(Requester("z"), "last")
        left.cancel()
        await settled()
        assert pool.waiting == 2
        await work.end("first")
        assert work.started == ["first", "last"]
        with pytest.raises(Stale):
            await stale
        await work.end("last")
        assert await last == "last" and pool.waiting == 0

    play(scenario)


def test_started_work_keeps_its_slot_until_it_is_done() -> None:
    async def scenario() -> None:
        work = Work(FairPool(1, 99, 99))
        left = await work.ask(Requester("x"), "left")
        await work.ask(Requester("y"), "next")
        left.cancel()
        await settled()
        assert left.cancelled() and work.started == ["left"]
        await work.end("left")
        assert work.started == ["left", "next"]

    play(scenario)


def test_a_turn_that_comes_while_its_owner_leaves_goes_to_the_next() -> None:
    async def scenario() -> None:
        pool = FairPool(1, 99, 99)
        work = Work(pool)
        first = asyncio.get_running_loop().create_future()
        running = asyncio.ensure_future(pool.run(Requester("x"), lambda: first))
        await settled()
        left = await work.ask(Requester("y"), "left")
        await work.ask(Requester("z"), "last")
        first.add_done_callback(lambda _: left.cancel())  # just after the pool's own
        first.set_result(None)
        await running
        await settled()
        assert left.cancelled() and work.started == ["last"]

    play(scenario)


def test_a_turn_of_one_who_has_just_left_goes_to_the_next_and_costs_no_slot() -> None:
    async def scenario() -> None:
        pool = FairPool(1, 99, 99)
        work = Work(pool)
        first = asyncio.get_running_loop().create_future()
        first.add_done_callback(lambda _: left.cancel())  # just before the pool's own
        running = asyncio.ensure_future(pool.run(Requester("x"), lambda: first))
        await settled()
        left = await work.ask(Requester("y"), "left")
        await work.ask(Requester("z"), "next")
        first.set_result(None)
        await running
        await settled()
        assert left.cancelled() and work.started == ["next"] and pool.waiting == 0
        await work.end("next")
        await work.ask(Requester("y"), "later")
        assert work.started == ["next", "later"]

    play(scenario)


def test_work_that_fails_frees_its_slot() -> None:
    async def scenario() -> None:
        pool = FairPool(1, 99, 99)

        async def fail() -> None:
            raise Refusal("no")

        for _ in range(2):
            with pytest.raises(Refusal):
                await pool.run(Requester("x"), fail)

    play(scenario)


def test_those_who_wait_for_one_result_go_on_a_few_at_a_time() -> None:
    async def scenario() -> None:
        may_end, works, done = asyncio.Event(), list[str](), list[int]()

        async def work() -> str:
            works.append("begun")
            await may_end.wait()
            return "made"

        shared = SingleFlight(work())

        async def ask(number: int) -> None:
            assert await shared.result() == "made"
            done.append(number)

        asking = [asyncio.ensure_future(ask(number)) for number in range(100)]
        await asyncio.sleep(0)
        asking[0].cancel()
        may_end.set()
        steps = list[int]()
        while len(done) < 99:
            before = len(done)
            await asyncio.sleep(0)
            steps.append(len(done) - before)
        assert works == ["begun"] and done == list(range(1, 100))
        assert max(steps) <= EACH_TIME
        assert await shared.result() == "made" and asking[0].cancelled()

    asyncio.run(scenario())
