"""Somebody who has played thousands of games: signing in, exporting and deleting hold up nobody."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest
from litestar.testing import TestClient
from sqlalchemy import Engine, event, func, insert, select
from support.fixtures import runtime_of, with_database

from tavolino.games.nove_colonne import NoveColonne
from tavolino.server.accounts.sessions import open_sessions
from tavolino.server.config import Config
from tavolino.server.process.runtime import Runtime
from tavolino.server.storage.batches import ROWS
from tavolino.server.storage.database import Database
from tavolino.server.storage.schema import entries, records, results, seats, tables
from tavolino.server.users.personal_data.export import PAGE, export

pytestmark = pytest.mark.hardening

PASSWORD = "una frase lunga"
GAMES, MOVES = 400, 4
SHARED = 400
MOST = 2 * ROWS
"""Rows of one commit; a game is not split."""


def store_games(engine: Engine, user: str, kind: str, n: int) -> None:
    """Games that are over, and that only the user plays."""
    names = [f"{kind}{i}" for i in range(n)]
    game = NoveColonne()
    head = {"kind": kind, "game": game.name, "version": game.version, "options": "{}"}
    head |= {"settings": "{}", "players": 1, "host": user, "phase": "over", "created_at": 1}
    head |= {"deal": 1, "starts_at": 1, "ended_at": 1}
    seat = {"player": 0, "person": user, "name": "x", "nonce": "", "is_away": False}
    result = {"player": 0, "person": user, "game": game.name, "kind": kind, "points": 1}
    result |= {"place": 1, "is_won": False, "moves": 1, "ranking": 0, "lot": 0}
    result |= {"seconds": 1, "ended_at": 1}
    entry = {"at": 1, "text": "player 1: x", "message": "m", "is_automatic": False}
    with engine.begin() as connection:
        connection.execute(insert(tables), [head | {"id": name} for name in names])
        connection.execute(insert(seats), [seat | {"table_id": name} for name in names])
        connection.execute(insert(results), [result | {"table_id": name} for name in names])
        rows = [{"table_id": name, "seq": seq} for name in names for seq in range(1, MOVES + 1)]
        connection.execute(insert(entries), [entry | row for row in rows])


def store_upload(engine: Engine, user: str, name: str) -> None:
    row = {"id": name, "person": user, "game": "aftaebr", "text": name, "created_at": 1}
    with engine.begin() as connection:
        connection.execute(insert(records), row)


@contextmanager
def rows_of_commits(engine: Engine) -> Iterator[list[int]]:
    """The number of rows that each commit changes."""
    commits, changed = list[int](), 0

    def note(_: Any, cursor: Any, sql: str, *__: Any) -> None:
        nonlocal changed
        if sql.startswith(("UPDATE", "DELETE", "INSERT")):
            changed += max(0, cursor.rowcount)

    def commit(_: Any) -> None:
        nonlocal changed
        commits.append(changed)
        changed = 0

    event.listen(engine, "after_cursor_execute", note)
    event.listen(engine, "commit", commit)
    try:
        yield commits
    finally:
        event.remove(engine, "after_cursor_execute", note)
        event.remove(engine, "commit", commit)


def count(engine: Engine, table: Any) -> int:
    with engine.connect() as connection:
        return int(connection.execute(select(func.count()).select_from(table)).scalar_one())


def test_a_guest_with_many_games_signs_in_by_small_commits(database: str, config: Config) -> None:
    async def work(database: Database) -> None:
        sessions = await open_sessions(config, database)
        account = await sessions.create_account(None, "Anna", PASSWORD, "1")
        guest = await sessions.new_guest("1")
        store_games(database.engine, guest.id, "practice", GAMES)
        store_games(database.engine, guest.id, "table", SHARED)
        store_upload(database.engine, guest.id, "upload")
        with rows_of_commits(database.engine) as commits:
            await sessions.sign_in(guest, "Anna", PASSWORD, "1")
        assert sum(commits) >= 3 * (GAMES + SHARED) and max(commits) <= MOST
        for table in (seats, results, records):
            rows = await database.rows(select(table.c.person).distinct())
            assert [row.person for row in rows] == [account.id]
        hosts = await database.rows(select(tables.c.host).distinct())
        assert [row.host for row in hosts] == [account.id]
        sessions.close()

    with_database(database, work)


def test_a_large_account_is_deleted_by_small_commits(client: TestClient[Any]) -> None:
    made = client.post("/api/account", json={"name": "Anna", "password": PASSWORD})
    me, engine = made.json()["id"], runtime_of(client).database.engine
    store_games(engine, me, "practice", GAMES)
    store_games(engine, me, "contest", SHARED)
    for n in range(3):
        store_upload(engine, me, f"upload{n}")
    with rows_of_commits(engine) as commits:
        answer = client.request("DELETE", "/api/account", json={"password": PASSWORD})
    assert answer.status_code == 204
    assert sum(commits) >= GAMES * (MOVES + 3) + 3 * SHARED and max(commits) <= MOST
    assert (count(engine, tables), count(engine, entries)) == (SHARED, SHARED * MOVES)
    assert count(engine, records) == 0


def test_an_export_is_written_outside_the_event_loop(
    client: TestClient[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With more games than one page has."""
    me = client.post("/api/me").json()["id"]
    engine = runtime_of(client).database.engine
    store_games(engine, me, "table", PAGE + 1)
    with engine.begin() as connection:  # no log: nothing to be replayed
        connection.execute(entries.delete())
    for n in range(2):
        store_upload(engine, me, f"upload{n}")
    threads: list[str] = []
    compress = ZipFile.writestr

    def noted(self: ZipFile, *arguments: Any) -> None:
        threads.append(threading.current_thread().name)
        compress(self, *arguments)

    monkeypatch.setattr(ZipFile, "writestr", noted)
    with ZipFile(BytesIO(client.get("/api/account/export").content)) as archive:
        assert archive.testzip() is None
        document = json.loads(archive.read("account.json"))
    assert len({game["table"] for game in document["games"]}) == PAGE + 1
    assert len(threads) == 2 and all(name.startswith("tavolino-reader") for name in threads)


def test_what_is_deleted_during_an_export_is_left_out(client: TestClient[Any]) -> None:
    me = client.post("/api/me").json()["id"]
    runtime = runtime_of(client)
    engine = runtime.database.engine
    store_games(engine, me, "practice", 2)
    store_upload(engine, me, "upload")

    async def exported(runtime: Runtime) -> bytes:
        user = await runtime.sessions.reload(me)
        assert user
        parts = export(runtime.database, runtime.readers, user)
        first = await anext(parts)  # the list of games
        with engine.begin() as connection:
            for table in (results, seats, tables, entries, records):
                connection.execute(table.delete())
        return first + b"".join([part async for part in parts])

    portal = client.blocking_portal
    assert portal is not None
    with ZipFile(BytesIO(portal.call(exported, runtime))) as archive:
        assert archive.namelist() == ["account.json"]
        assert len(json.loads(archive.read("account.json"))["games"]) == 2
