"""A queue that is fair: urgent work first, and in turns by owner, and by part of each owner."""

from __future__ import annotations

from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from typing import Generic, NamedTuple, TypeAlias, TypeVar

from tavolino.server.errors import TooMany, Unavailable

T = TypeVar("T")


class Requester(NamedTuple):
    """For whom work is done, and whether it can wait."""

    owner: str
    """The owner of one share of the whole: a user, or an address."""
    part: str = ""
    """What gets one share of the owner's: a table, or a user at the address."""
    is_background: bool = False
    """Other work comes first, and background work never takes the last slot of a pool."""


SERVER = Requester("")
"""Work that the server does on its own."""

_Parts: TypeAlias = "OrderedDict[str, deque[T]]"
_Owners: TypeAlias = "OrderedDict[str, _Parts[T]]"
"""The first key is next in turn."""


class FairQueue(Generic[T]):
    """Bounded as a whole and for each owner; what does not fit is refused.

    >>> queue = FairQueue[str](max_waiting=9, max_of_owner=9)
    >>> for owner, item in ("a", "a1"), ("a", "a2"), ("a", "a3"), ("b", "b1"):
    ...     queue.put(Requester(owner), item)
    >>> [queue.take()[1] for _ in range(len(queue))]
    ['a1', 'b1', 'a2', 'a3']
    """

    def __init__(self, max_waiting: int, max_of_owner: int) -> None:
        self._max_waiting, self._max_of_owner = max_waiting, max_of_owner
        self._urgent: _Owners[T] = OrderedDict()
        self._background: _Owners[T] = OrderedDict()
        self._counts: Counter[str] = Counter()
        self._size = 0

    def __len__(self) -> int:
        return self._size

    def put(self, requester: Requester, item: T) -> None:
        if self._counts[requester.owner] >= self._max_of_owner:
            raise TooMany("too much of your work is waiting already: try again soon")
        if self._size >= self._max_waiting:
            raise Unavailable("the server has too much work waiting: try again soon")
        parts = self._owners(requester).setdefault(requester.owner, OrderedDict())
        parts.setdefault(requester.part, deque()).append(item)
        self._counts[requester.owner] += 1
        self._size += 1

    def take(
        self, may_run: Callable[[Requester], bool] = lambda _: True
    ) -> tuple[Requester, T] | None:
        """The next item among those that may run now."""
        for owners in (self._urgent, self._background):
            for owner, parts in owners.items():
                part, items = next(iter(parts.items()))
                requester, item = Requester(owner, part, owners is self._background), items[0]
                if may_run(requester):
                    owners.move_to_end(owner)
                    parts.move_to_end(part)
                    self.discard(requester, item)
                    return requester, item
        return None

    def discard(self, requester: Requester, item: T) -> None:
        """Removes an item, if it still waits."""
        owners = self._owners(requester)
        parts = owners.get(requester.owner, OrderedDict())
        if item not in parts.get(requester.part, ()):
            return
        parts[requester.part].remove(item)
        if not parts[requester.part]:
            del parts[requester.part]
        if not parts:
            del owners[requester.owner]
        self._size -= 1
        self._counts[requester.owner] -= 1
        if not self._counts[requester.owner]:
            del self._counts[requester.owner]

    def _owners(self, requester: Requester) -> _Owners[T]:
        return self._background if requester.is_background else self._urgent
