"""Friends by link: made, seen online, invited, removed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import update
from support.accounts import Browser, befriend, browser_of, new_account, problem
from support.fixtures import runtime_of
from support.servers.app import client_of
from support.servers.web_server import wait_until

from tavolino.server.config import Config
from tavolino.server.storage.schema import friend_links
from tavolino.server.users.friends import friends as friends_module


@pytest.fixture
def server(config: Config, database: str) -> Iterator[Browser]:
    with client_of(replace(config, database=database)) as client:
        runtime_of(client).registry.presence.leave_seconds = 0
        yield client


def friends_of(browser: Browser) -> dict[str, bool]:
    """By name: are they online?"""
    answer = browser.get("/api/friends")
    assert answer.status_code == 200, answer.text
    return {friend["name"]: friend["is_online"] for friend in answer.json()["friends"]}


def next_message(socket: Any, kind: str) -> Any:
    while (message := socket.receive_json())["type"] != kind:
        pass
    return message


def test_whoever_opens_a_link_and_accepts_is_a_friend(server: Browser) -> None:
    (anna, _), (bruno, _) = new_account(server, "Anna"), new_account(server, "Bruno")
    link = anna.post("/api/friends/link").json()
    assert anna.get("/api/friends").json() == {"friends": [], "blocked": [], "link": link}
    path = f"/api/friend-links/{link['token']}"
    assert bruno.get(path).json() == {"name": "Anna", "is_you": False, "is_friend": False}
    assert anna.get(path).json()["is_you"]
    for _ in range(2):
        assert bruno.post(f"{path}/accept").json()["is_friend"]
    assert friends_of(anna) == {"Bruno": False} and friends_of(bruno) == {"Anna": False}
    assert problem(anna.post(f"{path}/accept")) == (403, "not_allowed")


def test_a_link_can_be_replaced_and_revoked_and_expires(server: Browser) -> None:
    (anna, _), (bruno, _) = new_account(server, "Anna"), new_account(server, "Bruno")
    old, new = (anna.post("/api/friends/link").json()["token"] for _ in range(2))

    def accept(token: str) -> tuple[int, str]:
        return problem(bruno.post(f"/api/friend-links/{token}/accept"))

    assert accept(old) == (404, "not_found")
    with runtime_of(server).database.engine.begin() as connection:
        connection.execute(update(friend_links).values(expires_at=1))
    assert accept(new) == (404, "not_found")
    assert anna.get("/api/friends").json()["link"] is None
    token = anna.post("/api/friends/link").json()["token"]
    assert anna.delete("/api/friends/link").status_code == 204
    assert accept(token) == (404, "not_found")
    assert friends_of(anna) == {}


def test_friends_see_who_is_online_and_nothing_after_the_end(server: Browser) -> None:
    (anna, a), (bruno, b) = new_account(server, "Anna"), new_account(server, "Bruno")
    befriend(anna, bruno)
    with anna.websocket_connect("/live") as one:
        with bruno.websocket_connect("/live") as two:
            news = {"type": "friend", "friend": b, "is_online": True}
            assert next_message(one, "friend") == news
            assert friends_of(anna) == {"Bruno": True} and friends_of(bruno) == {"Anna": True}
            two.send_json({"type": "visible", "is_visible": False})
            assert not next_message(one, "friend")["is_online"]
            two.send_json({"type": "visible", "is_visible": True})
            assert next_message(one, "friend")["is_online"]
        assert not next_message(one, "friend")["is_online"]
        assert friends_of(anna) == {"Bruno": False}
        assert bruno.delete(f"/api/friends/{a}").status_code == 204
        next_message(one, "friends")
        assert friends_of(anna) == {} == friends_of(bruno)
        with bruno.websocket_connect("/live"):
            wait_until(lambda: runtime_of(server).endpoint.is_connected(b))
            one.send_json({"type": "ping", "id": "x"})
            while (message := one.receive_json())["type"] != "pong":
                assert message["type"] != "friend"
    assert problem(bruno.delete(f"/api/friends/{a}")) == (404, "not_found")


def test_a_friend_is_invited_to_a_table_that_waits(server: Browser) -> None:
    (anna, _), (bruno, b) = new_account(server, "Anna"), new_account(server, "Bruno")
    _, stranger = new_account(server, "Carlo")
    befriend(anna, bruno)
    table = anna.post("/api/tables", json={"game": "aftaebr", "kind": "table"}).json()["table"]
    path = f"/api/tables/{table}/invitations"
    with bruno.websocket_connect("/live") as socket:
        assert anna.post(path, json={"friend": b}).status_code == 204
        assert next_message(socket, "invitation") == {
            "type": "invitation",
            "table": table,
            "game": "aftaebr",
            "name": "Anna",
        }
    assert problem(anna.post(path, json={"friend": b})) == (429, "too_fast")
    assert problem(anna.post(path, json={"friend": stranger})) == (404, "not_found")
    assert problem(bruno.post(path, json={"friend": b})) == (403, "not_seated")
    practice = anna.post("/api/tables", json={"game": "azul_solo"}).json()["table"]
    refused = anna.post(f"/api/tables/{practice}/invitations", json={"friend": b})
    assert problem(refused) == (409, "table_over")


def test_a_friend_who_was_removed_cannot_come_back_by_the_old_link(server: Browser) -> None:
    (anna, _), (bruno, b) = new_account(server, "Anna"), new_account(server, "Bruno")
    token = anna.post("/api/friends/link").json()["token"]
    assert bruno.post(f"/api/friend-links/{token}/accept").is_success
    assert anna.delete(f"/api/friends/{b}").is_success
    assert problem(bruno.post(f"/api/friend-links/{token}/accept")) == (404, "not_found")
    assert anna.get("/api/friends").json() == {"friends": [], "blocked": [], "link": None}


def test_a_blocked_friend_neither_invites_nor_comes_back_by_a_new_link(server: Browser) -> None:
    (anna, a), (bruno, b) = new_account(server, "Anna"), new_account(server, "Bruno")
    carlo, _ = new_account(server, "Carlo")
    befriend(anna, bruno)
    table = bruno.post("/api/tables", json={"game": "aftaebr", "kind": "table"}).json()["table"]
    assert anna.post(f"/api/friends/{b}/block").status_code == 204
    assert friends_of(anna) == {} == friends_of(bruno)
    assert anna.get("/api/friends").json()["blocked"] == [{"id": b, "name": "Bruno"}]
    assert bruno.get("/api/friends").json()["blocked"] == []
    refused = bruno.post(f"/api/tables/{table}/invitations", json={"friend": a})
    assert problem(refused) == (404, "not_found")

    token = anna.post("/api/friends/link").json()["token"]
    path = f"/api/friend-links/{token}"
    assert problem(bruno.get(path)) == (404, "not_found")
    assert problem(bruno.post(f"{path}/accept")) == (404, "not_found")
    assert carlo.post(f"{path}/accept").is_success

    own = bruno.post("/api/friends/link").json()["token"]
    assert anna.post(f"/api/friend-links/{own}/accept").is_success  # Anna forgives Bruno
    assert anna.get("/api/friends").json()["blocked"] == []
    assert anna.post(f"/api/friends/{b}/block").status_code == 204

    token = anna.post("/api/friends/link").json()["token"]
    path = f"/api/friend-links/{token}"
    assert anna.delete(f"/api/friends/{b}/block").status_code == 204
    assert friends_of(anna) == {"Carlo": False}
    assert bruno.post(f"{path}/accept").is_success
    assert friends_of(anna) == {"Bruno": False, "Carlo": False}


def test_only_friends_are_blocked_and_only_blocked_users_unblocked(server: Browser) -> None:
    anna, _ = new_account(server, "Anna")
    _, stranger = new_account(server, "Bruno")
    assert problem(anna.post(f"/api/friends/{stranger}/block")) == (404, "not_found")
    assert problem(anna.delete(f"/api/friends/{stranger}/block")) == (404, "not_found")
    assert anna.get("/api/friends").json()["blocked"] == []


def test_guests_have_no_friends(server: Browser) -> None:
    anna, _ = new_account(server, "Anna")
    token = anna.post("/api/friends/link").json()["token"]
    guest = browser_of(server)
    guest.post("/api/me")
    assert guest.get(f"/api/friend-links/{token}").json()["name"] == "Anna"
    for answer in (
        guest.get("/api/friends"),
        guest.post("/api/friends/link"),
        guest.post(f"/api/friend-links/{token}/accept"),
        guest.get("/api/notices"),
    ):
        assert problem(answer) == (403, "needs_account")


def test_friends_are_limited(server: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(friends_module, "MAX_FRIENDS", 1)
    (anna, _), (bruno, _) = new_account(server, "Anna"), new_account(server, "Bruno")
    carlo, _ = new_account(server, "Carlo")
    befriend(anna, bruno)
    token = anna.post("/api/friends/link").json()["token"]
    assert problem(carlo.post(f"/api/friend-links/{token}/accept")) == (409, "too_many")
    assert friends_of(carlo) == {}
