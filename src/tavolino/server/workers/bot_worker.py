"""The functions that run in a bot process: moves, hints, pars. They get views, never states."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from functools import lru_cache
from typing import Any

from tavolino.game import AnyGame, Seat
from tavolino.server.live.messages import Advice

NICENESS = 5
"""Lowers the priority of bot processes on a machine with few cores."""


def prepare() -> None:
    """Ignores Ctrl-C: the server stops its workers itself. Live play comes before bots."""
    os.nice(NICENESS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_exit_with_server, daemon=True).start()


def _exit_with_server() -> None:
    """Exits when the server has died without stopping its workers."""
    parent = multiprocessing.parent_process()
    if parent:
        parent.join()
        os._exit(1)


def choose(game: AnyGame, view: Any, seat: Seat, bot: str, seed: str) -> str:
    from tavolino.bots import bots_of
    from tavolino.bots.bot import seed_of

    return str(bots_of(game.name)[bot].choose(game, view, seat, seed_of(seed)))


def advise(game: AnyGame, view: Any, seat: Seat) -> list[Advice]:
    from tavolino.bots import advice

    return [Advice(str(one.move), one.told) for one in advice.advise(game, view, seat)]


@lru_cache(maxsize=4096)
def par_of(game: AnyGame, number: int) -> int:
    from tavolino.bots.par import par

    return par(game, number)
