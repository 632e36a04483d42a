"""Rate limits hold for all processes together."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from support.servers.hub import Hub, two_runtimes

from tavolino.server.errors import TooFast


def test_rate_limits_hold_for_all_processes_together(tmp_path: Path, hub: Hub) -> None:
    async def scenario() -> None:
        async with two_runtimes(tmp_path, guests_per_minute=4) as (one, other):
            for server in (one, other, one, other):
                await server.runtime.sessions.new_guest("1")
            for server in (one, other):
                with pytest.raises(TooFast):
                    await server.runtime.sessions.new_guest("1")
                await server.runtime.sessions.new_guest("2")

    asyncio.run(scenario())
