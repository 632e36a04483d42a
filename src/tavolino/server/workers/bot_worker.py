"""The functions that run in a bot process: moves, hints, pars, analyses of finished games.

Bots and hints get views, never states.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

from tavolino.catalogue import BUILT_IN, entries, entry_of
from tavolino.catalogue.own_bots import BotError
from tavolino.game import AnyGame, OptionError, Seat
from tavolino.learning.analysis import Analysis
from tavolino.learning.summary import DescribedMoment
from tavolino.narration import Sentence
from tavolino.server.live.domain.messages import AdvisedMove

log = logging.getLogger("tavolino.bots")

NICENESS = 5
"""Lowers the priority of bot processes on a machine with few cores."""
OWN_BOT_SECONDS = 10
"""For a move of a bot that the operator has added."""
INCLUDED = {name for entry in entries() for name in entry.included_bots}
"""The bots that come with the games."""


_progress: Any = None
"""Memory shared with the server: the progress of each analysis."""


def share_progress(progress: Any) -> None:
    global _progress
    _progress = progress


def prepare(progress: Any) -> None:
    """Ignores Ctrl-C: the server stops its workers itself. Live play comes before bots."""
    share_progress(progress)
    if hasattr(os, "nice"):  # not on Windows
        os.nice(NICENESS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_exit_with_server, daemon=True).start()


def _exit_with_server() -> None:
    """Exits when the server has died without stopping its workers."""
    parent = multiprocessing.parent_process()
    if parent:
        parent.join()
        os._exit(1)


@lru_cache
def wait_until_compiled(game: str) -> None:
    """Once in each process: two workers must not compile the same."""
    if multiprocessing.parent_process() and game in BUILT_IN:
        from tavolino.bots import warm_up

        warm_up.wait_until_compiled(BUILT_IN[game].rules())


def choose(game: AnyGame, view: Any, seat: Seat, bot: str, seed: str) -> str:
    """The move of a bot. If a bot of the operator's fails, the stand-in plays this move."""
    from tavolino.bots import bot_named
    from tavolino.bots.bot import seed_of

    wait_until_compiled(game.name)
    try:
        with _time_limit(bot):
            return str(bot_named(game.name, bot).choose(game, view, seat, seed_of(seed)))
    except (BotError, OptionError) as error:
        stand_in = entry_of(game.name).stand_in
        log.warning("%s; %s plays this move", error, stand_in)
        return str(bot_named(game.name, stand_in).choose(game, view, seat, seed_of(seed)))


@contextmanager
def _time_limit(bot: str) -> Iterator[None]:
    """Own bots may never end; the others keep their own time."""
    is_own = bot not in INCLUDED
    if not is_own or not hasattr(signal, "setitimer") or not multiprocessing.parent_process():
        yield
        return

    def on_alarm(*_: object) -> None:
        raise BotError(f"the bot {bot} did not move within {OWN_BOT_SECONDS} seconds")

    before = signal.signal(signal.SIGALRM, on_alarm)
    signal.setitimer(signal.ITIMER_REAL, OWN_BOT_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def advise(game: AnyGame, view: Any, seat: Seat) -> list[AdvisedMove]:
    from tavolino.bots import advice

    wait_until_compiled(game.name)
    return [AdvisedMove(str(one.move), one.reasons) for one in advice.advise(game, view, seat)]


@lru_cache(maxsize=4096)
def par_of(game: AnyGame, number: int) -> int:
    from tavolino.bots.par import par

    wait_until_compiled(game.name)
    return par(game, number)


def analyse(
    text: str, board: int, slot: int
) -> tuple[Analysis, list[Sentence], list[DescribedMoment]]:
    from tavolino.learning.analyse import analyse as analyse_record
    from tavolino.learning.summary import describe_moments, summary
    from tavolino.record import parse_record

    def report(share: float) -> None:
        _progress[slot] = share

    record = parse_record(text)
    wait_until_compiled(record.match.game.name)
    analysis = analyse_record(record, board, report)
    return analysis, list(summary(record, analysis)), describe_moments(record, analysis)
