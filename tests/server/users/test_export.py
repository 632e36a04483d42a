"""Everything that the server knows about a user, as one file."""

from __future__ import annotations

import json
from io import BytesIO
from zipfile import ZipFile

from sqlalchemy import insert
from support.databases.stored_tables import (
    NOON,
    ApiServer,
    add_user,
    ended_patience,
    fair_match,
    played,
    store_table,
)

from tavolino.games.aftaebr import Aftaebr
from tavolino.games.solitario40 import Solitario40
from tavolino.server.clock import day_of, now
from tavolino.server.storage.schema import blocks, friendships, mail_addresses, push_subscriptions

PASSWORD = "una frase lunga"


def test_it_has_the_account_all_games_and_the_records_of_those_that_are_over(
    server: ApiServer,
) -> None:
    engine, me = server.engine, server.me
    rival = add_user(engine, f"rival of {me}", "Bruno")
    over, fair = fair_match(Aftaebr(), ("0a", "0b"))
    store_table(engine, "over", over, [rival, me], kind="table", fair=fair)
    on = played(Solitario40(), 12, plies=5, is_practice=True)
    store_table(engine, "on", on, [me], deal=12, at=NOON + 5)
    today, fair_day = ended_patience((day_of(now()).replace("-", ""),))
    store_table(engine, "d", today, [me], kind="daily", fair=fair_day, day=day_of(now()))
    store_table(engine, "theirs", on, [rival], deal=12)
    text = server.client.get("/api/tables/over/record").text
    headers = {"content-type": "text/plain"}
    upload = server.client.post("/api/records", content=text, headers=headers).json()
    with engine.begin() as connection:
        pair = {"person": me, "friend": rival, "created_at": 1}
        connection.execute(insert(friendships), [pair, pair | {"person": rival, "friend": me}])
        block = {"person": me, "blocked": rival, "created_at": 1}
        connection.execute(insert(blocks), block)
        mail = {"person": me, "address": "anna@example.org", "language": "it", "token": "secret-1"}
        connection.execute(insert(mail_addresses), mail | {"is_confirmed": True, "created_at": 1})
        push = {"id": "x", "person": me, "endpoint": "https://push.example.org/1"}
        keys = {"p256dh": "secret-2", "auth": "secret-3", "language": "it", "created_at": 1}
        connection.execute(insert(push_subscriptions), push | keys)
    assert server.client.post("/api/lessons/aftaebr/progress", json={"step": 4}).is_success

    answer = server.client.get("/api/account/export")
    assert answer.status_code == 200
    assert answer.headers["content-disposition"] == 'attachment; filename="tavolino.zip"'
    with ZipFile(BytesIO(answer.content)) as archive:
        assert archive.testzip() is None
        assert sorted(archive.namelist()) == [
            "account.json",
            "games/aftaebr-over.record",
            f"uploads/aftaebr-{upload['id']}.record",
        ]
        assert archive.read("games/aftaebr-over.record").decode() == text
        document = json.loads(archive.read("account.json"))
        assert b"secret-" not in archive.read("account.json")
    assert document["user"]["id"] == me
    assert {game["table"] for game in document["games"]} == {"over", "on", "d"}
    assert [friend["name"] for friend in document["friends"]] == ["Bruno"]
    assert [user["name"] for user in document["blocked"]] == ["Bruno"]
    assert document["mail"][0]["address"] == "anna@example.org"
    assert document["push"][0]["endpoint"] == "https://push.example.org/1"
    assert [(one["game"], one["step"]) for one in document["lessons"]] == [("aftaebr", 4)]
    assert document["statistics"][0]["played"] == 1


def test_it_needs_a_session_and_is_limited(server: ApiServer) -> None:
    for _ in range(3):
        assert server.client.get("/api/account/export").status_code == 200
    assert server.refusal("/api/account/export") == (429, "too_fast")
    server.drop_session()
    assert server.refusal("/api/account/export") == (401, "not_signed_in")
