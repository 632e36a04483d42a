"""The processor time of other processes, as Linux counts it."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import NamedTuple


class Process(NamedTuple):
    parent: int
    seconds: float


def cpu_seconds(pid: int) -> float:
    """CPU time of all threads of a process, without its children, to the microsecond.

    The number of the clock is what ``clock_getcpuclockid`` returns on Linux.
    """
    return time.clock_gettime((~pid << 3) | 2)


def process(pid: int) -> Process:
    """Raises ``OSError`` if it has ended."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    ticks = int(fields[11]) + int(fields[12])
    return Process(int(fields[1]), ticks / os.sysconf("SC_CLK_TCK"))


def processes() -> dict[int, Process]:
    """All of the machine, by number."""
    found = {}
    for path in Path("/proc").glob("[0-9]*"):
        try:
            found[int(path.name)] = process(int(path.name))
        except OSError:  # it has just ended
            continue
    return found


def descendants(of: int) -> dict[int, Process]:
    """All that a process has started, directly or not."""
    everything = processes()

    def is_below(pid: int) -> bool:
        above = everything[pid].parent
        return above == of or (above in everything and is_below(above))

    return {pid: one for pid, one in everything.items() if is_below(pid)}
