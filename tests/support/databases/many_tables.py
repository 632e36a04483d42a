"""A database with many tables, for plans and times of queries."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, Engine, text

from tavolino.server.clock import DAY_MS, now


@contextmanager
def patient(engine: Engine) -> Iterator[Connection]:
    """A transaction without the time limit that a server has for its statements."""
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text("SET LOCAL statement_timeout = 0"))
        yield connection


def fill(engine: Engine, tables: int, users: int, day: str) -> None:
    """Many users, each with a few tables of every kind and phase, old and new.

    The daily deal of ``day`` was played at every eighth table.
    """
    at = now()
    is_sqlite = engine.dialect.name == "sqlite"
    numbers = (
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {}) {} FROM n"
        if is_sqlite
        else "{1} FROM generate_series(1, {0}) AS n(i)"
    )

    def insert(table: str, rows: int, where: str = "", **columns: str) -> str:
        chosen = "SELECT " + ", ".join(columns.values())
        selected = numbers.format(rows, chosen) + (f" WHERE {where}" if where else "")
        return f"INSERT INTO {table} ({', '.join(columns)}) {selected}"

    person = f"'p' || (1 + i % {users})"
    kind = "CASE i % 4 WHEN 0 THEN 'daily' WHEN 1 THEN 'contest' ELSE 'practice' END"
    phase = "CASE i % 7 WHEN 0 THEN 'lobby' WHEN 1 THEN 'playing' ELSE 'over' END"
    # Few games run at one moment; unfinished practice stays forever.
    phase = f"CASE WHEN i % 4 = 1 AND i % 7 = 1 AND i > 200 THEN 'over' ELSE {phase} END"
    day_of_table = (
        f"CASE WHEN i % 8 = 0 THEN '{day}' WHEN i % 4 = 0 THEN '2023-10-' || (10 + i % 20) END"
    )
    game = "CASE WHEN i % 3 = 0 THEN 'solitario40' ELSE 'nove_colonne' END"
    created = f"{at - 300 * DAY_MS} + CAST(i AS BIGINT) * {300 * DAY_MS // tables}"
    statements = [
        insert("people", users, id="'p' || i", name="'x'", epoch="0", created_at=created),
        insert(
            "tables",
            tables,
            id="'t' || i",
            kind=kind,
            game=game,
            version="1",
            options="'{}'",
            settings="'{}'",
            players="2",
            day=day_of_table,
            host=person,
            is_public="i % 5 = 0",
            phase=phase,
            created_at=created,
        ),
    ]
    is_live = "i % 4 IN (1, 2)"
    statements.append(
        insert(
            "claims",
            tables,
            where=is_live,
            table_id="'t' || i",
            process="CASE WHEN i % 3 > 0 THEN 'process ' || (i % 5) END",
            due_at=f"CASE WHEN i % 3 = 0 THEN {at} + i END",
        )
    )
    for seat in (0, 1):
        user = person if seat == 0 else f"'p' || (1 + (i * 7) % {users})"
        statements.append(
            insert(
                "seats",
                tables,
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
            tables * 2,
            where=f"(1 + i % {tables}) % 7 > 0",  # no entries in a lobby
            table_id=f"'t' || (1 + i % {tables})",
            seq=f"1 + i / {tables}",
            at="i",
            text="'x'",
            is_automatic="false",
        ),
        insert(
            "results",
            tables,
            table_id="'t' || i",
            player="0",
            person=person,
            game=game,
            kind=kind,
            day=day_of_table,
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
            users,
            id="'r' || i",
            person=person,
            game=game,
            text="'x'",
            created_at="i",
        ),
    ]
    with patient(engine) as connection:
        for statement in statements:
            connection.execute(text(statement.replace(":", "\\:")))
    count_all(engine)


def seat_at(engine: Engine, user: str, player: int, every: int) -> None:
    """A seat at every n-th table, from the first to the last, and the results."""
    columns = "game, kind, day, points, place, is_won, moves, ranking, lot, seconds, ended_at"
    chosen = f"CAST(SUBSTR(table_id, 2) AS INTEGER) % {every} = 0 AND player = 0"
    with patient(engine) as connection:
        connection.execute(
            text(
                "INSERT INTO seats (table_id, player, person, name, nonce, is_away) "
                f"SELECT table_id, {player}, :user, 'x', 'x', false FROM seats WHERE {chosen}"
            ),
            {"user": user},
        )
        connection.execute(
            text(
                f"INSERT INTO results (table_id, player, person, {columns}) "
                f"SELECT table_id, {player}, :user, {columns} FROM results WHERE {chosen}"
            ),
            {"user": user},
        )
    count_all(engine)


def end_games(engine: Engine) -> None:
    """Leaves nothing that a server would go on playing."""
    over = "UPDATE tables SET phase = 'over' WHERE phase = 'playing' AND kind <> 'practice'"
    with patient(engine) as connection:
        connection.execute(text(over))
        connection.execute(text("DELETE FROM claims"))


def count_all(engine: Engine) -> None:
    """The sums of all results; streaks are not counted, only their rows are there."""
    day = f"ended_at / {DAY_MS}"
    with patient(engine) as connection:
        for name, columns, chosen in (
            (
                "totals",
                "kind, played, won, points, best_points, seconds",
                "kind, count(*), 0, sum(points), max(points), sum(seconds)",
            ),
            ("streaks", "played, first, last, best", "count(*), 0, 0, 0"),
        ):
            keys = f"person, game, {day}" + (", kind" if name == "totals" else "")
            connection.execute(text(f"DELETE FROM {name}"))
            connection.execute(
                text(
                    f"INSERT INTO {name} (person, game, day, {columns}) "
                    f"SELECT person, game, {day}, {chosen} FROM results "
                    f"WHERE person IS NOT NULL GROUP BY {keys}"
                )
            )
