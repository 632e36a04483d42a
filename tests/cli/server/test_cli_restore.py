"""``tavolino restore``, after ``tavolino backup``."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from support.cli import run

from tavolino.server.config import Config
from tavolino.server.storage.data_lock import holding
from tavolino.server.storage.database import migrate, open_engine


def make_data(folder: Path, *names: str) -> Path:
    """A data folder as a server leaves it, with guests of these names."""
    folder.mkdir()
    engine = open_engine(Config(folder).url)
    migrate(engine)
    with engine.begin() as connection:
        for name in names:
            connection.exec_driver_sql(
                "INSERT INTO people (id, name, created_at, epoch) VALUES (?, ?, 0, 0)", (name, name)
            )
    engine.dispose()
    return folder


def names_in(folder: Path) -> set[str]:
    with closing(sqlite3.connect(folder / "tavolino.db")) as database:
        return {row[0] for row in database.execute("SELECT name FROM people")}


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A backup with Ada and Bo."""
    data, file = make_data(tmp_path / "first", "Ada", "Bo"), tmp_path / "copy.db"
    assert run("backup", file, "--data", data).code == 0
    return file


def restore(copy: Path, data: Path, *more: str) -> tuple[object, str]:
    result = run("restore", copy, "--data", data, "--lang", "en", *more)
    assert result.err.count("\n") == (result.code != 0)
    return result.code, result.words + result.err


def test_a_round_trip_to_another_machine(copy: Path, tmp_path: Path) -> None:
    code, said = restore(copy, tmp_path / "new" / "data")
    assert code == 0 and "can be started" in said
    assert names_in(tmp_path / "new" / "data") == {"Ada", "Bo"}
    assert (tmp_path / "new" / "data" / "tavolino.db").stat().st_mode & 0o077 == 0
    engine = open_engine(Config(tmp_path / "new" / "data").url)
    migrate(engine)  # as a server does when it starts
    engine.dispose()


def test_existing_data_is_replaced_only_with_force(copy: Path, tmp_path: Path) -> None:
    data = make_data(tmp_path / "data", "Carla")
    code, said = restore(copy, data)
    assert code == 2 and "--force" in said
    assert names_in(data) == {"Carla"}
    assert restore(copy, data, "--force")[0] == 0
    assert names_in(data) == {"Ada", "Bo"}


def test_the_log_of_the_old_database_is_not_applied_to_the_new_one(
    copy: Path, tmp_path: Path
) -> None:
    data = make_data(tmp_path / "data", "Carla")
    killed = sqlite3.connect(data / "tavolino.db")
    killed.execute("UPDATE people SET name = 'Dario'")
    killed.commit()
    assert (data / "tavolino.db-wal").stat().st_size
    left = {file.name: file.read_bytes() for file in data.iterdir() if file.is_file()}
    killed.close()
    for name, content in left.items():  # as if the server had been killed
        (data / name).write_bytes(content)
    assert restore(copy, data, "--force")[0] == 0
    assert names_in(data) == {"Ada", "Bo"}


def test_never_under_a_running_server(copy: Path, tmp_path: Path) -> None:
    data = make_data(tmp_path / "data", "Carla")
    with holding(Config(data), "http://127.0.0.1:8123"):
        code, said = restore(copy, data, "--force")
    assert code == 2 and "http://127.0.0.1:8123" in said and "stop it first" in said
    assert names_in(data) == {"Carla"}


def test_damaged_and_other_files_are_refused_and_change_nothing(copy: Path, tmp_path: Path) -> None:
    data = make_data(tmp_path / "data", "Carla")
    whole = copy.read_bytes()
    other = tmp_path / "other.db"
    with closing(sqlite3.connect(other)) as database, database:
        database.execute("CREATE TABLE people (id)")
    damaged = tmp_path / "damaged.db"
    for content in (b"", b"not a database", whole[: len(whole) // 2], other.read_bytes()):
        damaged.write_bytes(content)
        code, said = restore(damaged, data, "--force")
        assert code == 2 and "not a backup" in said, said
    middle = len(whole) // 2
    damaged.write_bytes(whole[:middle] + b"\xff" * 4096 + whole[middle + 4096 :])
    assert restore(damaged, data, "--force")[0] == 2
    assert names_in(data) == {"Carla"}
    code, said = restore(tmp_path / "nowhere.db", tmp_path / "none")
    assert code == 2 and "no backup to restore" in said
    assert not (tmp_path / "none").exists()


def test_the_reason_of_the_database_is_told_in_italian_too(copy: Path, tmp_path: Path) -> None:
    whole, damaged = copy.read_bytes(), tmp_path / "damaged.db"
    for content, reason in (
        (b"", "manca la tabella alembic_version"),
        (b"not a database", "il file non è un database"),
        (whole[: len(whole) // 2], "il contenuto è danneggiato"),
    ):
        damaged.write_bytes(content)
        refused = run("restore", damaged, "--data", tmp_path / "data", "--lang", "it")
        assert refused.code == 2 and refused.err.endswith(f"{reason}\n"), refused.err
    missing = f"sqlite:///{tmp_path}/none/x.db"
    refused = run("serve", "--data", tmp_path, "--database", missing, "--lang", "it")
    assert refused.code == 2 and refused.err.endswith("il file non si può aprire\n"), refused.err


def test_a_backup_of_a_newer_version_is_refused(copy: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(copy)) as database, database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    code, said = restore(copy, tmp_path / "data")
    assert code == 2 and "newer version" in said
    assert not (tmp_path / "data").exists()
