"""Worker processes that may die: their units come back, and others take their place.

Each worker has a pipe of its own and at most ``PREFETCH`` units. When it dies, its pipe says so,
and it is known exactly which units were not answered.
"""

from __future__ import annotations

import signal
import time
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import Any

from tavolino.game import TavolinoError
from tavolino.lab.pools.pool import Done, Lost, Outcome
from tavolino.lab.study import Study, Unit, from_bytes, run_unit, to_bytes

PREFETCH = 2
"""Units of a worker: the one it does, and the next, so that it never waits."""
MOST_DEATHS = 20
"""In a row without a result: then something is wrong that new workers do not cure."""


class WorkerError(TavolinoError):
    """An error in a worker, or workers that do not live."""


class _Worker:
    def __init__(self, study: Study) -> None:
        context = get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=work, args=(study, theirs), daemon=True)
        self.process.start()
        theirs.close()
        self.units = deque[Unit]()


class Processes:
    """A pool of processes on this machine; a context manager that ends them."""

    def __init__(self, study: Study, jobs: int) -> None:
        self._study, self._jobs = study, jobs
        self._workers: list[_Worker] = []
        self._deaths = 0

    def __enter__(self) -> Processes:
        self._workers = [_Worker(self._study) for _ in range(self._jobs)]
        return self

    def __exit__(self, *error: object) -> None:
        for worker in self._workers:
            worker.process.terminate()
        for worker in self._workers:
            worker.process.join()
            worker.pipe.close()

    @property
    def pids(self) -> list[int]:
        """The processes at work."""
        return [pid for worker in self._workers if (pid := worker.process.pid) is not None]

    @property
    def has_room(self) -> bool:
        return any(len(worker.units) < PREFETCH for worker in self._workers)

    @property
    def is_busy(self) -> bool:
        return any(worker.units for worker in self._workers)

    def submit(self, unit: Unit) -> None:
        """To the worker with the fewest units; one that has died tells so in ``completed``."""
        worker = min(self._workers, key=lambda worker: len(worker.units))
        worker.units.append(unit)
        with suppress(OSError):
            worker.pipe.send(unit)

    def completed(self) -> Iterator[tuple[Unit, Outcome]]:
        by_pipe = {worker.pipe: worker for worker in self._workers if worker.units}
        for pipe in wait(list(by_pipe)):
            worker = by_pipe[pipe]  # type: ignore[index]
            try:
                unit, answer, seconds = worker.pipe.recv()
            except (EOFError, OSError):
                yield from self._replaced(worker)
                continue
            if isinstance(answer, str):
                raise WorkerError(f"numbers {unit[0]} to {unit[1]}: {answer}")
            worker.units.popleft()
            self._deaths = 0
            yield Unit(*unit), Done(from_bytes(answer), seconds)

    def _replaced(self, worker: _Worker) -> Iterator[tuple[Unit, Outcome]]:
        """The units of a dead worker come back; a new one takes its place."""
        worker.process.join()
        worker.pipe.close()
        self._deaths += 1
        code = worker.process.exitcode
        if self._deaths >= MOST_DEATHS:
            raise WorkerError(f"{self._deaths} workers died one after the other, with code {code}")
        self._workers[self._workers.index(worker)] = _Worker(self._study)
        for unit in reversed(worker.units):
            yield unit, Lost(f"its process ended with code {code}")

    def describe(self) -> str:
        return f"{self._jobs} processes"


def work(study: Study, pipe: Connection[Any, Any]) -> None:
    """What a worker does, until the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which ends us
    with suppress(EOFError, OSError):
        study.prepare()
        while True:
            unit, started = Unit(*pipe.recv()), time.monotonic()
            try:
                answer: bytes | str = to_bytes(run_unit(study, unit))
            except Exception as error:
                answer = f"{type(error).__name__}: {error}"
            pipe.send((tuple(unit), answer, time.monotonic() - started))
