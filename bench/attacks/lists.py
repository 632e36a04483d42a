"""Attacks on the lists of a server with 200,000 tables, for ``bench/under_attack.py``."""

from __future__ import annotations

import asyncio
import atexit
import shutil
import sys
import time
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from sqlalchemy import insert, update

from tavolino.client import Client
from tavolino.client.rest import Rest
from tavolino.server.accounts.cookies import SessionToken, sign_token
from tavolino.server.clock import day_of, now
from tavolino.server.errors import Refusal
from tavolino.server.storage.database import open_engine
from tavolino.server.storage.schema import dailies, keys

sys.path.append(str(Path(__file__).parents[2] / "tests"))
from support.databases.many_tables import end_games, fill, seat_at

TABLES, USERS = 200_000, 5_000
USER, SEAT = "p1", 2
"""Has a seat at every table."""
GAME = "nove_colonne"
KEY = b"k" * 32
"""Signs the cookies of these servers, so that the attack can be this user."""
SECONDS = 6.0
AT_ONCE, THOUSAND = 6, 1_000


def prepare_history(data: Path) -> None:
    """A copy of a database that is filled once for all these attacks."""
    filled = _filled() / "tavolino.db"
    if not filled.exists():
        _fill(data)
        shutil.copy(data / "tavolino.db", filled)
    for file in data.glob("tavolino.db*"):
        file.unlink()
    shutil.copy(filled, data / "tavolino.db")


prepare_thousand_histories = prepare_statistics = prepare_history
prepare_daily_ranking = prepare_table_list = prepare_history


async def attack_history(url: str) -> None:
    """The history of somebody who has played 200,000 games, six times at once."""
    await _by_many(url, "/api/history?limit=100")


async def attack_thousand_histories(url: str) -> None:
    """A thousand requests at once, of one address."""
    await _by_many(url, "/api/history?limit=100", THOUSAND)


async def attack_statistics(url: str) -> None:
    await _by_many(url, "/api/statistics")


async def attack_daily_ranking(url: str) -> None:
    """Its last page."""
    await _by_many(url, f"/api/daily/{day_of(now())}/{GAME}?from={TABLES // 8}")


async def attack_table_list(url: str) -> None:
    """Private lobbies, which the list of public tables must not read, and the list itself."""
    client = Client(url)
    await client.guest()
    for _ in range(50):
        await client.create_table("contest", GAME, players=8)
    await _by_many(url, "/api/tables")


async def _by_many(url: str, path: str, at_once: int = AT_ONCE) -> None:
    """The same request again and again; refusals are answers too."""
    cookie = sign_token(KEY, SessionToken(USER, 0, now() // 1000))
    end = time.monotonic() + SECONDS

    async def repeat() -> None:
        rest = Rest(url, cookie, 120)
        while time.monotonic() < end:
            try:
                await rest.request("GET", path)
            except Refusal:
                await asyncio.sleep(0.01)

    await asyncio.gather(*(repeat() for _ in range(at_once)))


@cache
def _filled() -> Path:
    """Removed when the benchmark ends: it is large."""
    folder = Path(mkdtemp(prefix="tavolino-lists-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def _fill(data: Path) -> None:
    """The database of a server that has run before and made its key."""
    engine, today = open_engine(f"sqlite:///{data / 'tavolino.db'}"), day_of(now())
    fill(engine, TABLES, USERS, today)
    end_games(engine)
    seat_at(engine, USER, SEAT, every=1)
    deal = {"day": today, "game": GAME, "secret": "", "commitment": "", "created_at": now()}
    with engine.begin() as connection:
        connection.execute(insert(dailies).prefix_with("OR IGNORE"), deal)
        connection.execute(update(keys).where(keys.c.name == "cookies").values(value=KEY))
    engine.dispose()
