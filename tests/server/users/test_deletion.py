"""A deleted account: what is removed, and what the other players keep."""

from __future__ import annotations

from typing import Any

import pytest
from litestar.testing import TestClient
from sqlalchemy import func, insert, select
from support.databases.stored_tables import (
    ApiServer,
    add_user,
    ended_patience,
    fair_match,
    played,
    store_daily,
    store_table,
)
from support.fixtures import runtime_of
from support.servers.in_memory import InMemoryServer, Visitor

from tavolino.games.aftaebr import Aftaebr
from tavolino.games.solitario40 import Solitario40
from tavolino.server.live.domain.messages import Outgoing, Update
from tavolino.server.storage.schema import (
    blocks,
    entries,
    friend_links,
    friendships,
    mail_addresses,
    metadata,
    push_subscriptions,
    turn_notices,
)
from tavolino.server.users.personal_data.deletion import delete_user

PASSWORD = "una frase lunga"
REMOVED = "giocatore rimosso"
DAY = "2023-11-14"


@pytest.fixture
def account(server: ApiServer) -> str:
    """The name of the account that asks."""
    name = f"Anna {server.me[:12]}"
    made = server.client.post("/api/account", json={"name": name, "password": PASSWORD})
    assert made.status_code == 201, made.text
    return name


def delete_me(server: ApiServer, password: str | None = PASSWORD) -> tuple[int, str]:
    answer = server.client.request("DELETE", "/api/account", json={"password": password})
    return answer.status_code, answer.json()["code"] if answer.content else ""


def rows_about(server: ApiServer, user: str) -> dict[str, int]:
    """How many rows of each table name the user anywhere."""
    found = {}
    with server.engine.connect() as connection:
        for table in metadata.tables.values():
            texts = [column for column in table.c if column.type.python_type is str]
            for column in texts:
                query = select(func.count()).where(column.contains(user))
                if count := connection.execute(query).scalar():
                    found[f"{table.name}.{column.name}"] = count
    return found


def test_what_is_ones_own_goes_and_what_others_share_stays(server: ApiServer, account: str) -> None:
    engine, me = server.engine, server.me
    rival = add_user(engine, f"rival of {me[:8]}", "Bruno")
    over, fair = fair_match(Aftaebr(), ("0a", "0b"))
    store_table(engine, "over", over, [me, rival], kind="table", fair=fair)
    store_table(engine, "own", played(Solitario40(), 12, plies=5, is_practice=True), [me], deal=12)
    store_table(engine, "theirs", over, [rival, None], kind="table", fair=fair)
    deal = store_daily(engine, DAY, "nove_colonne", 1)
    daily, fair_day = ended_patience((DAY.replace("-", ""),))
    store_table(engine, deal.table_of(me), daily, [me], kind="daily", fair=fair_day, day=DAY)
    text = server.client.get("/api/tables/over/record").text
    headers = {"content-type": "text/plain"}
    assert server.client.post("/api/records", content=text, headers=headers).is_success
    with engine.begin() as connection:
        pair = {"person": me, "friend": rival, "created_at": 1}
        connection.execute(insert(friendships), [pair, pair | {"person": rival, "friend": me}])
        block = {"person": me, "blocked": rival, "created_at": 1}
        other = {"person": rival, "blocked": me, "created_at": 1}
        connection.execute(insert(blocks), [block, other])
        link = {"person": me, "token": "t", "expires_at": 1}
        connection.execute(insert(friend_links), link)
        mail = {"person": me, "address": "anna@example.org", "language": "it", "token": "t"}
        connection.execute(insert(mail_addresses), mail | {"is_confirmed": True, "created_at": 1})
        push = {"id": "x", "person": me, "endpoint": "https://push.example.org/1"}
        keys = {"p256dh": "p", "auth": "a", "language": "it", "created_at": 1}
        connection.execute(insert(push_subscriptions), push | keys)
        notice = {"table_id": "over", "person": me, "sent_at": 1}
        connection.execute(insert(turn_notices), notice)
    assert server.client.post("/api/lessons/aftaebr/progress", json={"step": 4}).is_success

    assert delete_me(server) == (204, "")
    assert rows_about(server, me) == {} and rows_about(server, account) == {}
    with engine.connect() as connection:
        kept = select(func.count()).where(entries.c.table_id == "own")
        assert connection.execute(kept).scalar() == 0
    assert server.refusal("/api/me") == (401, "not_signed_in")

    record = server.client.get("/api/tables/over/record").text
    assert record.splitlines()[-1] != text.splitlines()[-1]  # the seal of the new names
    assert REMOVED in record and "Giocatore 1" not in record and "Giocatore 2" in record
    assert server.get("/api/tables/over/verify")["is_genuine"]
    (row,) = server.get(f"/api/daily/{DAY}/nove_colonne")["rows"]
    assert row["name"] == REMOVED and row["points"] == daily.game.scores(daily.boards[0].state)[0]
    again = {"name": account, "password": PASSWORD}
    assert server.client.post("/api/sign-in", json=again).json()["code"] == "wrong_password"
    assert server.client.post("/api/account", json=again).status_code == 201


def test_it_asks_for_the_password(server: ApiServer, account: str) -> None:
    for wrong in (None, "", "another password"):
        assert delete_me(server, wrong) == (403, "wrong_password")
    assert server.get("/api/me")["name"] == account


def test_a_guest_needs_no_password(server: ApiServer) -> None:
    me = server.me
    assert delete_me(server, None) == (204, "")
    assert rows_about(server, me) == {}


def test_a_bot_plays_on_for_somebody_who_is_gone(client: TestClient[Any]) -> None:
    """The other player's game goes on, and sockets of the deleted user are closed."""
    runtime = runtime_of(client)

    async def scenario() -> None:
        server = InMemoryServer(runtime)
        (anna, bruno), table = await server.gathered("aftaebr", 2, kind="table")
        lobby = await server.open(anna, "aftaebr", kind="table")
        opened = runtime.registry.tables[table]
        await delete_user(runtime.sessions, runtime.lobby, anna.person)
        seat = opened.settings.seats[0]
        assert (seat.name, seat.user, seat.is_played_by_bot) == (REMOVED, None, True)
        waiting = await runtime.registry.table(lobby.id)
        assert waiting.settings.phase == "over" and not waiting.settings.seats
        await a_move_of_the_bot(bruno, table)
        assert await runtime.sessions.user_of(cookie_of(anna)) is None
        for one in (anna, bruno):
            await one.leave()

    async def a_move_of_the_bot(bruno: Visitor, table: str) -> None:
        """Bruno moves, and it is his turn again."""
        await bruno.until(is_his)
        moved = await bruno.move(table)
        await bruno.until(lambda m: is_his(m) and m.seq > moved.seq)  # type: ignore[union-attr]

    def is_his(message: Outgoing) -> bool:
        return isinstance(message, Update) and message.actor == 1

    def cookie_of(visitor: Visitor) -> str:
        return f"tavolino={runtime.sessions.cookie_for(visitor.person)}"

    portal = client.blocking_portal
    assert portal is not None
    portal.call(scenario)
