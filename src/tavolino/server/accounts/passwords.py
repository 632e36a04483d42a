"""Passwords: argon2id, in threads of their own so that nobody else waits."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError
from argon2.profiles import RFC_9106_LOW_MEMORY

from tavolino.server.errors import BadMessage, Unavailable

T = TypeVar("T")

SHORTEST, LONGEST = 8, 200
PARAMETERS = RFC_9106_LOW_MEMORY
"""Argon2id; who signs in with a hash of other parameters gets a new one."""
AT_ONCE = 2
"""Each takes 64 MB while it runs."""
MOST_WAITING = 50


def check_password(password: str) -> str:
    if not SHORTEST <= len(password) <= LONGEST:
        raise BadMessage(
            f"expected a password of {SHORTEST} to {LONGEST} characters, got {len(password)}"
        )
    return password


class Passwords:
    def __init__(self) -> None:
        self._hasher = PasswordHasher.from_parameters(PARAMETERS)
        self._threads = ThreadPoolExecutor(AT_ONCE, "tavolino-password")
        self._waiting = 0
        self._nobodys: str | None = None

    async def hash(self, password: str) -> str:
        return await self._think(lambda: self._hasher.hash(password))

    async def is_right(self, password: str, kept: str | None) -> bool:
        """It takes as long when there is no such account."""
        return await self._think(lambda: self._verify(password, kept))

    def is_outdated(self, kept: str) -> bool:
        """Hashed with other parameters than those of today."""
        return self._hasher.check_needs_rehash(kept)

    def close(self) -> None:
        self._threads.shutdown()

    def _verify(self, password: str, kept: str | None) -> bool:
        if self._nobodys is None:
            self._nobodys = self._hasher.hash("nobody has this password")
        try:
            self._hasher.verify(kept or self._nobodys, password)
        except (VerifyMismatchError, InvalidHashError):
            return False
        return kept is not None

    async def _think(self, work: Callable[[], T]) -> T:
        if self._waiting >= MOST_WAITING:
            raise Unavailable("too many people are signing in at this moment: try again")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._waiting -= 1
