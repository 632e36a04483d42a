"""A migration is done whole or not at all, and keeps what was stored."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import inspect
from sqlalchemy.exc import OperationalError

from tavolino.server.storage.database import migrate, open_engine

USER = "INSERT INTO people (id, name, epoch, created_at) VALUES ('u1', 'Anna', 0, 1)"
TABLE = """INSERT INTO tables (id, kind, game, version, options, settings, players, host, phase,
    created_at)
    VALUES ('t1', 'table', 'aftaebr', 1, '{}', '{"is_public":true}', 2, 'u1', 'over', 1)"""
RESULT = """INSERT INTO results (table_id, player, person, game, kind, points, place, is_won, moves,
    last_gain, lot, seconds, ended_at)
    VALUES ('t1', 0, 'u1', 'aftaebr', 'table', 7, 1, 1, 3, 2, 0, 9, 10)"""


def test_an_interrupted_migration_leaves_nothing_behind(tmp_path: Path) -> None:
    engine = open_engine(f"sqlite:///{tmp_path / 'tavolino.db'}")
    migrate(engine, "0001")
    with engine.begin() as connection:
        for statement in (USER, TABLE, RESULT):
            connection.exec_driver_sql(statement)
        # The last index of the migration is there already: everything before it is undone.
        name = "ix_results_day_game_ranking_lot_table_id"
        connection.exec_driver_sql(f"CREATE INDEX {name} ON results (day)")
    with pytest.raises(OperationalError, match="already exists"):
        migrate(engine)
    columns = {column["name"] for column in inspect(engine).get_columns("tables")}
    assert "is_public" not in columns
    with engine.begin() as connection:
        connection.exec_driver_sql(f"DROP INDEX {name}")
    migrate(engine)
    with engine.connect() as connection:
        assert connection.exec_driver_sql("SELECT is_public FROM tables").scalar() == 1
        ranking = connection.exec_driver_sql("SELECT ranking FROM results").scalar()
    assert ranking == 2 - 7 * 2**31
    engine.dispose()
