"""Jobs for the solvers, run in this process or in several others."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children, get_context
from typing import Any, NamedTuple, cast

from tavolino.cli.output.terminal import Terminal
from tavolino.game import AnyGame
from tavolino.solvers.result import Impossible, Shortest, Solved
from tavolino.solvers.solver import FullSolver, solver_of

OUTCOMES = SOLVED, IMPOSSIBLE, UNKNOWN = ("solved", "impossible", "unknown")


class SolveJob(NamedTuple):
    game: AnyGame
    state: Any
    seconds: float | None
    asks_score: bool
    asks_shortest: bool


class SolveResult(NamedTuple):
    """One line of ``tavolino solve --json``."""

    outcome: str
    """One of ``OUTCOMES``; "verdict" in the JSON."""
    seconds: float
    """CPU time."""
    positions: int
    moves: str
    """A winning line; without a win, the line to the maximum points if they were asked for."""
    score: tuple[int, int] | None = None
    """Lower and upper bound of the maximum points."""
    shortest: int | None = None
    """The length of ``moves``, if the shortest line was asked for and the position can be won."""
    lower: int | None = None
    """No line that wins is shorter."""
    proved: bool | None = None
    """Whether both are equal."""


def run_job(job: SolveJob) -> SolveResult:
    game, state, seconds, asks_score, asks_shortest = job
    solver = cast(FullSolver, solver_of(game))  # what it does not have was refused before
    started = time.thread_time()
    result = (solver.shortest if asks_shortest else solver.solve)(game, state, seconds)
    moves, score = result.moves if isinstance(result, Solved | Shortest) else (), None
    if asks_score:
        best = solver.best_score(game, state, seconds)
        moves, score = moves or best.moves, (best.low, best.high)
    outcomes = {Solved: SOLVED, Shortest: SOLVED, Impossible: IMPOSSIBLE}
    outcome = outcomes.get(type(result), UNKNOWN)
    cpu_time = round(time.thread_time() - started, 6)
    done = SolveResult(outcome, cpu_time, result.positions, " ".join(map(str, moves)), score)
    if isinstance(result, Shortest):
        length = len(result.moves)
        return done._replace(shortest=length, lower=result.lower, proved=result.is_proved)
    return done


def warm_up(terminal: Terminal, game: AnyGame, asks_shortest: bool = False) -> None:
    """Compiles or loads the search; notifies the player if it has to be compiled."""
    from tavolino.bots.warm_up import warm_up_solver

    warm_up_solver(game, terminal.compiling, asks_shortest)


@contextmanager
def results_of(jobs: list[SolveJob], processes: int) -> Iterator[Iterable[SolveResult]]:
    """The results in the order of the jobs, as they become available."""
    if processes == 1 or len(jobs) == 1:
        yield map(run_job, jobs)
        return
    context, game = get_context("spawn"), jobs[0].game
    pool = ProcessPoolExecutor(min(processes, len(jobs)), context, _start_worker, (game,))
    try:
        chunk = max(1, min(8, len(jobs) // (8 * processes)))
        yield pool.map(run_job, jobs, chunksize=chunk)
    except BaseException:
        for child in active_children():  # their results are no longer needed
            child.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _start_worker(game: AnyGame) -> None:
    """Makes a worker stop on signals, and loads the compiled search before its first deal."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    solver_of(game).warm_up()
