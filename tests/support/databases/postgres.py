"""A PostgreSQL server for the tests."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from secrets import token_hex
from typing import Self

import pytest


@dataclass(frozen=True)
class Cluster:
    programs: Path
    directory: Path

    def new_database(self) -> str:
        """The URL of a database with the newest schema."""
        return self._url(self._create("--template", self._migrated))

    def empty_database(self) -> str:
        return self._url(self._create())

    @cached_property
    def _migrated(self) -> str:
        from support.databases.migrated import migrate_database

        name = self._create()
        migrate_database(self._url(name))
        return name

    def _create(self, *options: str) -> str:
        name = f"test_{token_hex(6)}"
        where = ("-h", str(self.directory), "-U", "tavolino")
        subprocess.run([str(self.programs / "createdb"), *where, *options, name], check=True)
        return name

    def _url(self, name: str) -> str:
        return f"postgresql+psycopg://tavolino@/{name}?host={self.directory}"


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    with running_postgres() as cluster:
        yield cluster


@contextmanager
def running_postgres() -> Iterator[Cluster]:
    """A private PostgreSQL on a Unix socket, deleted at the end."""
    programs = _postgres_programs()
    with _directory_of_other_user() as (directory, user):
        _create(programs, directory, user)
        cluster = Cluster(programs, directory)
        server = _start(programs, directory, user)
        try:
            _wait_until_ready(cluster, server)
            yield cluster
        finally:
            server.send_signal(signal.SIGINT)  # at once, even with open connections
            server.wait(30)


class FragilePostgres:
    """A PostgreSQL that also listens at a port of loopback, and that can be stopped at any time."""

    settings: tuple[str, ...] = ()

    def __init__(self, port: int) -> None:
        self.port, self._programs = port, _postgres_programs()
        self._inside: Sequence[str] = ()
        """Put before its command."""

    def __enter__(self) -> Self:
        with ExitStack() as stack:
            self._directory, self._user = self._place(stack)
            _create(self._programs, self._directory, self._user, self._inside)
            self.start()
            stack.callback(self.stop, signal.SIGINT)
            subprocess.run([self._programs / "createdb", *self._where, "tavolino"], check=True)
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def _place(self, stack: ExitStack) -> tuple[Path, str | None]:
        """A directory, and the user who has it."""
        return stack.enter_context(_directory_of_other_user())

    @property
    def _where(self) -> tuple[str, ...]:
        return ("-h", str(self._directory), "-p", str(self.port), "-U", "tavolino")

    @property
    def url(self) -> str:
        return self.url_at(self.port)

    def url_at(self, port: int) -> str:
        return f"postgresql+psycopg://tavolino@127.0.0.1:{port}/tavolino"

    def start(self) -> None:
        more = ("-c", "listen_addresses=127.0.0.1", "-p", str(self.port), *self.settings)
        self._server = _start(
            self._programs, self._directory, self._user, *more, inside=self._inside
        )
        self.wait_until_ready()

    def wait_until_ready(self) -> None:
        cluster = Cluster(self._programs, self._directory)
        _wait_until_ready(cluster, self._server, "-p", str(self.port))

    def stop(self, how: signal.Signals) -> None:
        """``SIGINT``: in order, at once. ``SIGQUIT``: as in a crash, without a checkpoint."""
        self._server.send_signal(how)
        self._server.wait(30)


def _create(programs: Path, directory: Path, user: str | None, inside: Sequence[str] = ()) -> None:
    settings = ("-A", "trust", "-U", "tavolino", "-E", "UTF8", "--locale=C", "--no-sync")
    subprocess.run(
        [*inside, programs / "initdb", "-D", directory / "data", *settings],
        check=True,
        stdout=subprocess.DEVNULL,
        user=user,
        cwd=directory,
    )


def _start(
    programs: Path, directory: Path, user: str | None, *more: str, inside: Sequence[str] = ()
) -> subprocess.Popen[bytes]:
    # A template that is being vacuumed cannot be copied.
    settings = ("-c", "listen_addresses=", "-c", "fsync=off", "-c", "autovacuum=off")
    options = (*settings, "-k", directory)
    with open(directory / "log", "a") as log:
        return subprocess.Popen(
            [*inside, programs / "postgres", "-D", directory / "data", *options, *more],
            stderr=log,
            user=user,
            cwd=directory,
        )


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


def _wait_until_ready(cluster: Cluster, server: subprocess.Popen[bytes], *more: str) -> None:
    ask = [str(cluster.programs / "pg_isready"), "-q", "-h", str(cluster.directory), *more]
    end = time.monotonic() + 60
    while subprocess.run(ask).returncode:
        if server.poll() is not None or time.monotonic() > end:
            pytest.fail("the PostgreSQL of the tests does not start")
        time.sleep(0.05)
