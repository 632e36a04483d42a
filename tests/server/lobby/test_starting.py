"""A table starts by itself when its last seat is taken."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from support.servers.in_memory import InMemoryServer, run_scenario


@pytest.mark.parametrize("again", ["join", "look"])
def test_a_server_that_was_killed_when_the_last_seat_was_taken(tmp_path: Path, again: str) -> None:
    """The seat was stored and the start was not: the next request of anybody makes up for it."""

    async def taken(server: InMemoryServer) -> tuple[str, Any]:
        anna, bruno = [await server.visitor() for _ in range(2)]
        table = await server.open(anna, "aftaebr", kind="table")
        server.runtime.lobby._start_if_full = nothing  # type: ignore[assignment, method-assign]
        await server.runtime.lobby.join(bruno.person, table, None)
        assert (table.settings.phase, len(table.settings.seats)) == ("lobby", 2)
        return table.id, bruno.person

    async def nothing(_: Any) -> None:
        pass

    name, bruno = run_scenario(tmp_path, taken)

    async def asked(server: InMemoryServer) -> None:
        lobby, registry = server.runtime.lobby, server.runtime.registry
        if again == "join":
            await lobby.join(bruno, await registry.table(name), None)
        else:
            await lobby.table(name)
        assert (await registry.table(name)).settings.phase in ("countdown", "playing")

    run_scenario(tmp_path, asked)
