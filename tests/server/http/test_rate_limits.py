"""Guesses at passwords and names: limited, and without locking the owner of the account out."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest
from litestar import Litestar
from litestar.testing import TestClient
from support.fixtures import with_database

from tavolino.server.accounts.sessions import Sessions, open_sessions
from tavolino.server.config import Config
from tavolino.server.errors import NameTaken, Refusal, TooFast, WrongPassword

pytestmark = pytest.mark.hardening

PASSWORD = "una frase lunga"


def with_sessions(config: Config, scenario: Callable[[Sessions], Awaitable[None]]) -> None:
    config.data.mkdir(parents=True)

    async def work(database: object) -> None:
        identity = await open_sessions(config, database)  # type: ignore[arg-type]
        await identity.create_account(None, "Anna", PASSWORD, "home")
        await scenario(identity)
        identity.close()

    with_database(config.url, work)


async def answer(attempt: Awaitable[object]) -> type[Refusal] | None:
    try:
        await attempt
    except Refusal as refusal:
        return type(refusal)
    return None


def test_wrong_passwords_from_elsewhere_do_not_lock_the_owner(config: Config) -> None:
    async def scenario(identity: Sessions) -> None:
        tried = [
            await answer(identity.sign_in(None, "Anna", f"parola {n:02}", "elsewhere"))
            for n in range(15)
        ]
        assert tried == [WrongPassword] * 10 + [TooFast] * 5
        # The right one is refused there too, but neither at home nor in a café.
        assert await answer(identity.sign_in(None, "Anna", PASSWORD, "elsewhere")) is TooFast
        for address in ("home", "café"):
            assert (await identity.sign_in(None, "Anna", PASSWORD, address)).name == "Anna"

    with_sessions(config, scenario)


def test_guesses_from_many_addresses_are_limited_and_the_owner_still_signs_in(
    config: Config,
) -> None:
    async def scenario(identity: Sessions) -> None:
        anna = await identity.sign_in(None, "Anna", PASSWORD, "home")
        tried = [
            await answer(identity.sign_in(None, "Anna", "non è questa", f"bot {n // 5}"))
            for n in range(120)
        ]
        assert tried[:100] == [WrongPassword] * 100 and set(tried[101:]) == {TooFast}
        assert await identity.sign_in(None, "Anna", PASSWORD, "home") == anna
        new = await identity.change_password(anna, PASSWORD, "una frase nuova", "home")
        assert new.id == anna.id

    with_sessions(config, scenario)


def test_right_passwords_use_nothing_up(config: Config) -> None:
    async def scenario(identity: Sessions) -> None:
        for _ in range(60):
            await identity.sign_in(None, "Anna", PASSWORD, "home")

    with_sessions(config, scenario)


def test_renaming_is_no_oracle_for_the_names_of_accounts(config: Config) -> None:
    async def scenario(identity: Sessions) -> None:
        guest = await identity.new_guest("elsewhere")
        asked = [
            await answer(identity.rename(guest, "Anna" if n == 3 else f"Nome {n}", "elsewhere"))
            for n in range(12)
        ]
        assert asked == [None] * 3 + [NameTaken] + [None] * 6 + [TooFast] * 2
        # New guests are no way around it, nor are new accounts; other addresses are not affected.
        tried = []
        for n in range(60):
            again = await identity.new_guest("elsewhere")
            tried.append(await answer(identity.rename(again, f"Nome {n}", "elsewhere")))
        assert tried[-1] is TooFast and tried.count(None) < 50
        taken = identity.create_account(None, "Anna", PASSWORD, "elsewhere")
        assert await answer(taken) is TooFast
        assert await answer(identity.rename(guest, "Bea", "home")) is TooFast
        other = await identity.new_guest("home")
        assert await answer(identity.rename(other, "Bea", "home")) is None

    with_sessions(config, scenario)


def test_a_guest_is_told_to_wait(client: TestClient[Litestar]) -> None:
    client.post("/api/me")
    answers = [client.patch("/api/me", json={"name": f"Nome {n}"}) for n in range(11)]
    assert [one.status_code for one in answers] == [200] * 10 + [429]
    assert "try again in" in answers[-1].json()["text"]
