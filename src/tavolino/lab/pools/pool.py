"""The interface between the runner and the pool in which its units run."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator
from typing import NamedTuple, Protocol, TypeAlias

import pyarrow as pa

from tavolino.lab.study import Study, Unit, run_unit


class Done(NamedTuple):
    table: pa.Table
    seconds: float
    """How long a worker was busy with it."""


class Lost(NamedTuple):
    """The worker died; the unit has to be done again."""

    why: str


Outcome: TypeAlias = Done | Lost


class Pool(Protocol):
    @property
    def has_room(self) -> bool:
        """Whether a worker would soon be idle; more units than that are not accepted."""

    @property
    def is_busy(self) -> bool:
        """Whether there are units that have been submitted and not completed."""

    def submit(self, unit: Unit) -> None: ...

    def completed(self) -> Iterator[tuple[Unit, Outcome]]:
        """Waits for at least one unit; gives all that are completed, or lost."""

    def describe(self) -> str:
        """For the manifest."""


class InProcess:
    """Does the units in this process, one at a time."""

    def __init__(self, study: Study) -> None:
        self._study = study
        self._waiting = deque[Unit]()
        study.prepare()

    @property
    def has_room(self) -> bool:
        return not self._waiting

    @property
    def is_busy(self) -> bool:
        return bool(self._waiting)

    def submit(self, unit: Unit) -> None:
        self._waiting.append(unit)

    def completed(self) -> Iterator[tuple[Unit, Outcome]]:
        unit, started = self._waiting.popleft(), time.monotonic()
        yield unit, Done(run_unit(self._study, unit), time.monotonic() - started)

    def describe(self) -> str:
        return "1 process"
