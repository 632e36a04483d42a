"""A network of its own for one server, with a cable to PostgreSQL that can be pulled.

Two network namespaces of the kernel are joined by a pair of virtual interfaces. The server runs in
one of them, and the way to PostgreSQL begins in the other. Everything else of the server, its
clients and Redis, goes past the cable, over Unix sockets. No network is left at the end, however it
comes: namespaces and interfaces end with the processes in them, and these end with their standard
input.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from support.servers.holder import OWN_USER, NotPossible, hold, run, start
from support.servers.process import free_port

SERVER, DATABASE = "10.77.0.2", "10.77.0.1"
"""Addresses at the two ends of the cable; nobody else sees these networks."""
CABLE = "cable0"
UP = "ip link set lo up"
WAYS = (OWN_USER, ())
"""As a user of one's own, which needs no rights on most machines, or with the rights of root."""


class Namespace:
    """``stall`` and ``resume`` are those of ``TcpProxy``, but the kernel loses the packets."""

    def __init__(self, postgres_port: int, redis_port: int) -> None:
        self.server_port = free_port()
        """Of the server in the namespace, and of the way to it."""
        self._postgres_port, self._redis_port = postgres_port, redis_port

    def __str__(self) -> str:
        return "a network namespace without its cable"

    @property
    def database(self) -> str:
        return f"postgresql+psycopg://tavolino@{DATABASE}:{self._postgres_port}/tavolino"

    @property
    def inside(self) -> Sequence[str]:
        """Put before a command, it runs in the network of the server."""
        return self._enter(self._server_side)

    def __enter__(self) -> Namespace:
        with ExitStack() as stack:
            self._open(stack)
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def _open(self, stack: ExitStack) -> None:
        for self._way in WAYS:
            try:
                self._database_side = hold(stack, UP, "unshare", *self._way, "--net")
                break
            except NotPossible:
                continue
        else:
            raise NotPossible("no network namespaces")
        around = self._enter(self._database_side)
        self._server_side = hold(stack, UP, *around, "unshare", "--net")
        peer = ("peer", "name", "cable1", "netns", str(self._server_side.pid))
        self._ip(around, "link", "add", "name", CABLE, "type", "veth", *peer)
        for side, name, address in (
            (around, CABLE, DATABASE),
            (self.inside, "cable1", SERVER),
        ):
            self._ip(side, "address", "add", f"{address}/30", "dev", name)
            self._ip(side, "link", "set", name, "up")
        self._open_relays(stack, around)

    def _open_relays(self, stack: ExitStack, around: Sequence[str]) -> None:
        place = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="tavolino-net-")))
        clients, redis, postgres = (str(place / name) for name in ("clients", "redis", "postgres"))
        server, redis_server = (
            f"127.0.0.1:{port}" for port in (self.server_port, self._redis_port)
        )
        relay = (sys.executable, "-m", "support.servers.networks.relay")
        port = self._postgres_port
        outside = [server, clients, redis, redis_server, postgres, f"127.0.0.1:{port}"]
        start(stack, *relay, *outside)
        start(stack, *around, *relay, f"{DATABASE}:{port}", postgres)
        start(stack, *self.inside, *relay, clients, server, redis_server, redis)

    def stall(self) -> None:
        self._ip(self._enter(self._database_side), "link", "set", CABLE, "down")

    def resume(self) -> None:
        self._ip(self._enter(self._database_side), "link", "set", CABLE, "up")

    def _enter(self, side: subprocess.Popen[str]) -> Sequence[str]:
        user = ("--user", "--preserve-credentials") if self._way else ()
        return "nsenter", "--target", str(side.pid), *user, "--net"

    def _ip(self, side: Sequence[str], *command: str) -> None:
        run(side, "ip", *command)
