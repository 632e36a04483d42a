"""The names that a server answers to."""

from __future__ import annotations

import socket
import threading
from dataclasses import replace

import pytest
from support.servers.app import client_of

from tavolino.server.config import Config
from tavolino.server.http.limits import hosts
from tavolino.server.http.limits.hosts import host_names, is_known_host

pytestmark = pytest.mark.hardening


@pytest.mark.parametrize(
    ("host", "is_known"),
    [
        ("localhost:8000", True),
        ("play.example.org", True),
        ("PLAY.example.org.", True),
        ("192.0.2.7:8000", True),
        ("[2001:db8::7]:8000", True),
        ("evil.example", False),
        ("play.example.org.evil.example", False),
        ("192.0.2.7.evil.example", False),
        ("evil.example:8000", False),
        ("[evil", False),
    ],
)
def test_the_server_is_called_by_its_names_only(config: Config, host: str, is_known: bool) -> None:
    config = replace(config, hosts=("localhost", "play.example.org"))
    with client_of(config) as client:
        for path in ("/", "/api/me", "/health"):
            answer = client.get(path, headers={"host": host})
            assert (answer.status_code == 421) is not is_known
            if not is_known:
                assert answer.json()["code"] == "wrong_host"
                assert f"--origin http://{host}" in answer.json()["text"]
        if not is_known:
            with pytest.raises(Exception, match="wrong_host"):
                client.websocket_connect("/live", headers={"host": host}).__enter__()


@pytest.mark.parametrize(
    ("address", "known"), [("0.0.0.0", True), ("::", True), ("127.0.0.1", False)]
)
def test_a_server_for_everybody_has_the_names_of_its_machine(
    monkeypatch: pytest.MonkeyPatch, address: str, known: bool
) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "Box")
    monkeypatch.setattr(socket, "getfqdn", lambda: "box.lan")
    names = host_names(address, address, [])
    for host in ("box", "box.lan:8000", "BOX.local"):
        assert is_known_host(host, names) is known
    assert not is_known_host("box.evil.example", names)


def test_a_silent_name_server_does_not_hold_up_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = threading.Event()
    monkeypatch.setattr(hosts, "NAME_SECONDS", 0.01)
    monkeypatch.setattr(socket, "gethostname", lambda: "box")
    monkeypatch.setattr(socket, "getfqdn", lambda: str(answer.wait()))
    assert host_names("0.0.0.0", "0.0.0.0", []) == ("box", "box.local", "localhost")
    answer.set()
