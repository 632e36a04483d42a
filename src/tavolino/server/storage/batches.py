"""Work on many rows in small commits: moves of others are committed between them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from sqlalchemy import Column, ColumnElement, func

T = TypeVar("T")

ROWS = 500
"""Of one commit: some milliseconds."""


def batches(
    items: Iterable[T], rows_of: Callable[[T], int] = lambda _: 1, most: int = ROWS
) -> Iterator[list[T]]:
    """Items that together have at most ``most`` rows, or a single one that has more.

    >>> list(batches([2, 2, 9, 1, 1], lambda rows: rows, most=4))
    [[2, 2], [9], [1, 1]]
    """
    batch: list[T] = []
    rows = 0
    for item in items:
        if batch and rows + rows_of(item) > most:
            yield batch
            batch, rows = [], 0
        batch.append(item)
        rows += rows_of(item)
    if batch:
        yield batch


def is_owned(column: Column[str], user: str) -> ColumnElement[bool]:
    """For rows that are found by another key.

    By the index of users, SQLite would read everything of this one for each of them.
    """
    return func.coalesce(column, "") == user
