"""Units on a Ray cluster: those of a lost node come back, and a few are in flight at a time.

Ray's own retries are off: a lost unit goes back to the runner, which gives it to a free worker.
"""

from __future__ import annotations

import logging
import os
import socket
import time
from collections.abc import Iterator
from typing import Any

from tavolino.game import TavolinoError
from tavolino.lab.pools.pool import Done, Lost, Outcome
from tavolino.lab.pools.processes import WorkerError
from tavolino.lab.study import Study, Unit, from_bytes, run_unit, to_bytes

IN_FLIGHT = 2
"""Units for each processor of the cluster: the one it does, and the next."""
SECONDS_BETWEEN_COUNTS = 5.0
"""How often the processors are counted: nodes come and go."""

SECONDS_TO_ANSWER = 5.0
"""How long a cluster may take to accept a connection."""


class ClusterError(TavolinoError):
    """A Ray cluster that cannot be reached."""


class RayCluster:
    """A pool of the processors of a Ray cluster; a context manager that disconnects."""

    def __init__(self, study: Study, address: str) -> None:
        self._study, self._address = study, address
        self._units: dict[Any, Unit] = {}
        self._processors, self._counted = 0, 0.0

    def __enter__(self) -> RayCluster:
        # Set before Ray is loaded: it reports its use to its makers unless told otherwise.
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        _check_listening(self._address)
        import ray

        try:
            ray.init(self._address, log_to_driver=False, logging_level=logging.ERROR)
        except (ConnectionError, ValueError, RuntimeError) as error:
            why = str(error).strip().partition("\n")[0][:120]
            raise ClusterError(f"no Ray cluster at {self._address}: {why}") from None
        self._ray = ray
        self._study_on_cluster = ray.put(self._study)
        self._do = ray.remote(num_cpus=1, max_retries=0, scheduling_strategy="SPREAD")(do_unit)
        return self

    def __exit__(self, *error: object) -> None:
        self._ray.shutdown()

    @property
    def processors(self) -> int:
        """Of the nodes that are alive."""
        now = time.monotonic()
        if not self._processors or now - self._counted > SECONDS_BETWEEN_COUNTS:
            self._processors = max(1, int(self._ray.cluster_resources().get("CPU", 1)))
            self._counted = now
        return self._processors

    @property
    def has_room(self) -> bool:
        return len(self._units) < IN_FLIGHT * self.processors

    @property
    def is_busy(self) -> bool:
        return bool(self._units)

    def submit(self, unit: Unit) -> None:
        self._units[self._do.remote(self._study_on_cluster, tuple(unit))] = unit

    def completed(self) -> Iterator[tuple[Unit, Outcome]]:
        finished, _ = self._ray.wait(list(self._units), num_returns=1)
        for reference in finished:
            yield self._units.pop(reference), self._outcome(reference)

    def _outcome(self, reference: Any) -> Outcome:
        errors = self._ray.exceptions
        try:
            data, seconds = self._ray.get(reference)
        except errors.RayTaskError as error:
            raise WorkerError(str(error.cause)) from error
        except errors.RayError as error:  # the worker, its node, or the object there
            return Lost(type(error).__name__)
        return Done(from_bytes(data), seconds)

    def describe(self) -> str:
        return f"Ray {self._ray.__version__}, {self.processors} processors"


def _check_listening(address: str) -> None:
    """Ray waits for minutes for a cluster that is not there."""
    host, _, port = address.rpartition(":")
    if host and "/" not in address and port.isdecimal():
        try:
            socket.create_connection((host.strip("[]"), int(port)), SECONDS_TO_ANSWER).close()
        except (OSError, OverflowError) as error:
            why = getattr(error, "strerror", None) or "no answer"
            raise ClusterError(f"no Ray cluster at {address}: {why}") from None


_prepared = set[Study]()
"""The studies that this worker has loaded the compiled code of."""


def do_unit(study: Study, unit: tuple[int, int]) -> tuple[bytes, float]:
    """What a worker of the cluster does; returns the rows, and how long that took."""
    if study not in _prepared:
        study.prepare()
        _prepared.add(study)
    started = time.monotonic()
    rows = to_bytes(run_unit(study, Unit(*unit)))
    return rows, time.monotonic() - started
