"""Guests, accounts, names, and limits of attempts."""

from __future__ import annotations

import asyncio
import re
import sqlite3
import threading
from contextlib import closing
from dataclasses import replace
from typing import Literal

import pytest
from argon2 import Parameters, PasswordHasher, extract_parameters
from argon2.profiles import CHEAPEST
from httpx import ASGITransport, AsyncClient
from sqlalchemy import select
from support.accounts import ANNA, Browser, account, browser_of, guest, problem
from support.fixtures import runtime_of
from support.servers.app import client_of
from support.timeout import TIMEOUT

from tavolino.server.config import Config
from tavolino.server.errors import TooFast
from tavolino.server.http.limits.rate_limit import RateLimit
from tavolino.server.process.app import create_app
from tavolino.server.storage.schema import users


@pytest.fixture
def other(client: Browser) -> Browser:
    """Another browser at the same server."""
    return browser_of(client)


def test_a_guest_is_created_on_request(client: Browser) -> None:
    assert problem(client.get("/api/me")) == (401, "not_signed_in")
    response = client.post("/api/me")
    assert response.status_code == 201
    assert response.json()["is_guest"]
    assert re.fullmatch(r"Ospite \d{4}", response.json()["name"])
    cookie = response.headers["set-cookie"]
    for part in ("HttpOnly", "SameSite=lax", "Path=/", f"Max-Age={400 * 24 * 3600}"):
        assert part in cookie
    assert "Secure" not in cookie
    assert client.get("/api/me").json() == response.json()


@pytest.mark.parametrize(
    ("asked", "name"),
    [
        ("en-GB,en;q=0.9,it;q=0.8", "Guest"),
        ("de, it;q=0.5, en;q=0.3", "Ospite"),
        ("fr", "Ospite"),
        ("*", "Ospite"),
    ],
)
def test_a_guest_is_named_in_the_language_of_the_browser(
    client: Browser, asked: str, name: str
) -> None:
    answer = client.post("/api/me", headers={"accept-language": asked})
    assert re.fullmatch(rf"{name} \d{{4}}", answer.json()["name"])


def test_an_existing_session_is_resumed(client: Browser) -> None:
    first = guest(client)
    again = client.post("/api/me")
    assert (again.status_code, again.json()) == (200, first)


def test_guests_from_one_address_are_limited(config: Config) -> None:
    with client_of(replace(config, guests_per_minute=3)) as client:
        for _ in range(3):
            guest(client)
            client.cookies.clear()
        assert problem(client.post("/api/me")) == (429, "too_fast")


def test_a_guest_changes_name(client: Browser, other: Browser) -> None:
    account(other)
    me = guest(client)
    renamed = client.patch("/api/me", json={"name": "Zoë 木"})
    assert renamed.json() == me | {"name": "Zoë 木"}
    assert client.get("/api/me").json() == me | {"name": "Zoë 木"}
    assert problem(client.patch("/api/me", json={"name": "ANNA"})) == (409, "name_taken")


def test_a_new_name_reaches_the_tables_that_wait(client: Browser, other: Browser) -> None:
    """A game that has begun keeps the old one."""
    old = client.post("/api/me", json={}).json()["name"]
    waiting = client.post("/api/tables", json={"game": "aftaebr", "kind": "table"}).json()["table"]
    alone = client.post("/api/tables", json={"game": "nove_colonne", "kind": "practice"}).json()
    assert client.patch("/api/me", json={"name": "Anna"}).is_success
    other.post("/api/me", json={})
    names = [seat["name"] for seat in other.get(f"/api/tables/{waiting}").json()["seats"]]
    assert names == ["Anna"]
    (seat,) = client.get(f"/api/tables/{alone['table']}").json()["seats"]
    assert seat["name"] == old


def test_an_account_changes_name_and_signs_in_by_the_new_one(
    client: Browser, other: Browser
) -> None:
    me = account(client)
    account(other, name="Bruno")
    assert problem(client.patch("/api/me", json={"name": "BRUNO"})) == (409, "name_taken")
    assert client.patch("/api/me", json={"name": "ANNA"}).json() == me | {"name": "ANNA"}
    assert client.patch("/api/me", json={"name": "Bea"}).json() == me | {"name": "Bea"}
    assert client.get("/api/me").json() == me | {"name": "Bea"}
    other.cookies.clear()
    assert problem(other.post("/api/sign-in", json=ANNA)) == (403, "wrong_password")
    assert other.post("/api/sign-in", json=ANNA | {"name": "bea"}).json()["id"] == me["id"]


@pytest.mark.parametrize("name", ["giocatore rimosso", "Giocatore Rimosso"])
def test_nobody_is_called_like_a_deleted_account(client: Browser, name: str) -> None:
    guest(client)
    assert problem(client.patch("/api/me", json={"name": name})) == (400, "bad_message")
    made = client.post("/api/account", json=ANNA | {"name": name})
    assert problem(made) == (400, "bad_message")


def test_whoever_waits_at_a_table_can_take_another_name_there(
    client: Browser, other: Browser
) -> None:
    guest(client)
    guest(other)
    contest = {"game": "solitario40", "kind": "contest", "players": 3}
    table = client.post("/api/tables", json=contest).json()["table"]
    for browser, name in ((other, "Zoë"), (other, "Zoë 木"), (client, "Bea")):
        browser.patch("/api/me", json={"name": name})
        seated = browser.post(f"/api/tables/{table}/join", json={})
        assert seated.status_code == 200
    assert [seat["name"] for seat in seated.json()["seats"]] == ["Bea", "Zoë 木"]


@pytest.mark.parametrize("name", ["", "x" * 41, " Anna", "An\nna", "a\u202eb", "\x00", "Anna "])
def test_bad_names_are_refused(client: Browser, name: str) -> None:
    me = guest(client)
    assert problem(client.patch("/api/me", json={"name": name})) == (400, "bad_message")
    made = client.post("/api/account", json=ANNA | {"name": name})
    assert problem(made) == (400, "bad_message")
    assert problem(client.post("/api/sign-in", json=ANNA | {"name": name})) == (400, "bad_message")
    assert client.get("/api/me").json() == me


@pytest.mark.parametrize("password", ["", "x" * 7, "x" * 201])
def test_bad_passwords_are_refused(client: Browser, password: str) -> None:
    made = client.post("/api/account", json=ANNA | {"password": password})
    assert problem(made) == (400, "bad_message")


def test_a_guest_becomes_an_account_and_stays_the_same_user(client: Browser) -> None:
    me = guest(client)
    assert account(client) == {"id": me["id"], "name": "Anna", "is_guest": False}
    assert client.get("/api/me").json()["is_guest"] is False
    assert problem(client.post("/api/account", json=ANNA | {"name": "Bea"})) == (403, "not_allowed")


def test_an_account_without_being_a_guest_first(client: Browser) -> None:
    account(client)
    assert client.get("/api/me").json()["name"] == "Anna"


@pytest.mark.parametrize("name", ["Anna", "ANNA", "ａｎｎａ", "anna"])
def test_names_that_look_alike_are_the_same_account(
    client: Browser, other: Browser, name: str
) -> None:
    me = account(client)
    taken = other.post("/api/account", json=ANNA | {"name": name})
    assert problem(taken) == (409, "name_taken")
    signed_in = other.post("/api/sign-in", json=ANNA | {"name": name})
    assert (signed_in.status_code, signed_in.json()) == (200, me)


def test_a_name_is_given_once_even_at_the_same_moment(client: Browser, other: Browser) -> None:
    guest(client)
    guest(other)
    outcome: list[int] = []

    def ask(browser: Browser) -> None:
        outcome.append(browser.post("/api/account", json=ANNA).status_code)

    threads = [threading.Thread(target=ask, args=(browser,)) for browser in (client, other)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcome) == [201, 409]


def test_passwords_are_stored_as_argon2id(client: Browser, config: Config) -> None:
    account(client)
    with closing(sqlite3.connect(config.data / "tavolino.db")) as database:
        ((kept,),) = database.execute("SELECT password FROM people").fetchall()
    assert kept.startswith("$argon2id$")


def test_unknown_names_and_wrong_passwords_get_the_same_answer_after_the_same_work(
    config: Config,
) -> None:
    verified: list[Parameters] = []

    class Recording(PasswordHasher):
        def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:
            verified.append(extract_parameters(str(hash)))
            return super().verify(hash, password)

    hasher = Recording.from_parameters(CHEAPEST)
    with client_of(replace(config, password_hasher=hasher)) as client:
        account(client)
        client.cookies.clear()
        wrong = client.post("/api/sign-in", json=ANNA | {"password": "un'altra frase"})
        unknown = client.post("/api/sign-in", json=ANNA | {"name": "Bea"})
        assert problem(wrong) == (403, "wrong_password")
        assert wrong.content == unknown.content
        assert verified == [CHEAPEST, CHEAPEST]
        assert problem(client.get("/api/me")) == (401, "not_signed_in")


def test_a_password_of_older_parameters_is_hashed_again(client: Browser, config: Config) -> None:
    account(client)
    older = PasswordHasher.from_parameters(replace(CHEAPEST, memory_cost=16))
    with closing(sqlite3.connect(config.data / "tavolino.db")) as database, database:
        database.execute("UPDATE people SET password = ?", (older.hash(ANNA["password"]),))
    assert client.post("/api/sign-in", json=ANNA).status_code == 200
    with closing(sqlite3.connect(config.data / "tavolino.db")) as database:
        ((kept,),) = database.execute("SELECT password FROM people").fetchall()
    assert extract_parameters(kept) == CHEAPEST
    assert client.post("/api/sign-in", json=ANNA).status_code == 200


def test_attempts_are_limited_per_name_and_address(client: Browser, other: Browser) -> None:
    account(client)
    wrong = ANNA | {"password": "un'altra frase"}
    tried = [other.post("/api/sign-in", json=wrong).status_code for _ in range(11)]
    assert tried == [403] * 10 + [429]
    # Even the right one now, but not for another name.
    assert problem(other.post("/api/sign-in", json=ANNA)) == (429, "too_fast")
    bea = other.post("/api/sign-in", json=ANNA | {"name": "Bea"})
    assert problem(bea) == (403, "wrong_password")


def test_attempts_are_limited_per_address(config: Config) -> None:
    names = [f"Nome {n}" for n in range(4)]
    with client_of(replace(config, password_attempts=3)) as client:
        tried = [client.post("/api/sign-in", json=ANNA | {"name": name}) for name in names]
    assert [one.status_code for one in tried] == [403, 403, 403, 429]


def test_attempts_are_restored_over_time() -> None:
    at = [0.0]
    tries = RateLimit(2, 10, clock=lambda: at[0])
    for _ in range(2):
        tries.acquire("a")
    with pytest.raises(TooFast, match="in 10 s"):
        tries.acquire("a")
    at[0] = 10
    tries.acquire("a")
    with pytest.raises(TooFast):
        tries.acquire("a")
    tries.refund("a")
    tries.acquire("a")


def test_a_rate_limit_forgets_the_least_recent_keys() -> None:
    tries = RateLimit(1, 3600, max_keys=3)
    for key in "abcd":
        tries.acquire(key)
    for key in "bcd":
        with pytest.raises(TooFast):
            tries.acquire(key)
    tries.acquire("a")


def test_a_guest_has_no_password(client: Browser) -> None:
    assert problem(client.post("/api/password", json={"old": "x" * 8, "new": "y" * 8})) == (
        401,
        "not_signed_in",
    )
    guest(client)
    response = client.post("/api/password", json={"old": "x" * 8, "new": "y" * 8})
    assert problem(response) == (403, "not_allowed")


def test_hashing_does_not_block_the_others(config: Config) -> None:
    begun, may_end = threading.Event(), threading.Event()

    class Slow(PasswordHasher):
        def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:
            begun.set()
            assert may_end.wait(TIMEOUT)
            return super().verify(hash, password)

    async def work() -> None:
        app = create_app(replace(config, password_hasher=Slow.from_parameters(CHEAPEST)))
        server = ASGITransport(app)  # type: ignore[arg-type]
        async with app.lifespan(), AsyncClient(transport=server, base_url="http://t") as client:
            await client.post("/api/me")
            slow = asyncio.create_task(client.post("/api/sign-in", json=ANNA))
            assert await asyncio.to_thread(begun.wait, TIMEOUT)
            assert (await client.get("/api/me")).status_code == 200
            assert not slow.done()
            may_end.set()
            assert (await slow).status_code == 403

    asyncio.run(work())


def test_the_database_has_one_row_per_user(client: Browser) -> None:
    me = guest(client)
    account(client)
    client.post("/api/sign-in", json=ANNA)
    with runtime_of(client).database.engine.connect() as connection:
        rows = connection.execute(select(users)).all()
    assert [(row.id, row.name, row.account, row.epoch) for row in rows] == [
        (me["id"], "Anna", "anna", 1)
    ]
