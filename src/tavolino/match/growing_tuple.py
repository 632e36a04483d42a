"""An immutable sequence that grows at its end without being copied.

Every position of a match has its own log and history. They share their beginning: a match of
5,000 entries costs as much for the next move as one of five.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from operator import itemgetter
from typing import Any, TypeVar, overload

_state: Callable[[tuple[int, Any]], Any] = itemgetter(1)
T_co = TypeVar("T_co", covariant=True)


class GrowingTuple(Sequence[T_co]):
    """Like a tuple.

    >>> one = GrowingTuple("ab")
    >>> two = one.appended("c")
    >>> other = one.appended("d")
    >>> one, two, other, two.first(1)
    (('a', 'b'), ('a', 'b', 'c'), ('a', 'b', 'd'), ('a',))
    """

    __slots__ = ("_items", "_length")
    _items: list[T_co]
    _length: int

    def __init__(self, items: Iterable[T_co] = ()) -> None:
        self._items = list(items)
        self._length = len(self._items)

    @classmethod
    def _of(cls, items: list[Any], length: int) -> GrowingTuple[Any]:
        grown = object.__new__(cls)
        grown._items, grown._length = items, length
        return grown

    def appended(self, item: T_co) -> GrowingTuple[T_co]:  # type: ignore[misc]
        """With one more item. Threads may append to the same one: the first shares its list."""
        items, length = self._items, self._length
        if length and len(items) == length:  # the empty one is a constant, and stays empty
            items.append(item)
            if items[length] is item:
                return self._of(items, length + 1)
        return self._of([*items[:length], item], length + 1)

    def last_index(self, wanted: Callable[[T_co], bool]) -> int:
        """Of the last item of this kind, found from the end; -1 if there is none.

        >>> GrowingTuple("abcd").last_index("bc".__contains__)
        2
        """
        items = self._items
        for at in range(self._length - 1, -1, -1):
            if wanted(items[at]):
                return at
        return -1

    def since(self, start: int) -> Sequence[T_co]:
        """The items from this index on: as a slice, without its general case.

        >>> GrowingTuple("abcd").since(2)
        ['c', 'd']
        """
        return self._items[start : self._length]

    def first(self, count: int) -> GrowingTuple[T_co]:
        """The first items."""
        return self._of(self._items, count) if 0 <= count < self._length else self

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, at: int) -> T_co: ...

    @overload
    def __getitem__(self, at: slice) -> tuple[T_co, ...]: ...

    def __getitem__(self, at: int | slice) -> T_co | tuple[T_co, ...]:
        if isinstance(at, slice):
            start, stop, step = at.indices(self._length)
            if step > 0:
                return tuple(self._items[start:stop:step])
            return tuple(self._items[n] for n in range(start, stop, step))
        if at < 0:
            at += self._length
        if not 0 <= at < self._length:
            raise IndexError("index out of range")
        return self._items[at]

    def __iter__(self) -> Iterator[T_co]:
        return islice(self._items, self._length)

    def __reversed__(self) -> Iterator[T_co]:
        return map(self._items.__getitem__, range(self._length - 1, -1, -1))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, GrowingTuple):
            if self._items is other._items:
                return self._length == other._length
            return self._length == other._length and self[:] == other[:]
        return self[:] == other if isinstance(other, tuple) else NotImplemented

    def __hash__(self) -> int:
        return hash(self[:])

    def __repr__(self) -> str:
        return repr(self[:])

    def __reduce__(self) -> tuple[Any, ...]:
        return GrowingTuple, (self[:],)


class History(Sequence[T_co]):
    """The positions of a board so far, the present last, without a copy of them."""

    __slots__ = ("_past", "_present")

    def __init__(self, past: GrowingTuple[tuple[int, T_co]], present: T_co) -> None:
        self._past, self._present = past, present

    def __len__(self) -> int:
        return len(self._past) + 1

    @overload
    def __getitem__(self, at: int) -> T_co: ...

    @overload
    def __getitem__(self, at: slice) -> tuple[T_co, ...]: ...

    def __getitem__(self, at: int | slice) -> T_co | tuple[T_co, ...]:
        if isinstance(at, slice):
            start, stop, step = at.indices(len(self))
            if step == 1 and stop < len(self):
                return tuple(map(_state, islice(self._past, start, stop)))
            return tuple(self[n] for n in range(start, stop, step))
        if at in (-1, len(self._past)):
            return self._present
        return self._past[at if at >= 0 else at + 1][1]

    def __iter__(self) -> Iterator[T_co]:
        yield from map(_state, self._past)
        yield self._present

    def __reversed__(self) -> Iterator[T_co]:
        yield self._present
        for _, state in reversed(self._past):
            yield state

    def __eq__(self, other: object) -> bool:
        if isinstance(other, tuple | list | History):
            return tuple(self) == tuple(other)
        return NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self))
