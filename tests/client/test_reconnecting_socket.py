"""How the Python client comes back after a process was stopped, and what it says in the address."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

import pytest
from support.timeout import TIMEOUT
from websockets.asyncio.server import ServerConnection, serve

from tavolino.client import reconnecting_socket
from tavolino.client.reconnecting_socket import RESTARTING, ReconnectingSocket
from tavolino.client.rest import Rest

NEVER = 3600.0


class Process:
    """Accepts sockets; ``stop`` closes those that are open, as a process does that is stopped."""

    def __init__(self) -> None:
        self.addresses: list[str] = []
        self._open: set[ServerConnection] = set()
        self._changed = asyncio.Event()

    async def accept(self, socket: ServerConnection) -> None:
        assert socket.request
        self.addresses.append(socket.request.path)
        self._open.add(socket)
        self._changed.set()
        await socket.wait_closed()

    async def connected(self, times: int) -> None:
        while len(self.addresses) < times:
            self._changed.clear()
            await self._changed.wait()

    async def stop(self) -> None:
        for socket in list(self._open):
            await socket.close(RESTARTING)
        self._open.clear()


def run(
    scenario: Callable[[Process, ReconnectingSocket], Awaitable[None]],
    table: Callable[[], str] = str,
    is_urgent: Callable[[], bool] = bool,
) -> None:
    async def live() -> None:
        process = Process()
        async with serve(process.accept, "127.0.0.1", 0) as server:
            url = f"http://127.0.0.1:{next(iter(server.sockets)).getsockname()[1]}"
            rest = Rest(url, "", TIMEOUT)
            socket = ReconnectingSocket(rest, list, lambda _: None, table, is_urgent)
            running = asyncio.create_task(socket.run())
            await process.connected(1)
            await scenario(process, socket)
            running.cancel()
            with suppress(asyncio.CancelledError):
                await running

    asyncio.run(asyncio.wait_for(live(), TIMEOUT))


async def stopped(process: Process, _: ReconnectingSocket) -> None:
    await process.stop()
    await process.connected(2)


def test_a_stopped_process_is_not_waited_for_like_a_failure(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reconnecting_socket, "MIN_WAIT", NEVER)
    monkeypatch.setattr(reconnecting_socket, "RESTART_WAIT", 0.0)
    run(stopped)


def test_who_waits_for_an_answer_comes_back_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reconnecting_socket, "RESTART_WAIT", NEVER)
    monkeypatch.setattr(reconnecting_socket, "URGENT_WAIT", 0.0)
    run(stopped, is_urgent=lambda: True)


def test_a_command_given_meanwhile_does_not_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reconnecting_socket, "RESTART_WAIT", NEVER)

    async def scenario(process: Process, socket: ReconnectingSocket) -> None:
        await process.stop()
        while len(process.addresses) < 2:
            await socket.send(b"{}")
            await asyncio.sleep(0.01)

    run(scenario)


def test_the_address_names_the_table_of_that_time() -> None:
    tables = ["", "qexm", "a&b"]

    async def scenario(process: Process, _: ReconnectingSocket) -> None:
        for times in (2, 3):
            await process.stop()
            await process.connected(times)
        assert process.addresses == ["/live", "/live?table=qexm", "/live?table=a%26b"]

    run(scenario, table=lambda: tables.pop(0))
