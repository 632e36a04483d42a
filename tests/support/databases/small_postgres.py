"""A PostgreSQL whose disk can be full."""

from __future__ import annotations

import subprocess
import tempfile
import time
from contextlib import ExitStack, suppress
from pathlib import Path

import psycopg

from support.databases.postgres import FragilePostgres
from support.servers.holder import OWN_USER, NotPossible, hold, run
from support.timeout import TIMEOUT

SIZE = "96m"
FILE_LIMIT, UNLIMITED = "1000", "unlimited"
"""Bytes."""


class SmallPostgres(FragilePostgres):
    """Its data are on a small file system in memory, which only a namespace of mounts has.

    Where that is not possible, no file may grow beyond a few bytes, which crashes PostgreSQL.
    """

    settings = ("-c", "max_wal_size=32MB", "-c", "wal_recycle=off", "-c", "shared_buffers=16MB")

    def __str__(self) -> str:
        return "a small file system" if self._inside else "a limit of the size of its files"

    @property
    def complaint(self) -> str:
        """What PostgreSQL writes into its log."""
        return "No space left on device" if self._inside else "File too large"

    @property
    def complaints(self) -> int:
        return (self._directory / "log").read_text(errors="replace").count(self.complaint)

    def _place(self, stack: ExitStack) -> tuple[Path, str | None]:
        try:
            with ExitStack() as mounting:
                directory = Path(mounting.enter_context(tempfile.TemporaryDirectory()))
                self._mount(mounting, directory / "data")
                stack.push(mounting.pop_all())
            return directory, None
        except NotPossible as error:
            print(f"This machine has no small file system for a test: {error}")
            return super()._place(stack)

    def _mount(self, stack: ExitStack, place: Path) -> None:
        place.mkdir(0o700)
        mount = f"mount -t tmpfs -o size={SIZE},mode=700 tmpfs {place}"
        holder = hold(stack, mount, "unshare", *OWN_USER, "--mount")
        target = ("nsenter", "--target", str(holder.pid), "--user", "--mount")
        self._mounted = (*target, "--preserve-credentials")
        self._filling = place / "filling"
        # PostgreSQL does not run as root: it is somebody else in one more namespace.
        self._inside = (*self._mounted, "unshare", "--user", "--map-user=1000", "--map-group=1000")
        run(self._inside, "true")

    def fill(self) -> None:
        if not self._inside:
            self._limit(FILE_LIMIT)
            return
        with open("/dev/zero", "rb") as zeros:
            filled = subprocess.run(
                [*self._mounted, "sh", "-c", f"cat >{self._filling}"],
                stdin=zeros,
                stderr=subprocess.PIPE,
                text=True,
            )
        assert "No space left" in filled.stderr, filled.stderr

    def crash(self) -> None:
        """Asks for a new file of its log of writes until it cannot make one, and ends by that."""
        end = time.monotonic() + TIMEOUT
        while self._server.poll() is None:
            assert time.monotonic() < end, "PostgreSQL does not end, although its disk is full"
            with suppress(psycopg.Error), psycopg.connect(self._address) as connection:
                while time.monotonic() < end:
                    connection.execute("SELECT pg_switch_wal()")
                    connection.execute("SELECT pg_current_xact_id()")
                    connection.commit()
            time.sleep(0.05)

    def free(self) -> None:
        """PostgreSQL is started again if it has ended, as an operator would do it."""
        if self._inside:
            run(self._mounted, "rm", str(self._filling))
        else:
            self._limit(UNLIMITED)
        if self._has_ended():
            self.start()

    def _has_ended(self) -> bool:
        """After a crash it may still be trying, or it answers again."""
        end = time.monotonic() + TIMEOUT
        while self._server.poll() is None:
            with suppress(psycopg.Error), psycopg.connect(self._address):
                return False
            assert time.monotonic() < end, "PostgreSQL neither answers nor ends"
            time.sleep(0.05)
        return True

    @property
    def _address(self) -> str:
        return f"host=127.0.0.1 port={self.port} user=tavolino dbname=tavolino connect_timeout=5"

    def _limit(self, size: str) -> None:
        """Of the files of all its processes, and of those that it will start."""
        first = self._server.pid
        for pid in (first, *self._children(first)):
            command = ("prlimit", "--pid", str(pid), f"--fsize={size}:unlimited")
            subprocess.run(command, user=self._user, capture_output=True)  # it may have ended

    @staticmethod
    def _children(pid: int) -> list[int]:
        with suppress(OSError):
            found = Path(f"/proc/{pid}/task/{pid}/children").read_text()
            return [int(child) for child in found.split()]
        return []
