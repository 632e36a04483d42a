"""Bots at server tables: in their own processes, at any seat."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from pathlib import Path

import pytest
from support.servers.in_memory import InMemoryServer, run_scenario
from support.timeout import TIMEOUT

from tavolino.bots import bots_of
from tavolino.bots.par import par
from tavolino.catalogue import BUILT_IN, entry_of, make_game
from tavolino.chance import deal_seed
from tavolino.match import new_match, settle
from tavolino.server.live.interfaces import BotRequester
from tavolino.server.live.registry import OpenTable
from tavolino.server.workers.bot_pool import BotPool


def test_the_names_are_those_of_the_bots() -> None:
    for game in BUILT_IN:
        assert tuple(bots_of(game)) == entry_of(game).bot_names


def has_ended(table: OpenTable, player: int) -> bool:
    """Its game is over, or it would only go round in circles."""
    is_over = table.projection is not None and table.projection.match.is_board_over(player)
    return is_over or player in table.bot_seats.resting


@pytest.mark.parametrize("game", ["solitario40", "nove_colonne", "azul_solo"])
def test_a_bot_is_an_opponent_in_a_contest(tmp_path: Path, game: str) -> None:
    async def scenario(server: InMemoryServer) -> None:
        anna = await server.visitor()
        bots = {"1": "greedy"}
        table = await server.open(anna, game, kind="contest", players=2, bots=bots)
        async with asyncio.timeout(TIMEOUT):
            while not has_ended(table, 1):
                await asyncio.sleep(0.01)
        assert (
            table.projection
            and table.projection.match.mossa > 0
            and not table.projection.match.is_over
        )

    run_scenario(tmp_path, scenario)


def test_a_server_that_stops_does_not_wait_for_a_bot_that_thinks() -> None:
    async def scenario() -> None:
        pool = BotPool(1)
        thinking = asyncio.create_task(pool._run(time.sleep, 3600))
        while not pool.processes():
            await asyncio.sleep(0.01)
        (process,) = pool._pool._processes.values()  # type: ignore[union-attr]
        pool.close()
        await asyncio.to_thread(process.join, TIMEOUT)
        assert not process.is_alive()
        with pytest.raises(asyncio.CancelledError):  # and no other process is started for it
            await thinking
        assert not pool.processes()

    asyncio.run(scenario())


def test_bots_run_in_another_process_and_a_dead_one_is_replaced() -> None:
    async def scenario() -> None:
        pool = BotPool(1)
        game = make_game("aftaebr")
        match = settle(new_match(game, deal_seed(1)))
        seat = game.actor(match.boards[0].state)
        assert seat is not None
        ask = (BotRequester("anna"), game, match.view(0), seat, "random", "seed")
        try:
            first = await pool.choose(*ask)
            (worker,) = pool.processes()
            assert worker != os.getpid()
            os.kill(worker, signal.SIGKILL)
            assert await pool.choose(*ask) == first
            assert pool.processes() != [worker]
        finally:
            pool.close()

    asyncio.run(scenario())


def test_the_par_is_that_of_the_bot(tmp_path: Path) -> None:
    async def scenario(server: InMemoryServer) -> None:
        game = make_game("solitario40")
        assert await server.runtime.bot_pool.par("anna", game, 7) == par(game, 7)

    run_scenario(tmp_path, scenario)
