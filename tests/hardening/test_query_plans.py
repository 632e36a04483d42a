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

from litestar.testing import TestClient
from sqlalchemy import Connection, Engine, event, text
from support.fixtures import runtime_of
from support.stored_tables import add_user, ended_patience, store_daily, store_table

from tavolino.server.app import create_app
from tavolino.server.clock import DAY_MS, day_of, now, start_of
from tavolino.server.config import Config
from tavolino.server.runtime import Runtime
from tavolino.server.storage.cleanup import Cleanup
from tavolino.server.storage.database import migrate, open_engine
from tavolino.server.storage.schema import metadata

UNBOUNDED = ("tables", "seats", "entries", "results", "records", "people")
TABLES = 20_000
"""Enough for every planner to prefer an index."""
USERS = 5_000
ANNA = {"name": "Anna", "password": "una frase lunga"}
NOVE = "nove_colonne"
DAY = day_of(now() - DAY_MS)
"""Many have played the deal of this day."""


@dataclass(frozen=True)
class Plan:
    read_whole: frozenset[str]
    """Tables that are read from end to end."""
    is_sorted: bool


def fill(engine: Engine) -> None:
    """Many users, each with a few tables of every kind and phase, old and new."""
    at = now()
    is_sqlite = engine.dialect.name == "sqlite"
    numbers = (
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {}) {} FROM n"
        if is_sqlite
        else "{1} FROM generate_series(1, {0}) AS n(i)"
    )

    def insert(table: str, rows: int, **columns: str) -> str:
        chosen = "SELECT " + ", ".join(columns.values())
        return f"INSERT INTO {table} ({', '.join(columns)}) " + numbers.format(rows, chosen)

    person = f"'p' || (1 + i % {USERS})"
    kind = "CASE i % 4 WHEN 0 THEN 'daily' WHEN 1 THEN 'contest' ELSE 'practice' END"
    phase = "CASE i % 7 WHEN 0 THEN 'lobby' WHEN 1 THEN 'playing' ELSE 'over' END"
    # Few games run at one moment; unfinished practice stays for ever.
    phase = f"CASE WHEN i % 4 = 1 AND i % 7 = 1 AND i > 200 THEN 'over' ELSE {phase} END"
    day = f"CASE WHEN i % 8 = 0 THEN '{DAY}' WHEN i % 4 = 0 THEN '2023-10-' || (10 + i % 20) END"
    game = f"CASE WHEN i % 3 = 0 THEN 'solitario40' ELSE '{NOVE}' END"
    created = f"{at - 300 * DAY_MS} + CAST(i AS BIGINT) * {300 * DAY_MS // TABLES}"
    statements = [
        insert("people", USERS, id="'p' || i", name="'x'", epoch="0", created_at=created),
        insert(
            "tables",
            TABLES,
            id="'t' || i",
            kind=kind,
            game=game,
            version="1",
            options="'{}'",
            settings="'{}'",
            players="2",
            day=day,
            host=person,
            is_public="i % 5 = 0",
            phase=phase,
            created_at=created,
        ),
    ]
    for seat in (0, 1):
        user = person if seat == 0 else f"'p' || (1 + (i * 7) % {USERS})"
        statements.append(
            insert(
                "seats",
                TABLES,
                table_id="'t' || i",
                player=str(seat),
                person=user,
                name="'x'",
                nonce="'x'",
                is_away="false",
            )
        )
    statements += [
        insert(
            "entries",
            TABLES * 2,
            table_id=f"'t' || (1 + i % {TABLES})",
            seq=f"1 + i / {TABLES}",
            at="i",
            text="'x'",
            is_automatic="false",
        ),
        insert(
            "results",
            TABLES,
            table_id="'t' || i",
            player="0",
            person=person,
            game=game,
            kind=kind,
            day=day,
            points="i % 50",
            place="1",
            is_won="i % 2 = 0",
            moves="1",
            ranking="i % 50",
            lot="i",
            seconds="1",
            ended_at=created,
        ),
        insert(
            "records",
            USERS,
            id="'r' || i",
            person=person,
            game=game,
            text="'x'",
            created_at="i",
        ),
    ]
    with engine.begin() as connection:
        for statement in statements:
            connection.execute(text(statement.replace(":", "\\:")))


@contextmanager
def recorded(sent: dict[str, Any]) -> Iterator[None]:
    """Every statement about the unbounded tables, with its values."""

    def note(_: Connection, __: Any, sql: str, values: Any, ___: Any, is_many: bool) -> None:
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
        (f"/api/daily/{DAY}/{NOVE}", {"from": 1}),
        (f"/api/tables/{table}/replay", {}),
    ):
        answer = client.get(path, params=parameters)
        assert answer.status_code == 200, answer.text
    assert client.post(f"/api/daily/{NOVE}").is_success
    assert client.patch("/api/me", json={"name": "Bea"}).is_success
    assert client.post("/api/sign-in", json=ANNA).is_success
    new = {"old": ANNA["password"], "new": "un'altra frase"}
    assert client.post("/api/password", json=new).is_success


async def look_after(runtime: Runtime, config: Config) -> None:
    """What the server does without being asked; much later, so that there is something to do."""
    await runtime.registry.end_days()
    runtime.registry.tables.clear()
    at = now() + 100 * DAY_MS
    later = Cleanup(config, runtime.database, runtime.registry, lambda _: False, lambda: at, 0)
    await later.run_once()
    at += 100 * DAY_MS
    await later.run_once()
    assert later.removed >= 2


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
    with recorded(sent), TestClient(create_app(config)) as client:
        visit(client)
        client.blocking_portal.call(look_after, runtime_of(client), config)
    assert len(sent) > 50, "not every page was visited"
    fill(engine)
    is_sqlite = engine.dialect.name == "sqlite"
    # SQLite plans without statistics unless somebody asks for them; both must do.
    for analyse in (False, True) if is_sqlite else (True,):
        if analyse:
            with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
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
