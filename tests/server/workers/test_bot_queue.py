"""Bots think for everybody in turn, however much one user asks of them."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from pathlib import Path
from threading import Semaphore
from typing import Any

import pytest
from support.servers.in_memory import InMemoryServer, run_scenario
from support.timeout import TIMEOUT

from tavolino.server.config import Config
from tavolino.server.errors import TooMany
from tavolino.server.live.domain import messages as m
from tavolino.server.live.listeners import bot_seats
from tavolino.server.workers import bot_pool, bot_worker

pytestmark = pytest.mark.hardening

CONTEST: dict[str, Any] = {
    "kind": "contest",
    "players": 16,
    "bots": {str(n): "maestro" for n in range(1, 16)},
}

DUEL: dict[str, Any] = {"kind": "contest", "players": 2, "bots": {"1": "maestro"}}


class SlowBots:
    """Bots that think until the test lets one of them go on; they note the tables they play at."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.thinking: list[str] = []
        self.served: list[str] = []
        self._gate = Semaphore(0)
        choose, advise = bot_worker.choose, bot_worker.advise

        def slow_choose(game: Any, view: Any, seat: int, bot: str, seed: str) -> str:
            self.thinking.append(seed.split()[0])
            self._gate.acquire()
            self.served.append(seed.split()[0])
            return choose(game, view, seat, "random", seed)

        def slow_advise(game: Any, view: Any, seat: int) -> Any:
            self.thinking.append("hint")
            self._gate.acquire()
            self.served.append("hint")
            return advise(game, view, seat)

        patch.setattr(bot_worker, "choose", slow_choose)
        patch.setattr(bot_worker, "advise", slow_advise)

    def let_go(self, n: int = 1) -> None:
        self._gate.release(n)

    async def serve(self, n: int) -> list[str]:
        """The tables of the next ``n``, one after the other."""
        start = len(self.served)
        for done in range(n):
            self.let_go()
            await until(lambda: len(self.served) > start + done)  # noqa: B023
        return self.served[start:]


@pytest.fixture
def slow_bots(monkeypatch: pytest.MonkeyPatch) -> SlowBots:
    return SlowBots(monkeypatch)


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(TIMEOUT):
        while not is_so():
            await asyncio.sleep(0.005)


def test_the_bots_of_a_contest_do_not_silence_those_of_others(
    tmp_path: Path, slow_bots: SlowBots
) -> None:
    async def scenario(server: InMemoryServer) -> None:
        pool = server.runtime.bot_pool
        try:
            greedy, anna = await server.visitor(), await server.visitor()
            await server.open(greedy, "solitario40", **CONTEST)
            await until(lambda: pool.waiting == 14)  # and one of them thinks
            table = await server.open(anna, "solitario40", **DUEL)
            hint = await server.open(anna, "solitario40")
            await until(lambda: pool.waiting == 15)
            await anna.watch(hint.id)
            position = await anna.position(hint.id)
            anna.send(m.AskHint(hint.id, "h", position.count))
            await until(lambda: pool.waiting == 16)
            served = await slow_bots.serve(5)
            assert table.id in served[:3] and "hint" in served
        finally:
            slow_bots.let_go(10_000)

    run_scenario(tmp_path, scenario)


def test_a_hint_for_another_position_is_not_computed(tmp_path: Path, slow_bots: SlowBots) -> None:
    async def scenario(server: InMemoryServer) -> None:
        pool = server.runtime.bot_pool
        try:
            other, anna = await server.visitor(), await server.visitor()
            duel = await server.open(other, "solitario40", **DUEL)
            await until(lambda: slow_bots.thinking == [duel.id])
            table = (await server.open(anna, "solitario40")).id
            await anna.watch(table)
            position = await anna.position(table)
            anna.send(m.AskHint(table, "old", position.count))
            await until(lambda: pool.waiting == 1)
            await anna.move(table)
            slow_bots.let_go()
            answer = await anna.until(lambda x: isinstance(x, m.Error) and x.id == "old")
            assert answer.code == "stale" and "hint" not in slow_bots.served
        finally:
            slow_bots.let_go(10_000)

    run_scenario(tmp_path, scenario)


def test_a_bot_that_is_refused_is_asked_again(
    tmp_path: Path, slow_bots: SlowBots, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The queue of one user holds three; all fifteen bots of the contest play nevertheless."""
    monkeypatch.setattr(bot_seats, "RETRY_SECONDS", 0.05)
    monkeypatch.setattr(bot_pool, "MAX_OF_USER", 3)

    async def scenario(server: InMemoryServer) -> None:
        pool = server.runtime.bot_pool
        try:
            anna = await server.visitor()
            table = await server.open(anna, "solitario40", **CONTEST)
            await until(lambda: pool.waiting == 3)
            game = table.settings.game
            with pytest.raises(TooMany):
                await pool.par(anna.person.id, game, 1)
            slow_bots.let_go(10_000)
            await until(
                lambda: table.projection is not None and min(table.projection.counts[1:]) > 3
            )
        finally:
            slow_bots.let_go(10_000)

    run_scenario(tmp_path, scenario)


def test_the_number_of_bot_processes_is_that_of_the_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for cores, workers in ((1, 2), (2, 2), (8, 7), (None, 2)):
        monkeypatch.setattr(os, "cpu_count", lambda: cores)  # noqa: B023
        assert Config(tmp_path).workers == workers


def test_the_length_of_each_queue_is_a_metric(tmp_path: Path, slow_bots: SlowBots) -> None:
    async def scenario(server: InMemoryServer) -> None:
        try:
            anna = await server.visitor()
            await server.open(anna, "solitario40", **CONTEST)
            await until(lambda: server.runtime.bot_pool.waiting == 14)
            text = server.runtime.metrics.text().decode()
            assert "\ntavolino_bot_queue 14.0\n" in text
            for queue in ("verification", "reader", "table"):
                assert f"\ntavolino_{queue}_queue 0.0\n" in text
        finally:
            slow_bots.let_go(10_000)

    run_scenario(tmp_path, scenario)
