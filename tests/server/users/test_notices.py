"""Notices: endpoints that never answer hold up nobody else, and nobody is flooded."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
import uvloop
from litestar.testing import TestClient
from support.accounts import befriend, new_account
from support.fixtures import runtime_of
from support.servers.in_memory import InMemoryServer, in_memory_server, run_scenario
from support.timeout import TIMEOUT

from tavolino.server.live.listeners.turns import current_turn
from tavolino.server.process.runtime import Runtime
from tavolino.server.queues.fair_queue import Requester
from tavolino.server.users.notices import notifier as notifier_module
from tavolino.server.users.notices import push_endpoints
from tavolino.server.users.notices.notice import Notice
from tavolino.server.users.notices.notifier import MAX_OF_USER, SLOTS
from tavolino.server.users.notices.push_endpoints import PushError
from tavolino.server.users.notices.web_push import encode64, new_key, parse_key, public_bytes

KEYS = (encode64(public_bytes(parse_key(new_key()))), encode64(bytes(16)))


class Endpoints:
    """Push services: those of ``slow`` users answer when the test ends, and then with an error."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.answered: list[str] = []
        self.end = asyncio.Event()

    async def post(self, endpoint: str, *_: Any) -> int:
        name = endpoint.rpartition("/")[2]
        self.asked.append(name)
        if "slow" in name:
            await self.end.wait()
            raise PushError("there was no answer")
        self.answered.append(name)
        return 201


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(TIMEOUT):
        while not condition():
            await asyncio.sleep(0.005)


def run(
    data: Path, patch: pytest.MonkeyPatch, scenario: Callable[[Runtime, Endpoints], Awaitable[None]]
) -> None:
    async def work(server: InMemoryServer) -> None:
        endpoints = Endpoints()
        patch.setattr(notifier_module, "post", endpoints.post)
        try:
            await scenario(server.runtime, endpoints)
        finally:
            endpoints.end.set()

    run_scenario(data, work)


async def subscriber(runtime: Runtime, name: str, browsers: int = 1) -> Callable[[], None]:
    """A user with push messages; the function notifies them once more."""
    user = await runtime.sessions.new_guest("test")
    for n in range(browsers):
        url = f"https://push.example.org/{name}{n}"
        await runtime.notifier.subscriptions.add(user.id, url, *KEYS, "it", ASK)
    return lambda: runtime.notifier.put(Notice("turn", user.id, "t", "aftaebr"))


ASK = Requester("test")


def test_the_slow_endpoints_of_one_user_do_not_hold_up_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(runtime: Runtime, endpoints: Endpoints) -> None:
        slow, quick = await subscriber(runtime, "slow", 3), await subscriber(runtime, "quick")
        for _ in range(MAX_OF_USER):
            slow()
        await until(lambda: len(endpoints.asked) == 3)  # all browsers at once
        quick()
        await until(lambda: endpoints.answered == ["quick0"])
        assert endpoints.asked.count("slow0") == 1

    run(tmp_path, monkeypatch, scenario)


def test_users_whose_endpoints_fail_leave_half_of_the_slots(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(runtime: Runtime, endpoints: Endpoints) -> None:
        slow = [await subscriber(runtime, f"slow{n}-") for n in range(SLOTS + 1)]
        quick = await subscriber(runtime, "quick")
        for notify in slow:
            notify()
        await until(lambda: len(endpoints.asked) == SLOTS)  # not known to be slow yet
        endpoints.end.set()
        await until(lambda: runtime.notifier.failed == SLOTS + 1)
        endpoints.end = asyncio.Event()
        endpoints.asked.clear()
        for notify in slow:
            notify()
        quick()
        await until(lambda: endpoints.answered == ["quick0"])
        assert len(endpoints.asked) == SLOTS // 2 + 1

    run(tmp_path, monkeypatch, scenario)


def test_more_than_the_queue_holds_is_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(runtime: Runtime, endpoints: Endpoints) -> None:
        slow = await subscriber(runtime, "slow")
        for _ in range(MAX_OF_USER + 10):
            slow()
        assert runtime.notifier.waiting <= MAX_OF_USER
        assert runtime.notifier.failed >= 9

    run(tmp_path, monkeypatch, scenario)


def test_names_of_endpoints_are_resolved_in_threads_of_their_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A name server may never answer; the threads of the event loop are for everybody."""
    asked: list[str] = []

    def resolve(*_: Any, **__: Any) -> Any:
        asked.append(threading.current_thread().name)
        raise OSError("no such name")

    monkeypatch.setattr(push_endpoints, "getaddrinfo", resolve)
    with pytest.raises(PushError, match="no such name"):
        asyncio.run(push_endpoints.post("https://push.example.org/1", {}, b""))
    assert asked[0].startswith("tavolino-resolver")


def test_invitations_do_not_flood_a_friend_who_is_offline(
    client: TestClient[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    (anna, _), (bruno, b) = new_account(client, "Anna"), new_account(client, "Bruno")
    befriend(anna, bruno)
    sent: list[Notice] = []
    monkeypatch.setattr(runtime_of(client).notifier, "put", sent.append)
    for _ in range(8):
        table = anna.post("/api/tables", json={"game": "aftaebr", "kind": "table"}).json()["table"]
        path = f"/api/tables/{table}/invitations"
        assert anna.post(path, json={"friend": b}).status_code == 204
    assert len(sent) == 5


def test_a_turn_that_begins_while_another_is_looked_at_has_its_own_timer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(server: InMemoryServer) -> None:
        players, table = await server.gathered("aftaebr", 2, kind="table", turn_seconds=86_400)
        runtime, asked, failures = server.runtime, list[str](), list[Any]()
        turn = current_turn(runtime.registry.tables[table].table, 0)
        assert turn
        for one in players:
            if one.person.id == turn.user:  # the other one keeps the table in memory
                await one.leave()
        asyncio.get_running_loop().set_exception_handler(lambda _, what: failures.append(what))

        async def online(users: Sequence[str]) -> set[str]:
            asked.extend(users)
            if len(asked) == 2:  # the first question was whom to tell at once
                runtime.turn_notices.on_turn(turn)
            return set(users)

        monkeypatch.setattr(runtime.registry.presence, "online", online)
        runtime.turn_notices.on_turn(turn)
        await until(lambda: bool(failures) or len(asked) >= 5)
        assert not failures

    run_scenario(tmp_path, scenario, notice_seconds=0)


def test_moves_share_one_timer_and_a_server_that_ends_leaves_none(tmp_path: Path) -> None:
    async def scenario(server: InMemoryServer) -> None:
        _, table = await server.gathered("aftaebr", 2, kind="table", turn_seconds=86_400)
        notices = server.runtime.turn_notices
        turn = current_turn(server.runtime.registry.tables[table].table, 0)
        assert turn
        notices.on_turn(turn)
        timer = notices._reminders[table].timer
        later = turn._replace(seq=turn.seq + 1, began_at=turn.began_at + 5_000)
        notices.on_turn(later)
        assert notices._reminders[table].timer is timer
        assert (
            notices._reminders[table].turn == later and notices._reminders[table].at > timer.when()
        )
        notices.close()
        assert timer.cancelled() and not server.runtime.registry.is_awaited(table)

    run_scenario(tmp_path, scenario, notice_seconds=60)


def test_two_turns_that_are_due_at_once_with_the_loop_of_the_server(tmp_path: Path) -> None:
    """A timer of uvloop without a delay is a plain handle, which knows no time."""

    async def scenario() -> None:
        async with in_memory_server(tmp_path, notice_seconds=0) as server:
            _, table = await server.gathered("aftaebr", 2, kind="table", turn_seconds=86_400)
            notices = server.runtime.turn_notices
            turn = current_turn(server.runtime.registry.tables[table].table, 0)
            assert turn
            notices.on_turn(turn)
            later = turn._replace(seq=turn.seq + 1)
            notices.on_turn(later)
            assert notices._reminders[table].turn == later

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(scenario())
