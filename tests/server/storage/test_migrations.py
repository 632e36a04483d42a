"""From the first version of the database to the current one."""

from __future__ import annotations

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config as AlembicConfig
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import inspect

from tavolino.server.storage.database import MIGRATIONS, migrate, newest_revision, open_engine
from tavolino.server.storage.schema import metadata


def scripts() -> ScriptDirectory:
    config = AlembicConfig()
    config.set_main_option("script_location", str(MIGRATIONS))
    return ScriptDirectory.from_config(config)


def test_from_the_first_version_to_the_current_schema(empty_database: str) -> None:
    engine = open_engine(empty_database)
    migrate(engine, "0001")
    for step in reversed(list(scripts().walk_revisions())):
        migrate(engine, step.revision)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []
    engine.dispose()


def test_a_new_database_has_the_current_schema_and_migrating_again_changes_nothing(
    empty_database: str,
) -> None:
    engine = open_engine(empty_database)
    for _ in range(2):
        migrate(engine)
        with engine.connect() as connection:
            context = MigrationContext.configure(connection)
            assert context.get_current_revision() == newest_revision()
            assert compare_metadata(context, metadata) == []
    assert set(inspect(engine).get_table_names()) == {*metadata.tables, "alembic_version"}
    engine.dispose()


def test_the_newest_migration_is_the_head() -> None:
    assert [newest_revision()] == scripts().get_heads()


def test_a_commit_of_sqlite_is_on_the_disk(tmp_path: pytest.TempPathFactory) -> None:
    engine = open_engine(f"sqlite:///{tmp_path}/test.db")
    with engine.connect() as connection:
        pragmas = ("journal_mode", "synchronous", "foreign_keys")
        read = [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in pragmas]
    assert read == ["wal", 2, 1]
    engine.dispose()
