"""Mails: confirmed first, stopped by a link, sent by a real SMTP server."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from support.accounts import Browser, befriend, new_account, problem
from support.fixtures import runtime_of
from support.servers.app import client_of
from support.servers.mail_server import HOST, Mailbox, mail_server
from support.servers.web_server import wait_until

from tavolino.server.config import Config

ADDRESS = "bruno@example.org"
ORIGIN = "https://giochi.example.org"


@pytest.fixture
def mailbox() -> Mailbox:
    return Mailbox()


@pytest.fixture
def server(config: Config, database: str, mailbox: Mailbox) -> Iterator[Browser]:
    config = replace(config, database=database, origins=(ORIGIN,))
    config = replace(config, mail_from="noi@example.org", notice_retry_seconds=(0.01, 0.01))
    with mail_server(mailbox) as port:
        with client_of(replace(config, smtp=f"smtp://{HOST}:{port}")) as client:
            yield client


def token_in(text: str) -> str:
    (token,) = re.findall(rf"{ORIGIN}/mail/(\S+)", text)
    return str(token)


def can_reach(server: Browser, user: str) -> bool:
    assert server.blocking_portal is not None
    return server.blocking_portal.call(runtime_of(server).notifier.can_reach, user)


def invite(anna: Browser, friend: str) -> str:
    table = anna.post("/api/tables", json={"game": "aftaebr", "kind": "table"}).json()["table"]
    assert anna.post(f"/api/tables/{table}/invitations", json={"friend": friend}).is_success
    return str(table)


def test_a_mail_is_sent_again_unless_the_server_refuses_it_for_good(
    server: Browser, mailbox: Mailbox
) -> None:
    (anna, _), notifier = new_account(server, "Anna"), runtime_of(server).notifier
    mailbox.answers = ["451 try again", "421 busy"]
    new = {"address": ADDRESS, "language": "it"}
    assert anna.post("/api/notices/mail", json=new).is_success
    mailbox.next_mail()
    wait_until(lambda: notifier.sent == 1)
    assert notifier.failed == 2
    mailbox.answers = ["550 no such user"]
    assert anna.post("/api/notices/mail", json=new).is_success
    wait_until(lambda: notifier.failed == 3)
    assert notifier.waiting == 0 and mailbox.is_empty


def test_an_address_is_confirmed_before_anything_is_sent_and_can_be_stopped(
    server: Browser, mailbox: Mailbox
) -> None:
    (anna, _), (bruno, b) = new_account(server, "Anna"), new_account(server, "Bruno")
    befriend(anna, bruno)
    new = {"address": ADDRESS, "language": "it"}
    answer = bruno.post("/api/notices/mail", json=new).json()
    assert answer["mail"] == {"address": ADDRESS, "is_confirmed": False}
    message, text = mailbox.next_mail()
    assert message["To"] == ADDRESS and "Bruno" in text
    token = token_in(text)
    assert not can_reach(server, b)

    assert server.post(f"/api/mail/{token}/confirm").status_code == 204
    assert server.get(f"/api/mail/{token}").json() == {"address": ADDRESS, "is_confirmed": True}
    table = invite(anna, b)
    message, text = mailbox.next_mail()
    assert message["Subject"] == "Anna ti invita a giocare" and f"{ORIGIN}/t/{table}" in text
    assert message["List-Unsubscribe"] == f"<{ORIGIN}/api/mail/{token_in(text)}/stop>"

    form = {"List-Unsubscribe": "One-Click"}
    assert server.post(f"/api/mail/{token}/stop", data=form).status_code == 204
    assert bruno.get("/api/notices").json()["mail"] is None
    assert problem(server.get(f"/api/mail/{token}")) == (404, "not_found")
    assert not can_reach(server, b) and mailbox.is_empty


@pytest.mark.parametrize("address", ["", "bruno", "a@b", "a b@example.org", "a@example.org\nX: y"])
def test_bad_addresses_are_refused(server: Browser, mailbox: Mailbox, address: str) -> None:
    bruno, _ = new_account(server, "Bruno")
    answer = bruno.post("/api/notices/mail", json={"address": address})
    assert problem(answer) == (400, "bad_message")
    assert bruno.get("/api/notices").json()["mail"] is None and mailbox.is_empty


def test_confirmations_are_limited(server: Browser, mailbox: Mailbox) -> None:
    bruno, _ = new_account(server, "Bruno")
    for n in range(5):
        address = {"address": f"a{n}@example.org"}
        assert bruno.post("/api/notices/mail", json=address).is_success
        mailbox.next_mail()
    refused = bruno.post("/api/notices/mail", json={"address": "b@example.org"})
    assert problem(refused) == (429, "too_fast")


def test_a_server_without_mail_says_so(client: Browser) -> None:
    bruno, _ = new_account(client, "Bruno")
    assert not bruno.get("/api/notices").json()["has_mail"]
    answer = bruno.post("/api/notices/mail", json={"address": ADDRESS})
    assert problem(answer) == (403, "not_allowed")
