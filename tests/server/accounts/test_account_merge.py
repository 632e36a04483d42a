"""The games of a guest who signs in to an account."""

from __future__ import annotations

from typing import Any

from litestar import Litestar
from litestar.testing import TestClient
from sqlalchemy import insert, select
from support.fixtures import with_database

from tavolino.server.accounts.sessions import Sessions, open_sessions
from tavolino.server.accounts.users import User
from tavolino.server.config import Config
from tavolino.server.storage.database import Database
from tavolino.server.storage.schema import lesson_progress, records, results, seats, tables
from tavolino.server.storage.writer import Statement

PASSWORD = "una frase lunga"


async def write_table(
    database: Database, table: str, people: list[str], kind: str = "table", host: int = 0
) -> None:
    """A finished table with these people, and a result for each."""
    head = {"id": table, "kind": kind, "game": "aftaebr", "version": 1, "options": "{}"}
    head |= {"settings": "{}", "players": len(people), "host": people[host], "phase": "over"}
    sitting: list[dict[str, Any]] = [
        {"table_id": table, "player": n, "person": person, "name": "x", "nonce": "x"}
        for n, person in enumerate(people)
    ]
    scores = {"game": "aftaebr", "kind": kind, "points": 1, "place": 1, "is_won": True, "moves": 1}
    scores |= {"ranking": 0, "lot": 0, "seconds": 1, "ended_at": 1}
    done = [
        {"table_id": table, "player": n, "person": person, **scores}
        for n, person in enumerate(people)
    ]
    await database.writer.write(
        Statement(insert(tables), [{**head, "created_at": 1}]),
        Statement(insert(seats), [{**one, "is_away": False} for one in sitting]),
        Statement(insert(results), done),
    )


async def owners(database: Database, table: str) -> tuple[str, list[str], list[str]]:
    """The host, who sits there, and whose the results are."""
    host = await database.row(select(tables.c.host).where(tables.c.id == table))
    assert host
    sitting = select(seats.c.person).where(seats.c.table_id == table).order_by(seats.c.player)
    done = select(results.c.person).where(results.c.table_id == table).order_by(results.c.player)
    return (
        host.host,
        [row.person for row in await database.rows(sitting)],
        [row.person for row in await database.rows(done)],
    )


async def people_of(config: Config, database: Database) -> tuple[Sessions, User, User, User]:
    identity = await open_sessions(config, database)
    account = await identity.create_account(None, "Anna", PASSWORD, "1")
    return identity, account, await identity.new_guest("1"), await identity.new_guest("1")


def test_games_go_to_the_account(database: str, config: Config) -> None:
    async def work(database: Database) -> None:
        identity, account, guest, friend = await people_of(config, database)
        await write_table(database, "theirs", [guest.id, friend.id])
        await write_table(database, "hosted", [friend.id, guest.id], host=1)
        record = {"id": "r", "person": guest.id, "game": "x", "text": "x", "created_at": 1}
        await database.writer.write(Statement(insert(records), [record]))
        moved: list[tuple[str, str]] = []
        ended: list[str] = []

        async def note(guest: str, account: str) -> None:
            moved.append((guest, account))

        identity.on_merged.append(note)
        identity.on_revoked.append(lambda user: ended.append(user.id))
        cookie = f"tavolino={identity.cookie_for(guest)}"
        assert await identity.sign_in(guest, "anna", PASSWORD, "1") == account
        both = [account.id, friend.id]
        assert await owners(database, "theirs") == (account.id, both, both)
        assert await owners(database, "hosted") == (account.id, both[::-1], both[::-1])
        assert [row.person for row in await database.rows(select(records))] == [account.id]
        assert moved == [(guest.id, account.id)] and ended == [guest.id]
        assert await identity.user_of(cookie) is None
        identity.close()

    with_database(database, work)


def test_lessons_go_on_where_either_has_left_them_last(database: str, config: Config) -> None:
    async def work(database: Database) -> None:
        identity, account, guest, _ = await people_of(config, database)
        left = [
            (account.id, "aftaebr", 3, 10),
            (guest.id, "aftaebr", 0, 20),
            (account.id, "azul_solo", 5, 20),
            (guest.id, "azul_solo", 2, 10),
            (guest.id, "nove_colonne", 4, 10),
        ]
        rows = [dict(zip(("person", "game", "step", "at"), one)) for one in left]
        await database.writer.write(Statement(insert(lesson_progress), rows))
        await identity.sign_in(guest, "Anna", PASSWORD, "1")
        kept = {(row.person, row.game, row.step) for row in await database.rows(all_lessons)}
        steps = {"aftaebr": 0, "azul_solo": 5, "nove_colonne": 4}
        assert kept == {(account.id, game, step) for game, step in steps.items()}
        identity.close()

    all_lessons = select(lesson_progress)
    with_database(database, work)


def test_a_user_gets_no_second_seat_at_a_table(database: str, config: Config) -> None:
    async def work(database: Database) -> None:
        identity, account, guest, _ = await people_of(config, database)
        await write_table(database, "both", [guest.id, account.id])
        await write_table(database, "one", [guest.id])
        await identity.sign_in(guest, "Anna", PASSWORD, "1")
        stay = [guest.id, account.id]
        assert await owners(database, "both") == (guest.id, stay, stay)
        assert await owners(database, "one") == (account.id, [account.id], [account.id])
        identity.close()

    with_database(database, work)


def test_daily_deals_stay_with_the_guest(database: str, config: Config) -> None:
    async def work(database: Database) -> None:
        identity, _, guest, _ = await people_of(config, database)
        await write_table(database, "daily", [guest.id], kind="daily")
        await identity.sign_in(guest, "Anna", PASSWORD, "1")
        assert await owners(database, "daily") == (guest.id, [guest.id], [guest.id])
        identity.close()

    with_database(database, work)


def test_a_wrong_password_and_a_second_account_transfer_nothing(
    database: str, config: Config
) -> None:
    async def work(database: Database) -> None:
        identity, anna, guest, _ = await people_of(config, database)
        bea = await identity.create_account(None, "Bea", PASSWORD, "1")
        await write_table(database, "guests", [guest.id])
        await write_table(database, "beas", [bea.id])
        try:
            await identity.sign_in(guest, "Anna", "non è questa", "1")
        except Exception as error:
            assert "wrong name or password" in str(error)
        await identity.sign_in(bea, "Anna", PASSWORD, "1")
        assert (await owners(database, "guests"))[0] == guest.id
        assert (await owners(database, "beas"))[0] == bea.id
        assert anna.id not in {guest.id, bea.id}
        identity.close()

    with_database(database, work)


def test_a_running_game_continues_as_the_accounts(client: TestClient[Litestar]) -> None:
    anna = {"name": "Anna", "password": PASSWORD}
    account = client.post("/api/account", json=anna).json()
    client.cookies.clear()
    client.post("/api/me")
    table = client.post("/api/tables", json={"game": "nove_colonne"}).json()["table"]
    assert client.post("/api/sign-in", json=anna).json() == account
    info = client.get(f"/api/tables/{table}").json()
    assert info["yours"] == [0] and info["is_host"]
