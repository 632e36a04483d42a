"""Two server processes, PostgreSQL and Redis: any process serves any table."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from typing import Any, TypeVar

import httpx
import pytest
from support.fixtures import Cluster
from support.servers.process import ServerProcess
from support.servers.web_server import wait_until
from support.timeout import TIMEOUT

from tavolino.client import Client, Live
from tavolino.server.errors import NotSignedIn, Stale
from tavolino.server.live.domain import messages as m
from tavolino.server.live.domain.messages import FriendPresence, Invitation

T = TypeVar("T")


@pytest.fixture(scope="module")
def servers(
    tmp_path_factory: pytest.TempPathFactory, postgres: Cluster, redis: str
) -> Iterator[list[ServerProcess]]:
    options = ("--database", postgres.new_database(), "--redis", redis, "--workers", "0")
    two = [ServerProcess(tmp_path_factory.mktemp("server"), *options) for _ in range(2)]
    two[0].start()  # creates the tables of the database
    two[1].start()
    try:
        yield two
    finally:
        for server in two:
            server.stop()


def test_players_at_two_processes_share_a_table(servers: list[ServerProcess]) -> None:
    async def scenario() -> None:
        anna, bruno = (Client(server.url) for server in servers)
        await anna.guest()
        await bruno.guest()
        info = await anna.create_table("table", "aftaebr")
        await bruno.join(info.table)
        table, rng = info.table, random.Random(3)
        async with anna.connect() as one, bruno.connect() as other:
            lives = [one, other]
            for live in lives:
                await live.watch(table)
                await live.until(lambda live=live: bool(live.tables[table].updates))  # type: ignore[misc]
            for _ in range(30):
                seq = max(live.position(table).seq for live in lives)
                for live in lives:
                    await live.until(lambda live=live, s=seq: live.position(table).seq >= s)  # type: ignore[misc]
                position = one.position(table)
                assert (
                    position == other.position(table) or position.view == other.position(table).view
                )
                if position.actor is None:
                    break
                await lives[position.actor].move(table, rng.choice(position.moves))
            await one.say(table, "well_played")
            async for message in other:
                if isinstance(message, m.Said):
                    assert message == m.Said(table, 0, "well_played")
                    break

    asyncio.run(asyncio.wait_for(scenario(), TIMEOUT))


def test_a_revoked_cookie_closes_sockets_of_every_process(servers: list[ServerProcess]) -> None:
    async def scenario() -> None:
        phone = Client(servers[0].url)
        await phone.guest()
        async with Client(servers[1].url, phone.cookie).connect() as tablet:
            await tablet.ping()
            await phone._rest.request("POST", "/api/sign-out-everywhere")
            with pytest.raises(NotSignedIn):
                await tablet.until(lambda: False)

    asyncio.run(asyncio.wait_for(scenario(), TIMEOUT))


def test_a_race_between_processes_has_one_winner(servers: list[ServerProcess]) -> None:
    async def scenario() -> None:
        phone = Client(servers[0].url)
        await phone.guest()
        tablet = Client(servers[1].url, phone.cookie)
        info = await phone.create_table("practice", "azul_solo")
        table = info.table
        async with phone.connect() as one, tablet.connect() as other:
            for live in (one, other):
                await live.watch(table)
                await live.until(lambda live=live: bool(live.tables[table].updates))  # type: ignore[misc]
            for _ in range(10):
                seq = max(one.position(table).seq, other.position(table).seq)
                for live in (one, other):
                    await live.until(lambda live=live, s=seq: live.position(table).seq >= s)  # type: ignore[misc]
                moves = one.position(table).moves
                if not moves:
                    break
                answers = await asyncio.gather(
                    one.move(table, moves[0]), other.move(table, moves[-1]), return_exceptions=True
                )
                lost = [answer for answer in answers if isinstance(answer, BaseException)]
                assert len(lost) == 1 and isinstance(lost[0], Stale), answers

    asyncio.run(asyncio.wait_for(scenario(), TIMEOUT))


def test_friends_at_two_processes_see_and_invite_each_other(servers: list[ServerProcess]) -> None:
    browsers = [httpx.Client(base_url=server.url) for server in servers]
    for browser, name in zip(browsers, ("Anna C", "Bruno C")):
        data = {"name": name, "password": "una frase lunga"}
        browser.post("/api/account", json=data).raise_for_status()
    token = browsers[0].post("/api/friends/link").json()["token"]
    browsers[1].post(f"/api/friend-links/{token}/accept").raise_for_status()
    opened = {"game": "aftaebr", "kind": "table"}
    table = browsers[0].post("/api/tables", json=opened).json()["table"]
    (bruno,) = browsers[0].get("/api/friends").json()["friends"]

    async def scenario() -> None:
        anna_client, bruno_client = (
            Client(server.url, browser.cookies["tavolino"])
            for server, browser in zip(servers, browsers)
        )
        async with anna_client.connect() as anna:
            async with bruno_client.connect() as other:
                online = await next_message(anna, FriendPresence)
                assert (online.friend, online.is_online) == (bruno["id"], True)
                path = f"/api/tables/{table}/invitations"
                invited = browsers[0].post(path, json={"friend": bruno["id"]})
                assert invited.status_code == 204
                assert await next_message(other, Invitation) == Invitation(
                    table, "aftaebr", "Anna C"
                )
            assert not (await next_message(anna, FriendPresence)).is_online

    async def next_message(live: Live, kind: type[T]) -> T:
        async for message in live:
            if isinstance(message, kind):
                return message
        raise AssertionError("the connection was closed")

    asyncio.run(asyncio.wait_for(scenario(), TIMEOUT))
    for browser in browsers:
        browser.close()


def test_accounts_are_the_same_at_two_processes(servers: list[ServerProcess]) -> None:
    carla = {"name": "Carla C", "password": "una frase lunga"}
    renamed = carla | {"name": "Carla D"}
    with browser(servers[0]) as here, browser(servers[1]) as there, browser(servers[1]) as other:
        guest = ok(here.post("/api/me"))
        account = ok(here.post("/api/account", json=carla))
        assert (account["id"], account["is_guest"]) == (guest["id"], False)
        assert ok(there.post("/api/sign-in", json=carla)) == account
        ok(there.patch("/api/me", json={"name": "Carla D"}))
        wait_until(lambda: ok(here.get("/api/me"))["name"] == "Carla D")
        assert other.post("/api/account", json=renamed).status_code == 409
        change = {"old": carla["password"], "new": "una frase nuova"}
        assert here.post("/api/password", json=change).is_success
        assert other.post("/api/sign-in", json=renamed).status_code == 403
        ok(other.post("/api/sign-in", json=renamed | {"password": change["new"]}))
        assert other.post("/api/sign-out-everywhere").is_success
        wait_until(lambda: {b.get("/api/me").status_code for b in (here, there, other)} == {401})


def test_lobbies_are_the_same_at_two_processes(servers: list[ServerProcess]) -> None:
    wanted = {"game": "aftaebr", "kind": "table", "is_public": True, "options": {"players": "3"}}
    with browser(servers[0]) as anna, browser(servers[1]) as bruno:
        for one in (anna, bruno):
            ok(one.post("/api/me"))
        table = ok(anna.post("/api/tables", json=wanted))["table"]
        assert table in {row["table"] for row in ok(bruno.get("/api/tables"))["tables"]}
        path = f"/api/tables/{table}"
        for _ in range(2):
            ok(bruno.post(f"{path}/join", json={}))
            wait_until(
                lambda: [one["is_you"] for one in ok(anna.get(path))["seats"]] == [True, False]
            )
            assert bruno.post(f"{path}/leave").is_success
            wait_until(lambda: len(ok(anna.get(path))["seats"]) == 1)
        ok(anna.post(f"{path}/bots", json={"bot": "greedy"}))
        wait_until(lambda: [one["bot"] for one in ok(bruno.get(path))["seats"]] == [None, "greedy"])
        ok(bruno.post(f"{path}/join", json={}))
        for one in (anna, bruno):
            wait_until(lambda one=one: ok(one.get(path))["phase"] in ("countdown", "playing"))  # type: ignore[misc]
        with browser(servers[0]) as late:
            ok(late.post("/api/me"))
            assert late.post(f"{path}/join", json={}).status_code == 409


def browser(server: ServerProcess) -> httpx.Client:
    return httpx.Client(base_url=server.url, timeout=TIMEOUT)


def ok(response: httpx.Response) -> Any:
    assert response.is_success, response.text
    return response.json()
