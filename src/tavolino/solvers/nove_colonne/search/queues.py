"""The queue of the open nodes of a search: the lowest estimate first, the oldest of equals.

Estimates are small numbers, so each has a list of its own, and no order has to be kept.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from tavolino.kernels.jit import inlined

Queue: TypeAlias = NDArray[np.int32]
"""In this order: where the first list that may have nodes is; the first node of each list, plus 1;
the last one; for each node the next one, plus 1."""

LOWEST, HIGHEST = -600, 1400
"""Estimates beyond them count as these."""
LISTS = HIGHEST - LOWEST + 1
FIRST = 1
LAST = FIRST + LISTS
LINKS = LAST + LISTS
NONE = -1


def new_queues(count: int, nodes: int) -> Queue:
    """Empty queues with room for ``nodes`` nodes each."""
    queues = np.zeros((count, LINKS + nodes), np.int32)
    queues[:, 0] = LISTS
    return queues


def enlarged(queues: Queue, nodes: int) -> Queue:
    """The same queues with room for more nodes."""
    more = nodes - (queues.shape[1] - LINKS)
    return np.concatenate((queues, np.empty((len(queues), more), np.int32)), axis=1)


@inlined
def push(queue: Queue, node: int, estimate: int) -> None:
    """Add a node."""
    at = min(max(estimate, LOWEST), HIGHEST) - LOWEST
    if queue[FIRST + at]:
        queue[LINKS + queue[LAST + at] - 1] = node + 1
    else:
        queue[FIRST + at] = node + 1
    queue[LAST + at] = node + 1
    queue[LINKS + node] = 0
    queue[0] = min(queue[0], at)


@inlined
def pop(queue: Queue) -> int:
    """Take the next node; NONE if the queue is empty."""
    at = int(queue[0])
    while at < LISTS and queue[FIRST + at] == 0:
        at += 1
    queue[0] = at
    if at == LISTS:
        return NONE
    node = int(queue[FIRST + at]) - 1
    queue[FIRST + at] = queue[LINKS + node]
    return node
