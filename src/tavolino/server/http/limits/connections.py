"""Limits the open connections, by address, and chooses which one is closed to make room."""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from typing import TypeAlias

from tavolino.server.http.limits.addresses import Proxies, address_key

Transport: TypeAlias = asyncio.Transport


class Connections:
    """A connection *waits* while no complete request has arrived on it.

    Honest requests arrive at once, so when there is no room, the one that has waited longest is
    closed: of the same address, if it is that address that has too many.
    """

    def __init__(self, most: int, most_of_address: int, proxies: Proxies) -> None:
        self._most, self._most_of_address, self._proxies = most, most_of_address, proxies
        self._keys: dict[Transport, str] = {}
        self._count: Counter[str] = Counter()
        self._waiting: dict[Transport, None] = {}
        """In order of time, like those of each address."""
        self._waiting_of: defaultdict[str, dict[Transport, None]] = defaultdict(dict)

    def __len__(self) -> int:
        return len(self._keys)

    def add(self, transport: Transport, host: str) -> bool:
        """False if there is no room, and no waiting connection to close."""
        key = address_key(host)
        # Behind a proxy are many people: their requests are counted by the middleware.
        is_limited = host not in self._proxies
        if is_limited and self._count[key] >= self._most_of_address:
            if not self._close_oldest(self._waiting_of[key]):
                return False
        elif len(self._keys) >= self._most and not self._close_oldest(self._waiting):
            return False
        self._keys[transport] = key
        self._count[key] += 1
        self.wait(transport)
        return True

    def wait(self, transport: Transport) -> None:
        """The next request has not arrived completely."""
        if key := self._keys.get(transport):
            self._waiting.setdefault(transport)
            self._waiting_of[key].setdefault(transport)

    def work(self, transport: Transport) -> None:
        """A request has arrived, or the connection has become a WebSocket."""
        if key := self._keys.get(transport):
            self._waiting.pop(transport, None)
            self._waiting_of[key].pop(transport, None)

    def remove(self, transport: Transport) -> None:
        self.work(transport)
        key = self._keys.pop(transport, None)
        if key is None:
            return
        self._count[key] -= 1
        if not self._count[key]:
            del self._count[key]
            self._waiting_of.pop(key, None)

    def _close_oldest(self, waiting: dict[Transport, None]) -> bool:
        oldest = next(iter(waiting), None)
        if oldest is None:
            return False
        self.remove(oldest)
        oldest.abort()
        return True
