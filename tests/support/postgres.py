"""A PostgreSQL server for the tests."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex

import pytest


@dataclass(frozen=True)
class Cluster:
    programs: Path
    directory: Path

    def new_database(self) -> str:
        name = f"test_{token_hex(6)}"
        where = ("-h", str(self.directory), "-U", "tavolino")
        subprocess.run([str(self.programs / "createdb"), *where, name], check=True)
        return f"postgresql+psycopg://tavolino@/{name}?host={self.directory}"


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """A private PostgreSQL on a Unix socket, deleted at the end."""
    programs = _postgres_programs()
    with _directory_of_other_user() as (directory, user):
        cluster = Cluster(programs, directory)
        settings = ("-A", "trust", "-U", "tavolino", "-E", "UTF8", "--locale=C", "--no-sync")
        subprocess.run(
            [programs / "initdb", "-D", directory / "data", *settings],
            check=True,
            stdout=subprocess.DEVNULL,
            user=user,
            cwd=directory,
        )
        options = ("-c", "listen_addresses=", "-c", "fsync=off", "-k", directory)
        server = subprocess.Popen(
            [programs / "postgres", "-D", directory / "data", *options],
            stderr=subprocess.DEVNULL,
            user=user,
            cwd=directory,
        )
        try:
            _wait_until_ready(cluster, server)
            yield cluster
        finally:
            server.send_signal(signal.SIGINT)  # at once, even with open connections
            server.wait(30)


def _postgres_programs() -> Path:
    found = [*sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), reverse=True)]
    on_path = shutil.which("initdb")
    if not found and not on_path:
        pytest.fail("these tests need PostgreSQL: install the package postgresql")
    return found[0].parent if found else Path(str(on_path)).parent


@contextmanager
def _directory_of_other_user() -> Iterator[tuple[Path, str | None]]:
    """PostgreSQL refuses to run as root: then it runs as another user, in a directory of theirs."""
    directory = Path(tempfile.mkdtemp(prefix="tavolino-pg-"))
    user = None
    if os.geteuid() == 0:
        users = {entry.pw_name for entry in pwd.getpwall()}
        user = "postgres" if "postgres" in users else "nobody"
        os.chown(directory, pwd.getpwnam(user).pw_uid, -1)
    try:
        yield directory, user
    finally:
        shutil.rmtree(directory)


def _wait_until_ready(cluster: Cluster, server: subprocess.Popen[bytes]) -> None:
    ask = [str(cluster.programs / "pg_isready"), "-q", "-h", str(cluster.directory)]
    end = time.monotonic() + 60
    while subprocess.run(ask).returncode:
        if server.poll() is not None or time.monotonic() > end:
            pytest.fail("the PostgreSQL of the tests does not start")
        time.sleep(0.05)
