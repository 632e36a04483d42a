"""Web Push: the encryption of RFC 8291, real endpoints, and those that are refused."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from support.accounts import Browser, befriend, new_account, problem
from support.fixtures import runtime_of
from support.servers.app import client_of
from support.servers.push_service import PushService
from support.servers.web_server import wait_until

from tavolino.server.config import Config
from tavolino.server.users.notices import push_endpoints
from tavolino.server.users.notices.push_endpoints import PushError, is_public, post
from tavolino.server.users.notices.web_push import (
    BrowserKeys,
    decode64,
    encode64,
    encrypt,
    parse_key,
)

TABLE = {"game": "aftaebr", "kind": "table", "turn_seconds": 259_200}


@pytest.fixture
def push() -> Iterator[PushService]:
    service = PushService()
    yield service
    service.close()


@pytest.fixture
def server(config: Config, database: str) -> Iterator[Browser]:
    quick: dict[str, Any] = {"notice_seconds": 0, "countdown_seconds": 0, "tick_seconds": 0.01}
    quick["notice_retry_seconds"] = (0.01, 0.01)
    config = replace(config, database=database, may_push_anywhere=True, **quick)
    with client_of(config) as client:
        runtime_of(client).registry.presence.leave_seconds = 0
        yield client


def subscribe(browser: Browser, push: PushService) -> str:
    """The server's key."""
    answer = browser.post("/api/notices/push", json=push.subscription())
    assert answer.status_code == 200 and answer.json()["subscriptions"] == 1, answer.text
    key: str = answer.json()["push_key"]
    return key


def test_a_message_is_encrypted_as_in_the_example_of_rfc_8291() -> None:
    browser = BrowserKeys.parse(
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg",
    )
    sender = parse_key(decode64("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
    text, salt = b"When I grow up, I want to be a watermelon", decode64("DGv6ra1nlYgDCS1FRnbzlw")
    assert encode64(encrypt(text, browser, sender, salt)) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWA"
        "mS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxs"
        "j_Qulcy4a-fN"
    )


def test_an_invitation_reaches_a_friend_who_is_offline(server: Browser, push: PushService) -> None:
    (anna, _), (bruno, b) = new_account(server, "Anna"), new_account(server, "Bruno")
    befriend(anna, bruno)
    key = subscribe(bruno, push)
    table = anna.post("/api/tables", json=TABLE).json()["table"]
    anna.post(f"/api/tables/{table}/invitations", json={"friend": b})
    message = push.next_message(key)
    assert message["title"] == "Anna invites you to play" and message["url"] == f"/t/{table}"


def test_a_turn_is_told_once_until_the_player_looks(server: Browser, push: PushService) -> None:
    """Both players are offline: each move is made by a socket that is closed again."""
    (anna, _), (bruno, _) = new_account(server, "Anna"), new_account(server, "Bruno")
    key = subscribe(anna, push)
    table = anna.post("/api/tables", json=TABLE).json()["table"]
    bruno.post(f"/api/tables/{table}/join", json={})
    players = [anna, bruno]

    def look_and_move(player: int) -> int | None:
        """Moves if it is this player's turn; returns who is next."""
        with players[player].websocket_connect("/live") as socket:
            socket.send_json({"type": "watch", "table": table})
            while (update := socket.receive_json())["type"] != "update":
                pass
            if update["actor"] != player:
                return int(update["actor"])
            move = {"type": "move", "table": table, "id": "x", "count": update["count"]}
            socket.send_json(move | {"move": update["moves"][0], "id": f"{update['count']}"})
            while (after := socket.receive_json()).get("id") != f"{update['count']}":
                pass
            return int(after["actor"])

    def is_left() -> bool:
        """Who still watches need not be told."""
        opened = runtime_of(server).registry.tables.get(table)
        return opened is None or not len(opened.broadcast)

    told = 0
    actor: int | None = 0
    while told < 2:
        mover = actor or 0
        actor = look_and_move(mover)
        wait_until(is_left)
        if actor == 0 and mover == 1:  # who plays again is at the table
            message = push.next_message(key)
            assert message["title"] == "It is your turn" and message["url"] == f"/t/{table}"
            told += 1


def test_a_subscription_that_is_gone_is_removed(server: Browser, push: PushService) -> None:
    (anna, _), (bruno, b) = new_account(server, "Anna"), new_account(server, "Bruno")
    befriend(anna, bruno)
    key = subscribe(bruno, push)
    push.status = 410
    table = anna.post("/api/tables", json=TABLE).json()["table"]
    anna.post(f"/api/tables/{table}/invitations", json={"friend": b})
    push.next_message(key)
    wait_until(lambda: bruno.get("/api/notices").json()["subscriptions"] == 0)


@pytest.mark.parametrize("status", [429, 503])
def test_a_message_is_sent_again_when_the_push_service_is_busy(
    server: Browser, push: PushService, status: int
) -> None:
    key = invited(server, push, status)
    first = push.next_message(key)
    push.status = 201
    assert push.next_message(key) == first
    wait_until(lambda: runtime_of(server).notifier.sent == 1)
    assert runtime_of(server).notifier.failed == 1


def test_a_message_is_given_up_after_some_attempts(server: Browser, push: PushService) -> None:
    key = invited(server, push, 500)
    for _ in range(3):
        push.next_message(key)
    wait_until(lambda: runtime_of(server).notifier.failed == 3)
    assert runtime_of(server).notifier.waiting == 0 and push.is_empty


def test_a_message_that_is_refused_is_not_sent_again(server: Browser, push: PushService) -> None:
    key = invited(server, push, 400)
    push.next_message(key)
    wait_until(lambda: runtime_of(server).notifier.failed == 1)
    assert runtime_of(server).notifier.waiting == 0 and push.is_empty


def invited(server: Browser, push: PushService, status: int) -> str:
    """Bruno is offline, and the push service answers with this status. Returns the server's key."""
    (anna, _), (bruno, b) = new_account(server, "Anna"), new_account(server, "Bruno")
    befriend(anna, bruno)
    key = subscribe(bruno, push)
    push.status = status
    table = anna.post("/api/tables", json=TABLE).json()["table"]
    anna.post(f"/api/tables/{table}/invitations", json={"friend": b})
    return key


def test_a_browser_unsubscribes(server: Browser, push: PushService) -> None:
    anna, _ = new_account(server, "Anna")
    subscribe(anna, push)
    endpoint = {"endpoint": push.subscription()["endpoint"]}
    answer = anna.request("DELETE", "/api/notices/push", json=endpoint)
    assert answer.json()["subscriptions"] == 0


@pytest.mark.parametrize(
    "changed",
    [
        {"endpoint": "http://push.example.org/1"},
        {"endpoint": "https://push.example.org:8443/1"},
        {"endpoint": "https://anna:x@push.example.org/1"},
        {"endpoint": "file:///etc/passwd"},
        {"endpoint": "https://"},
        {"p256dh": "AAAA"},
        {"auth": "AAAA"},
    ],
)
def test_bad_subscriptions_are_refused(
    client: Browser, push: PushService, changed: dict[str, str]
) -> None:
    anna, _ = new_account(client, "Anna")
    good = push.subscription(endpoint="https://push.example.org/1")
    assert anna.post("/api/notices/push", json=good).status_code == 200
    assert problem(anna.post("/api/notices/push", json=good | changed)) == (400, "bad_message")
    assert anna.get("/api/notices").json()["subscriptions"] == 1


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "10.1.2.3", "192.168.0.1", "169.254.169.254", "100.64.0.1", "0.0.0.0"),
        *("224.0.0.1", "::1", "fe80::1%eth0", "fd00::1", "::ffff:10.0.0.1"),
        *("64:ff9b::a00:1", "2002:a00:1::"),
    ],
)
def test_addresses_inside_are_not_public(address: str) -> None:
    assert not is_public(address)


def test_no_request_goes_to_an_address_inside(push: PushService) -> None:
    """A name may lead anywhere, also if it did not when the browser subscribed."""

    async def send(endpoint: str) -> None:
        await post(endpoint, {}, b"x")

    for host in ("localhost", "127.0.0.1", "[::1]"):
        with pytest.raises(PushError, match="not public"):
            asyncio.run(send(f"https://{host}/1"))
    assert push_endpoints.SECONDS > 0 and push.is_empty
