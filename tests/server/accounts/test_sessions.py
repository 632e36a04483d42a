"""Cookies: none from before an account is good for it, and a wrong clock signs nobody out."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient
from support.fixtures import runtime_of, with_database

from tavolino.server.accounts import routes, sessions
from tavolino.server.accounts.sessions import Sessions, open_sessions
from tavolino.server.clock import now
from tavolino.server.config import Config
from tavolino.server.storage.database import Database

pytestmark = pytest.mark.hardening

Browser = TestClient[Litestar]
ANNA = {"name": "Anna", "password": "una frase lunga"}


@pytest.fixture
def thief(client: Browser) -> Iterator[Browser]:
    """Another browser, with the same cookie as the first one."""
    another = TestClient(client.app)
    another.blocking_portal = client.blocking_portal
    client.post("/api/me")
    another.cookies.update(client.cookies)
    assert another.get("/api/me").json() == client.get("/api/me").json()
    yield another


@pytest.fixture
def closed(client: Browser) -> list[str]:
    """The users whose sockets were closed."""
    found: list[str] = []
    runtime_of(client).sessions.on_revoked.append(lambda user: found.append(user.id))
    return found


def test_the_cookie_of_a_guest_is_not_good_for_the_account(
    client: Browser, thief: Browser, closed: list[str]
) -> None:
    me = client.post("/api/account", json=ANNA).json()
    assert closed == [me["id"]]
    assert client.get("/api/me").json() == me  # with the cookie of the same answer
    assert thief.get("/api/me").status_code == 401
    assert thief.post("/api/me").json()["id"] != me["id"]


def test_the_cookie_of_a_guest_who_signs_in_is_dead(
    client: Browser, thief: Browser, closed: list[str]
) -> None:
    owner = TestClient(client.app)
    owner.blocking_portal = client.blocking_portal
    owner.post("/api/account", json=ANNA)
    guest = client.get("/api/me").json()
    me = client.post("/api/sign-in", json=ANNA).json()
    assert closed[-1] == guest["id"] != me["id"]
    assert client.get("/api/me").json() == me == owner.get("/api/me").json()
    assert thief.get("/api/me").status_code == 401


def test_a_new_password_makes_a_new_cookie(client: Browser, thief: Browser) -> None:
    me = client.post("/api/account", json=ANNA).json()
    thief.cookies.update(client.cookies)
    assert thief.get("/api/me").json() == me
    new = {"old": ANNA["password"], "new": "un'altra frase"}
    assert client.post("/api/password", json=new).json() == me
    assert client.get("/api/me").json() == me
    assert thief.get("/api/me").status_code == 401


def test_another_process_takes_the_new_cookie_at_once(database: str, config: Config) -> None:
    async def work(database: Database) -> None:
        here, there = await open_sessions(config, database), await open_sessions(config, database)
        guest = await here.new_guest("1")
        old = f"tavolino={here.cookie_for(guest)}"
        assert await there.user_of(old) == guest  # and remembers who it is for a while
        account = await here.create_account(guest, ANNA["name"], ANNA["password"], "1")
        assert await there.user_of(f"tavolino={here.cookie_for(account)}") == account
        assert await there.user_of(old) is None
        for one in (here, there):
            one.close()

    with_database(database, work)


def test_a_slow_read_does_not_bring_a_revoked_cookie_back(config: Config, database: str) -> None:
    async def work(database: Database) -> None:
        identity = await open_sessions(config, database)
        guest = await identity.new_guest("1")
        cookie = f"tavolino={identity.cookie_for(guest)}"
        plain, has_read, may_answer = database.row, asyncio.Event(), asyncio.Event()

        async def slow(*query: Any, **more: Any) -> Any:
            database.row = plain  # type: ignore[method-assign]
            row = await plain(*query, **more)
            has_read.set()
            await may_answer.wait()
            return row

        database.row = slow  # type: ignore[method-assign]
        reading = asyncio.create_task(identity.user_of(cookie))
        await has_read.wait()
        await identity.sign_out_everywhere(guest)
        may_answer.set()
        assert await reading is None
        assert await identity.user_of(cookie) is None
        identity.close()

    with_database(database, work)


@pytest.fixture
def set_clock(monkeypatch: pytest.MonkeyPatch) -> Any:
    def change(seconds: int) -> None:
        for module in (sessions, routes):
            monkeypatch.setattr(module, "now", lambda: now() + 1000 * seconds)

    return change


@pytest.mark.parametrize("step", [-30, -3600, -90 * 24 * 3600])
def test_a_clock_that_goes_back_makes_nobody_a_new_guest(
    client: Browser, set_clock: Any, caplog: pytest.LogCaptureFixture, step: int
) -> None:
    me = client.post("/api/me").json()
    set_clock(step)
    with caplog.at_level(logging.WARNING, "tavolino.server"):
        for _ in range(3):
            again = client.post("/api/me")
            assert (again.status_code, again.json()) == (200, me)
            client.cookies.clear()
            client.cookies.update({"tavolino": again.cookies["tavolino"]})
            set_clock(2 * step)
    said = [line.getMessage() for line in caplog.records]
    assert len(said) == (1 if step < -60 else 0), "a large step is said, and once"
    assert all("clock was set back" in line for line in said)


def test_a_cookie_from_the_future_is_replaced(client: Browser, set_clock: Any) -> None:
    me = client.post("/api/me").json()
    set_clock(-3 * 24 * 3600)
    answer = client.get("/api/me")
    assert answer.json() == me and "tavolino" in answer.cookies
    set_clock(-3 * 24 * 3600)
    assert "tavolino" not in client.get("/api/me").cookies


def test_an_expired_cookie_stays_expired(client: Browser, set_clock: Any) -> None:
    client.post("/api/me")
    set_clock(401 * 24 * 3600)
    assert client.get("/api/me").status_code == 401


def test_users_who_were_seen_are_known(config: Config, database: str) -> None:
    async def work(database: Database) -> None:
        identity: Sessions = await open_sessions(config, database)
        guest = await identity.new_guest("1")
        assert not identity.was_seen(guest.id, 60)
        await identity.user_of(f"tavolino={identity.cookie_for(guest)}")
        assert identity.was_seen(guest.id, 60) and not identity.was_seen(guest.id, 0)
        identity.close()

    with_database(database, work)
