"""Clients behind proxies: which hops are believed, and whom the limits count."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace

import httpx
import pytest
from support.cli import run
from support.servers.web_server import web_server_for

from tavolino.server.config import Config
from tavolino.server.http.limits.addresses import Proxies, address_key
from tavolino.server.http.limits.small_reads import RoundRobin

pytestmark = pytest.mark.hardening

LOCAL = ("127.0.0.1/32",)


@pytest.mark.parametrize(
    ("peer", "hops", "client"),
    [
        ("192.0.2.1", [], "192.0.2.1"),
        ("192.0.2.1", ["6.6.6.6"], "192.0.2.1"),
        ("127.0.0.1", ["192.0.2.1"], "192.0.2.1"),
        ("127.0.0.1", ["6.6.6.6", "192.0.2.1"], "192.0.2.1"),
        ("127.0.0.1", ["6.6.6.6", "192.0.2.1", " 10.0.0.9"], "192.0.2.1"),
        ("::ffff:127.0.0.1", ["192.0.2.1:4711"], "192.0.2.1"),
        ("127.0.0.1", ["[2001:db8::7]:80"], "2001:db8::7"),
        ("127.0.0.1", ["192.0.2.1", "unknown"], "127.0.0.1"),
        ("127.0.0.1", ["10.0.0.8", "10.0.0.9"], "10.0.0.8"),
        ("127.0.0.1", ["x" * 10_000], "127.0.0.1"),
    ],
)
def test_hops_are_read_from_the_right(peer: str, hops: list[str], client: str) -> None:
    assert Proxies(["127.0.0.1", "10.0.0.0/8"]).client_of(peer, hops) == client


def test_whom_limits_count() -> None:
    assert address_key("::ffff:192.0.2.1") == address_key("192.0.2.1") != address_key("192.0.2.2")
    assert address_key("2001:db8::1") == address_key("2001:db8::2")
    assert address_key("2001:db8::1") != address_key("2001:db8:0:1::1")


def guests(port: int, *forwarded: str) -> list[int]:
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=30) as client:
        answers = []
        for value in forwarded:
            client.cookies.clear()
            answers.append(client.post("/api/me", headers={"X-Forwarded-For": value}).status_code)
        return answers


def test_limits_count_clients_behind_a_trusted_proxy(config: Config) -> None:
    with web_server_for(replace(config, guests_per_minute=2, proxies=LOCAL)) as port:
        same = ["192.0.2.1", "6.6.6.6, 192.0.2.1", "7.7.7.7, 192.0.2.1"]
        assert guests(port, *same, "192.0.2.2") == [201, 201, 429, 201]


def test_others_are_not_believed_and_the_log_says_so_once(
    config: Config, caplog: pytest.LogCaptureFixture
) -> None:
    with web_server_for(replace(config, guests_per_minute=2)) as port:
        assert guests(port, "192.0.2.1", "192.0.2.2", "192.0.2.3") == [201, 201, 429]
    warnings = [r for r in caplog.records if r.levelno >= logging.WARNING]
    assert [r.getMessage() for r in warnings if "--proxy 127.0.0.1" in r.getMessage()]
    assert len(warnings) == 1


def test_connections_count_by_client_too(config: Config) -> None:
    """A proxy opens as many connections as it likes; each of its clients may not."""
    limits = replace(config, max_connections_of_address=1, proxies=LOCAL)
    with web_server_for(limits) as port:
        clients = [httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=30) for _ in range(5)]
        for n, client in enumerate(clients):
            forwarded = {"X-Forwarded-For": f"192.0.2.{n}"}
            assert client.get("/health/live", headers=forwarded).status_code == 200
        for client in clients:
            client.close()


@pytest.mark.parametrize("is_trusted", [True, False])
def test_clients_behind_a_trusted_proxy_are_read_in_turn(
    config: Config, monkeypatch: pytest.MonkeyPatch, is_trusted: bool
) -> None:
    """Each has its own place in the queue."""
    read: list[str] = []
    add = RoundRobin.add

    def note(turns: RoundRobin, address: str, work: Callable[[], None]) -> None:
        read.append(address)
        add(turns, address, work)

    monkeypatch.setattr(RoundRobin, "add", note)
    body = b"\n\nX-Forwarded-For: 6.6.6.6\n" + b"x" * 20_000
    with web_server_for(replace(config, proxies=LOCAL if is_trusted else ())) as port:
        for value in ("192.0.2.1", "6.6.6.6, 192.0.2.2", "2001:db8::7"):
            headers = {"X-Forwarded-For": value, "Content-Type": "application/json"}
            httpx.post(f"http://127.0.0.1:{port}/api/me", content=body, headers=headers)
    clients = ["192.0.2.1", "192.0.2.2", "2001:db8::/64"] if is_trusted else ["127.0.0.1"]
    assert list(dict.fromkeys(read)) == clients


@pytest.mark.parametrize("proxy", ["example.org", "10.0.0.0/40", "", "127.0.0.1:80"])
def test_what_is_no_proxy(proxy: str) -> None:
    result = run("serve", "--proxy", proxy, "--lang", "en")
    assert result.code == 2 and "--proxy: expected an address" in result.err
