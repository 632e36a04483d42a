"""How passwords are hashed."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from argon2 import Type, extract_parameters
from support.fixtures import quick_hasher

from tavolino.server.accounts.passwords import MAX_WAITING, Passwords
from tavolino.server.config import Config

pytestmark = pytest.mark.hardening


def test_hashes_are_argon2id_and_take_64_mb() -> None:
    async def work() -> str:
        passwords = Passwords(Config(Path()).password_hasher)
        try:
            kept = await passwords.hash("una frase lunga")
            assert await passwords.is_right("una frase lunga", kept)
            assert not await passwords.is_right("una frase corta", kept)
            assert not await passwords.is_right("una frase lunga", None)
            assert not passwords.is_outdated(kept)
            return kept
        finally:
            passwords.close()

    parameters = extract_parameters(asyncio.run(work()))
    assert parameters.type is Type.ID
    assert parameters.memory_cost >= 64 * 1024 and parameters.time_cost >= 3


def test_too_many_requests_are_refused_at_once() -> None:
    async def work() -> list[object]:
        passwords = Passwords(quick_hasher())
        hashed = await passwords.hash("x")
        tries = (passwords.is_right("x", hashed) for _ in range(MAX_WAITING + 3))
        outcome = await asyncio.gather(*tries, return_exceptions=True)
        passwords.close()
        return list(outcome)

    refused = [one for one in asyncio.run(work()) if one is not True]
    assert [getattr(one, "code", None) for one in refused] == ["unavailable"] * 3
