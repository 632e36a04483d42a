"""No query reads or sorts a whole table: the plans of the queries that the server really sends.

Every statement that visitors, a sign-in, a sweep and a cleanup send is recorded. Then the
database gets more rows than any of them should look at, and explains them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

import pytest
from litestar.testing import TestClient
from sqlalchemy import Connection, Engine, event, text
from support.databases.many_tables import fill
from support.databases.stored_tables import add_user, ended_patience, store_daily, store_table
from support.fixtures import runtime_of
from support.servers.app import client_of

from tavolino.server.clock import DAY_MS, day_of, now, start_of
from tavolino.server.config import Config
from tavolino.server.process.runtime import Runtime
from tavolino.server.storage.cleanup import Cleanup
from tavolino.server.storage.database import migrate, open_engine
from tavolino.server.storage.schema import metadata

pytestmark = pytest.mark.hardening

UNBOUNDED = ("tables", "seats", "entries", "results", "records", "people", "claims", "totals")
TABLES = 20_000
"""Enough for every planner to prefer an index."""
USERS = 5_000
ANNA = {"name": "Anna", "password": "una frase lunga"}
NEW_PASSWORD = "un'altra frase"
NOVE = "nove_colonne"
DAY = day_of(now() - DAY_MS)
"""Many have played the deal of this day."""


@dataclass(frozen=True)
class Plan:
    read_whole: frozenset[str]
    """Tables that are read from end to end."""
    is_sorted: bool


@contextmanager
def recorded(sent: dict[str, Any], dialect: str) -> Iterator[None]:
    """Every statement about the unbounded tables, with its values.

    A server of an earlier test may still be looking after another database.
    """

    def note(at: Connection, _: Any, sql: str, values: Any, __: Any, is_many: bool) -> None:
        if at.dialect.name != dialect:
            return
        if re.search(rf"\b({'|'.join(UNBOUNDED)})\b", sql) and not sql.startswith("INSERT"):
            sent[sql] = values[0] if is_many else values

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield
    finally:
        event.remove(Engine, "before_cursor_execute", note)


def visit(client: TestClient[Any]) -> None:
    """Everything that asks the database something."""
    assert client.post("/api/account", json=ANNA).status_code == 201
    client.cookies.clear()
    me = client.post("/api/me").json()["id"]
    table = client.post("/api/tables", json={"game": NOVE}).json()["table"]
    client.post(f"/api/tables/{table}/restart")
    opened = {"game": "aftaebr", "kind": "table", "is_public": True}
    lobby = client.post("/api/tables", json=opened).json()["table"]
    assert [one["table"] for one in client.get("/api/tables").json()["tables"]] == [lobby]
    assert client.post(f"/api/tables/{lobby}/bots", json={"bot": "random"}).is_success
    assert client.post("/api/tables", json=opened).is_success
    engine = runtime_of(client).database.engine
    deal = store_daily(engine, DAY, NOVE, start_of(DAY) - 1)
    match, fair = ended_patience([DAY.replace("-", "")])
    for person in (me, add_user(engine, "rival")):
        name, at = deal.table_of(person), start_of(DAY)
        store_table(engine, name, match, [person], kind="daily", fair=fair, day=DAY, at=at)
    first = client.get("/api/history", params={"limit": 1}).json()
    more = {"limit": 1, "cursor": first["cursor"], "game": NOVE, "kind": "practice"}
    for path, parameters in (
        ("/api/history", more),
        ("/api/statistics", {}),
        ("/api/records", {}),
        ("/api/daily", {}),
        ("/api/me/daily", {}),
        (f"/api/daily/{DAY}/{NOVE}", {"from": 1}),
        (f"/api/tables/{table}/replay", {}),
    ):
        answer = client.get(path, params=parameters)
        assert answer.status_code == 200, answer.text
    assert client.post(f"/api/daily/{NOVE}").is_success
    assert client.patch("/api/me", json={"name": "Bea"}).is_success
    assert client.post("/api/sign-in", json=ANNA).is_success
    new = {"old": ANNA["password"], "new": NEW_PASSWORD}
    assert client.post("/api/password", json=new).is_success
    assert client.get("/api/account/export").is_success


async def look_after(runtime: Runtime, config: Config) -> None:
    """What the server does without being asked; much later, so that there is something to do."""
    registry = runtime.registry
    await runtime.sweep.end_days()
    registry.follower.compare_soon(registry.tables)
    await registry.claims.take_over(list(registry.tables))
    await registry.claims.take_over([])
    await registry.claims.check()
    await registry.claims.release("t", now())
    runtime.registry.tables.clear()
    at = now() + 100 * DAY_MS
    later = Cleanup(config, runtime.database, runtime.registry, lambda _: False, lambda: at, 0)
    await later.run_once()
    at += 100 * DAY_MS
    await later.run_once()
    assert later.removed >= 2


def leave_for_good(client: TestClient[Any]) -> None:
    gone = {"password": NEW_PASSWORD}
    assert client.request("DELETE", "/api/account", json=gone).is_success


def explain(connection: Connection, sql: str, values: Any) -> Plan:
    cursor = connection.connection.cursor()
    if connection.dialect.name == "sqlite":
        lines = [row[3] for row in cursor.execute(f"EXPLAIN QUERY PLAN {sql}", values)]
        found = [re.match(r"SCAN (\w+?)(_\d+)?\b", line) for line in lines]
        is_sorted = any("TEMP B-TREE FOR ORDER BY" in line for line in lines)
        return Plan(frozenset(one[1] for one in found if one), is_sorted)
    cursor.execute(f"EXPLAIN (FORMAT JSON) {sql}", values)
    ((plans,),) = cursor.fetchall()
    nodes = list(nodes_of(plans[0]["Plan"]))
    whole = (
        node["Relation Name"]
        for node in nodes
        if node["Node Type"] == "Seq Scan"
        or ("Index" in node["Node Type"] and "Relation Name" in node and "Index Cond" not in node)
    )
    return Plan(frozenset(whole), any(node["Node Type"] == "Sort" for node in nodes))


def nodes_of(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for part in plan.get("Plans", ()):
        yield from nodes_of(part)


def test_no_query_reads_or_sorts_a_whole_table(database: str, config: Config) -> None:
    engine = open_engine(database)
    migrate(engine)
    config = replace(config, database=database)
    sent: dict[str, Any] = {}
    with recorded(sent, engine.dialect.name), client_of(config) as client:
        visit(client)
        client.blocking_portal.call(look_after, runtime_of(client), config)
        leave_for_good(client)
    assert len(sent) > 50, "not every page was visited"
    fill(engine, TABLES, USERS, DAY)
    is_sqlite = engine.dialect.name == "sqlite"
    # SQLite plans without statistics unless somebody asks for them; both must do.
    for analyse in (False, True) if is_sqlite else (True,):
        if analyse:
            with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
                if not is_sqlite:  # the server's own queries are short
                    connection.execute(text("SET statement_timeout = 0"))
                connection.execute(text("ANALYZE" if is_sqlite else "VACUUM ANALYZE"))
        with engine.connect() as connection:
            for sql, values in sent.items():
                plan = explain(connection, sql, values)
                assert not plan.read_whole & set(UNBOUNDED), (sql, plan, analyse)
                # The own games of one user may be sorted; pages of what all users share may not.
                is_own = "person = " in sql
                assert not (plan.is_sorted and "LIMIT" in sql and not is_own), (sql, plan)
    engine.dispose()


def test_what_a_removed_row_is_checked_against_has_an_index() -> None:
    """Of every foreign key: databases look for rows that still need the one to be deleted."""
    for table in metadata.tables.values():
        ways = [list(index.columns) for index in table.indexes] + [list(table.primary_key)]
        for key in table.foreign_keys:
            assert any(columns[0] is key.parent for columns in ways), key
