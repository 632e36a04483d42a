"""Questions for the solvers, answered one after the other or by several processes."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children, get_context
from typing import Any, NamedTuple

from rich.console import Console

from tavolino.cli.terminal import Terminal
from tavolino.games.nove_colonne import NoveColonne
from tavolino.games.solitario40 import Solitario40
from tavolino.solvers.deals import Patience
from tavolino.solvers.verdict import Impossible, Solved

VERDICTS = SOLVED, IMPOSSIBLE, UNKNOWN = ("solved", "impossible", "unknown")


class Question(NamedTuple):
    game: Patience
    state: Any
    seconds: float | None
    asks_score: bool


class Answer(NamedTuple):
    """One line of ``tavolino solve --json``."""

    verdict: str
    seconds: float
    """Of the processor."""
    positions: int
    moves: str
    """To the win; to the most points, where these were asked for and there is no win."""
    score: tuple[int, int] | None
    """Bounds for the most points, equal when these are known."""


def answer(question: Question) -> Answer:
    # Here, because the solvers load the compiler.
    from tavolino.solvers import nove_colonne, solitario40

    game, state, seconds, asks_score = question
    started = time.thread_time()
    verdict: Any
    if isinstance(game, NoveColonne):
        verdict = nove_colonne.solve(game, state, seconds)
    else:
        verdict = solitario40.solve(game, state, seconds)
    moves, score = verdict.moves if isinstance(verdict, Solved) else (), None
    if asks_score and isinstance(game, Solitario40):
        best = solitario40.best_score(game, state, seconds)
        moves, score = moves or best.moves, (best.low, best.high)
    word = {Solved: SOLVED, Impossible: IMPOSSIBLE}.get(type(verdict), UNKNOWN)
    used = round(time.thread_time() - started, 6)
    return Answer(word, used, verdict.positions, " ".join(map(str, moves)), score)


def warm_up(terminal: Terminal, game: Patience) -> None:
    """Compile, or load what was compiled; say so if it takes seconds."""
    from tavolino.kernels import jit
    from tavolino.solvers import nove_colonne, solitario40

    solver = nove_colonne if isinstance(game, NoveColonne) else solitario40
    errors = Console(stderr=True, highlight=False)
    notice = terminal.say("solve.compiling")
    jit.warm_up(f"solve-{game.name}", solver.warm, lambda: errors.print(notice))


@contextmanager
def answers_to(questions: list[Question], jobs: int) -> Iterator[Iterable[Answer]]:
    """The answers in the order of the questions, as they come."""
    if jobs == 1 or len(questions) == 1:
        yield map(answer, questions)
        return
    workers = ProcessPoolExecutor(
        min(jobs, len(questions)), get_context("spawn"), _leave_at_once_when_interrupted
    )
    try:
        chunk = max(1, min(16, len(questions) // (4 * jobs)))
        yield workers.map(answer, questions, chunksize=chunk)
    except BaseException:
        for child in active_children():  # nobody waits for their answers any more
            child.terminate()
        raise
    finally:
        workers.shutdown(cancel_futures=True)


def _leave_at_once_when_interrupted() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)
