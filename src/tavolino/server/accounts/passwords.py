"""Password hashing with Argon2id, in threads, so that the event loop does not wait."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError

from tavolino.server.errors import BadMessage, Unavailable

T = TypeVar("T")

MIN_LENGTH, MAX_LENGTH = 8, 200
THREADS = 2
"""Each hash takes 64 MB while it is computed."""
MAX_WAITING = 50


def check_password(password: str) -> str:
    if not MIN_LENGTH <= len(password) <= MAX_LENGTH:
        raise BadMessage(
            f"expected a password of {MIN_LENGTH} to {MAX_LENGTH} characters, got {len(password)}"
        )
    return password


class Passwords:
    def __init__(self, hasher: PasswordHasher) -> None:
        self._hasher = hasher
        self._threads = ThreadPoolExecutor(THREADS, "tavolino-password")
        self._waiting = 0
        self._dummy_hash: str | None = None

    async def hash(self, password: str) -> str:
        return await self._run(lambda: self._hasher.hash(password))

    async def is_right(self, password: str, hashed: str | None) -> bool:
        """Takes the same time if there is no such account (``hashed`` is None)."""
        return await self._run(lambda: self._verify(password, hashed))

    def is_outdated(self, hashed: str) -> bool:
        """Was it hashed with other parameters than the current ones?"""
        return self._hasher.check_needs_rehash(hashed)

    def close(self) -> None:
        self._threads.shutdown()

    def _verify(self, password: str, hashed: str | None) -> bool:
        if self._dummy_hash is None:
            self._dummy_hash = self._hasher.hash("the password of no account")
        try:
            self._hasher.verify(hashed or self._dummy_hash, password)
        except (VerifyMismatchError, InvalidHashError):
            return False
        return hashed is not None

    async def _run(self, work: Callable[[], T]) -> T:
        if self._waiting >= MAX_WAITING:
            raise Unavailable("too many users are signing in: try again later")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._waiting -= 1
