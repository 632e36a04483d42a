"""Cookies: signed, renewed, and ended by signing out or by a new password."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from dataclasses import replace

import pytest
from httpx import Response
from sqlalchemy import select
from sqlalchemy.event import listen
from support.accounts import ANNA, Browser, account, browser_of, guest, problem
from support.fixtures import runtime_of, with_database
from support.servers.app import client_of

from tavolino.server.accounts import cookies
from tavolino.server.accounts.cookies import SessionToken, read_token, sign_token
from tavolino.server.accounts.sessions import load_key
from tavolino.server.clock import now
from tavolino.server.config import Config
from tavolino.server.storage.database import Database
from tavolino.server.storage.schema import keys


@pytest.fixture
def other(client: Browser) -> Browser:
    """Another browser at the same server."""
    return browser_of(client)


def key_in(config: Config) -> bytes:
    with closing(sqlite3.connect(config.data / "tavolino.db")) as database:
        ((value,),) = database.execute("SELECT value FROM keys WHERE name = 'cookies'").fetchall()
    return bytes(value)


def show(browser: Browser, cookie: str) -> Response:
    browser.cookies.clear()
    said = f"other=1; tavolino={cookie}".encode()
    return browser.get("/api/me", headers={b"cookie": said})


def test_behind_https_the_cookie_is_secure(config: Config) -> None:
    with client_of(replace(config, is_secure=True)) as client:
        response = client.post("/api/me")
        assert "Secure" in response.headers["set-cookie"]
        assert "max-age" in response.headers["strict-transport-security"]


def test_sign_out_affects_this_browser_only(client: Browser, other: Browser) -> None:
    account(client)
    other.post("/api/sign-in", json=ANNA)
    assert client.post("/api/sign-out").status_code == 204
    assert problem(client.get("/api/me")) == (401, "not_signed_in")
    assert other.get("/api/me").status_code == 200


def test_sign_out_everywhere(client: Browser, other: Browser) -> None:
    me = account(client)
    other.post("/api/sign-in", json=ANNA)
    ended: list[str] = []
    runtime_of(client).sessions.on_revoked.append(lambda user: ended.append(user.id))
    assert client.post("/api/sign-out-everywhere").status_code == 204
    assert ended == [me["id"]]
    for browser in (client, other):
        assert problem(browser.get("/api/me")) == (401, "not_signed_in")
    assert other.post("/api/sign-in", json=ANNA).json() == me
    assert problem(client.post("/api/sign-out-everywhere")) == (401, "not_signed_in")


def test_a_new_password_signs_out_the_others(client: Browser, other: Browser) -> None:
    me = account(client)
    other.post("/api/sign-in", json=ANNA)
    ended: list[str] = []
    runtime_of(client).sessions.on_revoked.append(lambda user: ended.append(user.id))
    new = "una frase nuova"
    wrong = client.post("/api/password", json={"old": "non è questa", "new": new})
    assert problem(wrong) == (403, "wrong_password")
    assert other.get("/api/me").status_code == 200 and ended == []
    changed = client.post("/api/password", json={"old": ANNA["password"], "new": new})
    assert changed.json() == me and ended == [me["id"]]
    assert client.get("/api/me").json() == me
    assert problem(other.get("/api/me")) == (401, "not_signed_in")
    assert problem(other.post("/api/sign-in", json=ANNA)) == (403, "wrong_password")
    assert other.post("/api/sign-in", json=ANNA | {"password": new}).json() == me


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
        assert problem(show(client, cookie)) == (401, "not_signed_in"), cookie


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
