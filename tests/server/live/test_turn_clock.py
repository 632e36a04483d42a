"""Turns and time limits run on when somebody sets the system's clock."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

import pytest
from support.servers.in_memory import InMemoryServer, run_scenario

from tavolino.catalogue import make_game
from tavolino.match import new_match
from tavolino.server.clock import Clock, now
from tavolino.server.live.domain import messages as m
from tavolino.server.live.domain.projection import Projection

pytestmark = pytest.mark.hardening

HOUR = 3_600_000


class SystemClock:
    def __init__(self) -> None:
        self.wall, self.steady = 1_000_000, 50.0

    def passes(self, seconds: float) -> None:
        self.wall += int(1000 * seconds)
        self.steady += seconds


def test_a_step_of_the_clock_is_noticed_and_a_large_one_is_logged(
    caplog: pytest.LogCaptureFixture,
) -> None:
    system = SystemClock()
    clock = Clock(lambda: system.wall, lambda: system.steady)
    system.passes(100)
    system.wall += 300  # two clocks never run quite alike
    assert clock.now() == system.wall and clock.steps == 0
    system.wall += 5_000
    assert clock.now() == system.wall and clock.steps == 5_300 and not caplog.records
    system.passes(7)
    system.wall -= HOUR
    with caplog.at_level(logging.WARNING):
        assert clock.now() == system.wall
    assert clock.steps == 5_300 - HOUR
    assert "set by -3600 s" in caplog.text


@pytest.mark.parametrize("by", [-HOUR, HOUR])
def test_a_turn_takes_its_time_when_the_clock_is_set(tmp_path: Path, by: int) -> None:
    async def scenario(server: InMemoryServer) -> None:
        registry = server.runtime.registry
        people, table = await server.gathered("aftaebr", 2, kind="table", turn_seconds=1)
        seen = await people[0].position(table)
        mover = people[seen.actor]
        loop = asyncio.get_running_loop()
        began = loop.time()
        answer = await mover.move(table)
        registry.now = lambda: now() + by
        async with asyncio.timeout(20):
            await mover.until(lambda x: isinstance(x, m.Update) and x.count > answer.count)
        # Not at once either, as if an hour had passed.
        assert loop.time() - began > 0.9

    run_scenario(tmp_path, scenario)


def test_a_clock_of_a_contest_runs_on(tmp_path: Path) -> None:
    async def scenario(server: InMemoryServer) -> None:
        players, _ = await server.gathered(
            "solitario40", 2, kind="contest", contest={"time_limit": "1"}
        )
        server.runtime.registry.now = lambda: now() - HOUR
        async with asyncio.timeout(20):
            await players[0].until(lambda x: isinstance(x, m.TableInfo) and x.phase == "over")

    run_scenario(tmp_path, scenario)


def test_what_was_stored_in_the_future_begins_now() -> None:
    """The server was restarted after its clock was set back."""
    match = new_match(make_game("azul_solo"))
    stored = Projection.empty(match, 5 * HOUR)
    assert stored.not_after(HOUR).last_at == HOUR and stored.not_after(HOUR).began_at == HOUR
    assert stored.not_after(6 * HOUR) is stored


def test_another_process_does_not_set_the_clock_of_a_game() -> None:
    match = new_match(make_game("azul_solo"))
    here, read = Projection.empty(match, HOUR), Projection.empty(match, 5 * HOUR)
    assert read.continuing(here).began_at == HOUR
    assert read.continuing(None) is read
