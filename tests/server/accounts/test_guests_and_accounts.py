"""Guests, accounts, cookies, rate limits."""

from __future__ import annotations

import asyncio
import re
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from typing import Any, Literal

import pytest
from argon2 import Parameters, PasswordHasher, extract_parameters
from argon2.profiles import CHEAPEST
from httpx import ASGITransport, AsyncClient, Response
from litestar import Litestar
from litestar.testing import TestClient
from sqlalchemy import select
from sqlalchemy.event import listen
from support.fixtures import runtime_of, with_database
from support.servers.app import client_of
from support.timeout import TIMEOUT

from tavolino.server.accounts import cookies
from tavolino.server.accounts.cookies import SessionToken, read_token, sign_token
from tavolino.server.accounts.sessions import load_key
from tavolino.server.clock import now
from tavolino.server.config import Config
from tavolino.server.errors import TooFast
from tavolino.server.http.limits.rate_limit import RateLimit
from tavolino.server.process.app import create_app
from tavolino.server.storage.database import Database
from tavolino.server.storage.schema import keys, users

Browser = TestClient[Litestar]
ANNA = {"name": "Anna", "password": "una frase lunga"}


@pytest.fixture
def other(client: Browser) -> Iterator[Browser]:
    """Another browser at the same server."""
    another = TestClient(client.app)
    another.blocking_portal = client.blocking_portal
    yield another


def code(response: Response) -> tuple[int, str]:
    return response.status_code, response.json()["code"]


def guest(browser: Browser) -> dict[str, Any]:
    response = browser.post("/api/me")
    assert response.status_code == 201
    me: dict[str, Any] = response.json()
    return me


def account(browser: Browser, **changed: str) -> dict[str, Any]:
    response = browser.post("/api/account", json=ANNA | changed)
    assert response.status_code == 201, response.text
    me: dict[str, Any] = response.json()
    return me


def key_in(config: Config) -> bytes:
    with closing(sqlite3.connect(config.data / "tavolino.db")) as database:
        ((value,),) = database.execute("SELECT value FROM keys WHERE name = 'cookies'").fetchall()
    return bytes(value)


def show(browser: Browser, cookie: str) -> Response:
    browser.cookies.clear()
    said = f"other=1; tavolino={cookie}".encode()
    return browser.get("/api/me", headers={b"cookie": said})


def test_a_guest_is_created_on_request(client: Browser) -> None:
    assert code(client.get("/api/me")) == (401, "not_signed_in")
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


def test_behind_https_the_cookie_is_secure(config: Config) -> None:
    with client_of(replace(config, is_secure=True)) as client:
        response = client.post("/api/me")
        assert "Secure" in response.headers["set-cookie"]
        assert "max-age" in response.headers["strict-transport-security"]


def test_an_existing_session_is_resumed(client: Browser) -> None:
    first = guest(client)
    again = client.post("/api/me")
    assert (again.status_code, again.json()) == (200, first)


def test_guests_from_one_address_are_limited(config: Config) -> None:
    with client_of(replace(config, guests_per_minute=3)) as client:
        for _ in range(3):
            guest(client)
            client.cookies.clear()
        assert code(client.post("/api/me")) == (429, "too_fast")


def test_a_guest_changes_name(client: Browser, other: Browser) -> None:
    account(other)
    me = guest(client)
    renamed = client.patch("/api/me", json={"name": "Zoë 木"})
    assert renamed.json() == me | {"name": "Zoë 木"}
    assert client.get("/api/me").json() == me | {"name": "Zoë 木"}
    assert code(client.patch("/api/me", json={"name": "ANNA"})) == (409, "name_taken")


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
    assert code(client.patch("/api/me", json={"name": "BRUNO"})) == (409, "name_taken")
    assert client.patch("/api/me", json={"name": "ANNA"}).json() == me | {"name": "ANNA"}
    assert client.patch("/api/me", json={"name": "Bea"}).json() == me | {"name": "Bea"}
    assert client.get("/api/me").json() == me | {"name": "Bea"}
    other.cookies.clear()
    assert code(other.post("/api/sign-in", json=ANNA)) == (403, "wrong_password")
    assert other.post("/api/sign-in", json=ANNA | {"name": "bea"}).json()["id"] == me["id"]


@pytest.mark.parametrize("name", ["giocatore rimosso", "Giocatore Rimosso"])
def test_nobody_is_called_like_a_deleted_account(client: Browser, name: str) -> None:
    guest(client)
    assert code(client.patch("/api/me", json={"name": name})) == (400, "bad_message")
    made = client.post("/api/account", json=ANNA | {"name": name})
    assert code(made) == (400, "bad_message")


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
    assert code(client.patch("/api/me", json={"name": name})) == (400, "bad_message")
    made = client.post("/api/account", json=ANNA | {"name": name})
    assert code(made) == (400, "bad_message")
    assert code(client.post("/api/sign-in", json=ANNA | {"name": name})) == (400, "bad_message")
    assert client.get("/api/me").json() == me


@pytest.mark.parametrize("password", ["", "x" * 7, "x" * 201])
def test_bad_passwords_are_refused(client: Browser, password: str) -> None:
    made = client.post("/api/account", json=ANNA | {"password": password})
    assert code(made) == (400, "bad_message")


def test_a_guest_becomes_an_account_and_stays_the_same_user(client: Browser) -> None:
    me = guest(client)
    assert account(client) == {"id": me["id"], "name": "Anna", "is_guest": False}
    assert client.get("/api/me").json()["is_guest"] is False
    assert code(client.post("/api/account", json=ANNA | {"name": "Bea"})) == (403, "not_allowed")


def test_an_account_without_being_a_guest_first(client: Browser) -> None:
    account(client)
    assert client.get("/api/me").json()["name"] == "Anna"


@pytest.mark.parametrize("name", ["Anna", "ANNA", "ａｎｎａ", "anna"])
def test_names_that_look_alike_are_the_same_account(
    client: Browser, other: Browser, name: str
) -> None:
    me = account(client)
    taken = other.post("/api/account", json=ANNA | {"name": name})
    assert code(taken) == (409, "name_taken")
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
        assert code(wrong) == (403, "wrong_password")
        assert wrong.content == unknown.content
        assert verified == [CHEAPEST, CHEAPEST]
        assert code(client.get("/api/me")) == (401, "not_signed_in")


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
    assert code(other.post("/api/sign-in", json=ANNA)) == (429, "too_fast")
    bea = other.post("/api/sign-in", json=ANNA | {"name": "Bea"})
    assert code(bea) == (403, "wrong_password")


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


def test_sign_out_affects_this_browser_only(client: Browser, other: Browser) -> None:
    account(client)
    other.post("/api/sign-in", json=ANNA)
    assert client.post("/api/sign-out").status_code == 204
    assert code(client.get("/api/me")) == (401, "not_signed_in")
    assert other.get("/api/me").status_code == 200


def test_sign_out_everywhere(client: Browser, other: Browser) -> None:
    me = account(client)
    other.post("/api/sign-in", json=ANNA)
    ended: list[str] = []
    runtime_of(client).sessions.on_revoked.append(lambda user: ended.append(user.id))
    assert client.post("/api/sign-out-everywhere").status_code == 204
    assert ended == [me["id"]]
    for browser in (client, other):
        assert code(browser.get("/api/me")) == (401, "not_signed_in")
    assert other.post("/api/sign-in", json=ANNA).json() == me
    assert code(client.post("/api/sign-out-everywhere")) == (401, "not_signed_in")


def test_a_new_password_signs_out_the_others(client: Browser, other: Browser) -> None:
    me = account(client)
    other.post("/api/sign-in", json=ANNA)
    ended: list[str] = []
    runtime_of(client).sessions.on_revoked.append(lambda user: ended.append(user.id))
    new = "una frase nuova"
    wrong = client.post("/api/password", json={"old": "non è questa", "new": new})
    assert code(wrong) == (403, "wrong_password")
    assert other.get("/api/me").status_code == 200 and ended == []
    changed = client.post("/api/password", json={"old": ANNA["password"], "new": new})
    assert changed.json() == me and ended == [me["id"]]
    assert client.get("/api/me").json() == me
    assert code(other.get("/api/me")) == (401, "not_signed_in")
    assert code(other.post("/api/sign-in", json=ANNA)) == (403, "wrong_password")
    assert other.post("/api/sign-in", json=ANNA | {"password": new}).json() == me


def test_a_guest_has_no_password(client: Browser) -> None:
    assert code(client.post("/api/password", json={"old": "x" * 8, "new": "y" * 8})) == (
        401,
        "not_signed_in",
    )
    guest(client)
    response = client.post("/api/password", json={"old": "x" * 8, "new": "y" * 8})
    assert code(response) == (403, "not_allowed")


def test_forged_expired_and_malformed_cookies_are_rejected(client: Browser, config: Config) -> None:
    me, at, key = guest(client), now() // 1000, key_in(config)
    good = sign_token(key, SessionToken(me["id"], 0, at))
    assert show(client, good).json() == me
    assert show(client, f"{good[:-1]}{'A' if good[-1] != 'A' else 'B'}").status_code == 401
    bad = [
        sign_token(bytes(32), SessionToken(me["id"], 0, at)),
        sign_token(key, SessionToken(me["id"], 1, at)),
        sign_token(key, SessionToken("nobody", 0, at)),
        sign_token(key, SessionToken(me["id"], 0, at - cookies.MAX_AGE - 1)),
        good.replace("1.", "2.", 1),
        good.replace(me["id"], "x" + me["id"]),
        "",
        ".....",
        "1",
        "x" * 3000,
        "à.b.c.d.e",
    ]
    for cookie in bad:
        assert code(show(client, cookie)) == (401, "not_signed_in"), cookie


def test_a_cookie_older_than_a_day_is_renewed(client: Browser, config: Config) -> None:
    me, at, key = guest(client), now() // 1000, key_in(config)
    young = show(client, sign_token(key, SessionToken(me["id"], 0, at - 3600)))
    assert "set-cookie" not in young.headers
    old = show(client, sign_token(key, SessionToken(me["id"], 0, at - 399 * 24 * 3600)))
    assert old.json() == me
    renewed = read_token(key, old.cookies["tavolino"], at)
    assert renewed and renewed.issued >= at


def test_the_key_is_created_once(database: str) -> None:
    async def both(database: Database) -> tuple[bytes, bytes]:
        first, second = await asyncio.gather(load_key(database), load_key(database))
        return first, second

    async def again(database: Database) -> bytes:
        assert len(await database.rows(select(keys))) == 1
        return await load_key(database)

    first, second = with_database(database, both)
    assert first == second == with_database(database, again) and len(first) == 32


@pytest.mark.parametrize(("seconds", "expected"), [(3600, 1), (0, 5)])
def test_users_are_cached(config: Config, seconds: float, expected: int) -> None:
    with client_of(replace(config, user_cache_seconds=seconds)) as client:
        guest(client)
        reads: list[str] = []

        def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
            if "FROM people" in statement:
                reads.append(statement)

        listen(runtime_of(client).database.engine, "before_cursor_execute", note)
        for _ in range(5):
            assert client.get("/api/me").status_code == 200
        assert len(reads) == expected


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
