"""Attacks by users with much data, for ``bench/under_attack.py``: export, deletion, merging."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
from argon2 import PasswordHasher
from sqlalchemy import Connection, Engine, insert, update

from tavolino.chance import deal_seed
from tavolino.client import Client
from tavolino.game import TavolinoError, options_of
from tavolino.games.nove_colonne import NoveColonne
from tavolino.match import new_match, settle
from tavolino.server.accounts.cookies import SessionToken, sign_token
from tavolino.server.accounts.users import account_of
from tavolino.server.clock import now
from tavolino.server.storage.database import open_engine
from tavolino.server.storage.schema import entries, keys, records, results, seats, tables, users
from tavolino.solvers.referee import ruling

GAME, DEAL = NoveColonne(), 1
ACCOUNTS = 3
GAMES, MOVES = 3_000, 40
"""Of each account."""
UPLOADS, UPLOAD_BYTES = 20, 200_000
PASSWORD = "una frase lunga"
KEY = b"k" * 32
SECONDS = 6.0


def prepare_exports(data: Path) -> None:
    _store(data)


async def attack_exports(url: str) -> None:
    """Exports of everything, one after the other, as often as the server lets one."""
    clients = [await _signed_in(url, n) for n in range(ACCOUNTS)]
    await asyncio.gather(*map(_export, clients))
    await asyncio.sleep(SECONDS)


async def _export(client: Client) -> None:
    with suppress(TavolinoError):
        while True:
            await client._rest.request("GET", "/api/account/export")


def prepare_unread_exports(data: Path) -> None:
    _store(data)


async def attack_unread_exports(url: str) -> None:
    """Exports that are asked for and not read."""
    for n in range(ACCOUNTS):
        client = await _signed_in(url, n)
        for _ in range(3):
            await _ask_and_stop_reading(client, "/api/account/export")
    await asyncio.sleep(SECONDS)


async def _ask_and_stop_reading(client: Client, path: str) -> None:
    host, _, port = client._rest.origin.partition("//")[2].partition(":")
    reader, writer = await asyncio.open_connection(host, int(port), limit=1024)
    lines = [f"GET {path} HTTP/1.1", f"Host: {host}", f"Cookie: tavolino={client.cookie}", "", ""]
    writer.write("\r\n".join(lines).encode())
    _open.append((reader, writer))


_open: list[Any] = []
"""Connections that stay."""


def prepare_deletions(data: Path) -> None:
    _store(data)


async def attack_deletions(url: str) -> None:
    """Large accounts are deleted."""
    for n in range(ACCOUNTS):
        with suppress(TavolinoError):
            client = await _signed_in(url, n)
            await client._rest.request("DELETE", "/api/account", {"password": PASSWORD})
    await asyncio.sleep(SECONDS)


def prepare_merges(data: Path) -> None:
    _store(data)
    with _engine(data).begin() as connection:
        connection.execute(update(users).where(users.c.id != "large0").values(account=None))
        # The attack signs the cookies of these guests itself.
        connection.execute(update(keys).where(keys.c.name == "cookies").values(value=KEY))


async def attack_merges(url: str) -> None:
    """Guests with thousands of games sign in to an account, which then has them."""
    for n in range(1, ACCOUNTS):
        token = SessionToken(f"large{n}", 0, now() // 1000)
        client = Client(url, sign_token(KEY, token), timeout=60)
        with suppress(TavolinoError):
            await client.sign_in("Large 0", PASSWORD)
    await asyncio.sleep(SECONDS)


# Helpers


async def _signed_in(url: str, n: int) -> Client:
    client = Client(url, timeout=60)
    await client.sign_in(f"Large {n}", PASSWORD)
    return client


def _engine(data: Path) -> Engine:
    return open_engine(f"sqlite:///{data / 'tavolino.db'}")


def _store(data: Path) -> None:
    """Accounts with many games and some uploads."""
    password, at = PasswordHasher().hash(PASSWORD), now()
    with _engine(data).begin() as connection:
        for n in range(ACCOUNTS):
            name = f"Large {n}"
            row = {"id": f"large{n}", "name": name, "account": account_of(name), "epoch": 0}
            connection.execute(insert(users), row | {"password": password, "created_at": at})
            _store_games(connection, f"large{n}", at)
            upload = {"person": f"large{n}", "game": "nove_colonne", "created_at": at}
            rows = [upload | {"id": f"{n}u{i}", "text": "x" * UPLOAD_BYTES} for i in range(UPLOADS)]
            connection.execute(insert(records), rows)


def _store_games(connection: Connection, user: str, at: int) -> None:
    """The same practice game again and again, which ended with a result."""
    log = _log()
    for start in range(0, GAMES, 500):
        names = [f"{user}t{n}" for n in range(start, start + 500)]
        connection.execute(insert(tables), [_table(name, user, at) for name in names])
        seat = {"player": 0, "person": user, "name": "x", "nonce": "", "is_away": False}
        connection.execute(insert(seats), [seat | {"table_id": name} for name in names])
        result = {"player": 0, "person": user, "game": GAME.name, "kind": "practice", "points": 1}
        result |= {"place": 1, "is_won": False, "moves": MOVES, "ranking": 0, "lot": 0}
        result |= {"seconds": 1, "ended_at": at}
        connection.execute(insert(results), [result | {"table_id": name} for name in names])
        entry = {"at": at, "message": "x", "is_automatic": False}
        connection.execute(
            insert(entries),
            [
                entry | {"table_id": name, "seq": seq, "text": line}
                for name in names
                for seq, line in enumerate(log, 1)
            ],
        )


def _table(name: str, user: str, at: int) -> dict[str, Any]:
    return {
        "id": name,
        "kind": "practice",
        "game": GAME.name,
        "version": GAME.version,
        "options": msgspec.json.encode(options_of(GAME)).decode(),
        "settings": "{}",
        "players": 1,
        "deal": DEAL,
        "host": user,
        "phase": "over",
        "created_at": at,
        "starts_at": at,
        "ended_at": at,
    }


def _log() -> list[str]:
    match = settle(new_match(GAME, deal_seed(DEAL), is_practice=True), ruling)
    while len(match.log) < MOVES and not match.is_over:
        match = match.move(0, GAME.legal_moves(match.boards[0].state)[0], ruling)
    return list(map(str, match.log))
