"""What one more entry costs in a long log, and what opening it takes."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from shared.results_table import Row
from sqlalchemy import insert

from tavolino.catalogue import make_game
from tavolino.chance import deal_seed
from tavolino.match import new_match, settle
from tavolino.server.live.domain.projection import Projection, StoredEntry
from tavolino.server.live.journal import Journal
from tavolino.server.storage.database import Database, open_database
from tavolino.server.storage.schema import seats, tables, users
from tavolino.server.storage.writer import LogRow, Statement

TABLE = "long"
UNDO = "player 1: undo"
TIMES = 150


def long_logs() -> Iterator[Row]:
    """The cost of one more entry: what a process does for its own and for those of others."""
    for game in ("azul_solo", "nove_colonne"):
        ratio = _seconds(game, 4_000) / _seconds(game, 100)
        yield Row(f"{game}: cost of an entry, log of 4,000 ÷ 100", ratio, "", 1.15)
        ratio = _seconds(game, 1_000) / _seconds(game, 10)
        yield Row("…, 1,000 ÷ 10", ratio, "", 1.2)
    for length in (10, 100, 1_000, 5_000):
        cost = 1e6 * _seconds("nove_colonne", length) / (2 * TIMES)
        yield Row(f"nove_colonne: an entry, log of {length:,}", cost, "µs")


def opening() -> Iterator[Row]:
    """A practice game of 5,000 entries, read from SQLite: cold, and from a snapshot."""
    projection = _projection("nove_colonne", 5_000)
    with tempfile.TemporaryDirectory() as folder:
        yield from asyncio.run(_opened(f"sqlite:///{Path(folder) / 'opening.db'}", projection))


async def _opened(url: str, projection: Projection) -> list[Row]:
    database = open_database(url)
    try:
        log = [
            (TABLE, seq, seq, str(entry), f"0:{seq}", False)
            for seq, entry in enumerate(projection.match.log, 1)
        ]
        await store_game(database, log)
        journal, times = Journal(database), list[float]()
        since = None
        for _ in range(2):
            began = time.process_time()
            since = (await journal.read(TABLE, since=since)).projection
            times.append(1000 * (time.process_time() - began))
    finally:
        database.close()
    return [
        Row("a table of 5,000 entries opened: cold, CPU time", times[0], "ms", 200),
        Row("…, from a snapshot", times[1], "ms", 50),
    ]


async def store_game(database: Database, log: Sequence[LogRow]) -> None:
    """A practice game with this log."""
    settings = {"version": 1, "options": "{}", "settings": "{}", "deal": 7}
    row = {"id": TABLE, "kind": "practice", "game": "nove_colonne", "players": 1, **settings}
    row |= {"host": "anna", "phase": "playing", "created_at": 1}
    seat = {"table_id": TABLE, "player": 0, "person": "anna", "name": "x", "nonce": ""}
    person = {"id": "anna", "name": "x", "epoch": 0, "created_at": 1}
    await database.writer.write(
        Statement(insert(users), [person]),
        Statement(insert(tables), [row]),
        Statement(insert(seats), [seat]),
        log=log,
    )


def _projection(name: str, entries: int) -> Projection:
    """Practice: a move, taken back, again and again."""
    match = settle(new_match(make_game(name), deal_seed(7), is_practice=True))
    projection = Projection.empty(match, 0).after(match, 0)
    while projection.seq < entries:
        projection = _moved(projection)
    return projection


def _moved(projection: Projection) -> Projection:
    """After a move that is taken back."""
    move = projection.match.legal_moves(0)[0]
    return projection.replayed([StoredEntry(f"player 1: {move}", 0), StoredEntry(UNDO, 0)])


def _seconds(game: str, entries: int, times: int = TIMES) -> float:
    """Of CPU time for a move and its undo, ``times`` times; the best of some."""
    best = float("inf")
    for _ in range(5):
        projection = _projection(game, entries)
        began = time.process_time()
        for _ in range(times):
            projection = _moved(projection)
        best = min(best, time.process_time() - began)
    return best
