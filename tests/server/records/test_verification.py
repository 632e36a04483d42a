"""Verification of records: within a budget, in turn, and only while somebody waits."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from support.databases.stored_tables import add_user, played, store_table
from support.servers.app import client_of
from support.timeout import TIMEOUT

from tavolino.game import AnyGame, Stop
from tavolino.games.azul_solo import AzulSolo
from tavolino.games.nove_colonne import NoveColonne
from tavolino.record import Record
from tavolino.server.config import Config
from tavolino.server.process.app import create_app
from tavolino.server.queues.fair_queue import Requester
from tavolino.server.records import verification
from tavolino.server.records import verifier as verifier_module
from tavolino.server.records.verifier import Verifier
from tavolino.server.workers.referee import load
from tavolino.solvers import referee
from tavolino.solvers.limits import Budget

pytestmark = pytest.mark.hardening


def azul(number: int, plies: int = 3) -> Record:
    return Record(played(AzulSolo(), number, plies, is_practice=True), ("Anna",), number)


def nove(number: int) -> Record:
    return Record(played(NoveColonne(), number, 20, is_practice=True), ("Bruno",), number)


async def at_once(game: AnyGame) -> None:
    """The referee is loaded."""


class Questions:
    """What the referee was asked; questions about one of the games wait for the test."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.asked: list[str] = []
        self.may_answer, self.is_asked = Event(), Event()
        ruling = referee.ruling

        def slow(game: AnyGame, history: Sequence[Any], *more: Any) -> Stop | None:
            self.asked.append(game.name)
            if game.name == "nove_colonne":
                self.is_asked.set()
                assert self.may_answer.wait(TIMEOUT)
            return ruling(game, history, *more)

        patch.setattr(referee, "ruling", slow)


@pytest.fixture
def questions(monkeypatch: pytest.MonkeyPatch) -> Questions:
    load()  # now, or the warm-up of an app would ask questions too
    return Questions(monkeypatch)


def run(scenario: Callable[[Verifier], Awaitable[None]], seconds: float = TIMEOUT) -> None:
    async def with_verifier() -> None:
        verifier = Verifier(at_once, seconds)
        try:
            async with asyncio.timeout(TIMEOUT):
                await scenario(verifier)
        finally:
            verifier.close()

    asyncio.run(with_verifier())


def verify(verifier: Verifier, requester: Requester, record: Record) -> asyncio.Task[Any]:
    return asyncio.ensure_future(verifier.verify_upload(requester, record, str(record)))


def test_a_record_that_takes_too_long_is_neither_genuine_nor_forged(tmp_path: Path) -> None:
    config = Config(tmp_path, workers=0, verify_seconds=0)
    with client_of(config) as client:
        client.post("/api/me")
        headers = {"content-type": "text/plain"}
        answer = client.post("/api/records", content=str(azul(1)), headers=headers)
        assert answer.status_code == 201, answer.text
        verdict = answer.json()["verdict"]
        assert verdict["is_genuine"] is None and "tavolino verify" in verdict["why"]
        assert client.get(f"/api/records/{answer.json()['id']}/verify").json() == verdict


class LongSearch:
    """A referee whose searches take ``positions`` positions, and a clock that runs with them."""

    def __init__(self, patch: pytest.MonkeyPatch, positions: int) -> None:
        self.seconds, self.searches, self._positions = 0.0, 0, positions
        patch.setattr(verification, "thread_time", lambda: self.seconds)
        patch.setattr(referee, "ruling", self._ruling)

    def _ruling(self, game: AnyGame, history: Sequence[Any], budget: Budget) -> None:
        self.searches += 1
        self.seconds += min(budget.left, self._positions) / POSITIONS_PER_SECOND
        budget.spend(self._positions)


POSITIONS_PER_SECOND = 300_000


def test_one_long_question_does_not_exceed_the_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    search = LongSearch(monkeypatch, positions=10**9)
    found = verification.verification_of(azul(1), seconds=10)
    assert found.is_genuine is None and found.why == verification.TOO_LONG
    assert search.seconds <= 10 and search.searches > 1


def test_a_long_question_is_answered_within_the_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    search = LongSearch(monkeypatch, positions=300_000)
    questions = len(azul(1, plies=1).match.log) + 1
    assert verification.verification_of(azul(1, plies=1), seconds=4 * questions).is_genuine is True
    assert search.searches > questions


def test_a_long_question_ends_when_nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    search = LongSearch(monkeypatch, positions=10**9)
    found = verification.verification_of(azul(1), 10**6, lambda: search.searches == 3)
    assert found.is_genuine is None and search.searches == 3


def test_one_user_does_not_fill_all_threads(questions: Questions) -> None:
    async def scenario(verifier: Verifier) -> None:
        try:
            long = [verify(verifier, Requester("bruno"), nove(n)) for n in range(1, 9)]
            await asyncio.to_thread(questions.is_asked.wait)
            assert (await verify(verifier, Requester("anna"), azul(1))).is_genuine is True
            assert verifier.waiting == 7 and not any(task.done() for task in long)
        finally:
            questions.may_answer.set()
        assert all([(await task).is_genuine for task in long])

    run(scenario)


def test_nobody_waits_any_more(questions: Questions) -> None:
    """The verification ends at its next question, and is not kept as a result."""

    async def scenario(verifier: Verifier) -> None:
        long = verify(verifier, Requester("bruno"), nove(1))
        await asyncio.to_thread(questions.is_asked.wait)
        long.cancel()
        await asyncio.wait([long])
        questions.may_answer.set()
        # One owner has one thread, so that this one begins when the other has ended.
        await verify(verifier, Requester("bruno"), azul(1))
        assert questions.asked.count("nove_colonne") == 1
        assert (await verify(verifier, Requester("bruno"), nove(1))).is_genuine is True

    run(scenario)


def test_a_record_is_verified_once(questions: Questions) -> None:
    async def scenario(verifier: Verifier) -> None:
        first = await verify(verifier, Requester("anna"), azul(1))
        asked = len(questions.asked)
        assert asked and first.is_genuine is True
        assert await verify(verifier, Requester("bruno"), azul(1)) == first
        assert len(questions.asked) == asked

    run(scenario)


def test_those_who_wait_for_the_same_record_share_the_work(questions: Questions) -> None:
    async def scenario(verifier: Verifier) -> None:
        tasks = [verify(verifier, Requester("bruno"), nove(1)) for _ in range(5)]
        await asyncio.to_thread(questions.is_asked.wait)
        questions.may_answer.set()
        await tasks[0]
        asked = len(questions.asked)
        for task in tasks:
            assert (await task).is_genuine is True
        assert len(questions.asked) == asked

    run(scenario)


def test_a_bounded_number_of_results_is_kept(
    questions: Questions, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verifier_module, "MAX_KEPT", 2)

    async def scenario(verifier: Verifier) -> None:
        for number in (1, 2, 1, 3):
            await verify(verifier, Requester("anna"), azul(number))
        asked = len(questions.asked)
        await verify(verifier, Requester("anna"), azul(1))
        assert len(questions.asked) == asked
        await verify(verifier, Requester("anna"), azul(2))  # the least recently asked for
        assert len(questions.asked) > asked

    run(scenario)


@asynccontextmanager
async def app_with_table(data: Path) -> AsyncIterator[Any]:
    """The app itself, without a network; table ``long`` is over."""
    app = create_app(Config(data, workers=0))
    async with app.lifespan():
        match, engine = nove(1).match, app.state.runtime.database.engine
        assert match.is_over
        store_table(engine, "long", match, [add_user(engine, "anna")], deal=1)
        yield app


def test_the_work_ends_when_the_client_hangs_up(tmp_path: Path, questions: Questions) -> None:
    async def scenario() -> None:
        async with app_with_table(tmp_path) as app, asyncio.timeout(TIMEOUT):
            sent: list[Any] = []
            has_hung_up = asyncio.Event()
            events = iter([{"type": "http.request", "body": b"", "more_body": False}])

            async def receive() -> Any:
                for event in events:
                    return event
                await has_hung_up.wait()
                return {"type": "http.disconnect"}

            async def send(message: Any) -> None:
                sent.append(message)

            answering = asyncio.ensure_future(app(scope_of(app), receive, send))
            try:
                await asyncio.to_thread(questions.is_asked.wait)
                assert not sent
                has_hung_up.set()
                await answering
            finally:
                questions.may_answer.set()
            verifier = app.state.runtime.verifier
            await verify(
                verifier, Requester("127.0.0.1"), azul(1)
            )  # begins when the other has ended
            assert questions.asked.count("nove_colonne") == 1

    asyncio.run(scenario())


def scope_of(app: Any) -> dict[str, Any]:
    return {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": "/api/tables/long/verify",
        "raw_path": b"/api/tables/long/verify",
        "root_path": "",
        "query_string": b"",
        "headers": [(b"host", b"localhost")],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 80),
        "litestar_app": app,
        "app": app,
        "state": {},
    }
