"""Merges a guest into an account: when a guest signs in, their games become the account's.

Seats, results, hosted tables and uploaded records are transferred. Two things stay with the guest:
tables where the account has a seat too, because a user cannot play against themselves; and daily
deals, because a user plays each deal once and the account may have played it already. Of a puzzle,
too, only the first result counts: what the account has tried is kept, and so are its ratings. A
lesson goes on where it was left last, by either of them.

A guest may have played thousands of games, so they are transferred in small commits. If the server
is killed meanwhile, the guest's cookie is still good, and the next sign-in transfers the rest.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sqlalchemy import (
    Column,
    ColumnElement,
    Delete,
    Select,
    Table,
    and_,
    delete,
    exists,
    or_,
    select,
    update,
)

from tavolino.server.queues.fair_queue import Requester
from tavolino.server.storage.batches import batches, is_owned
from tavolino.server.storage.database import Database
from tavolino.server.storage.schema import (
    lesson_progress,
    puzzle_attempts,
    puzzle_players,
    records,
    results,
    seats,
    tables,
)
from tavolino.server.storage.totals import ChangedResults
from tavolino.server.storage.writer import Change, Statement

TABLES: Sequence[tuple[Table, Column[str], Column[str]]] = (
    (results, results.c.person, results.c.table_id),
    (tables, tables.c.host, tables.c.id),
    (seats, seats.c.person, seats.c.table_id),
)
"""With the owner and the game. Seats come last, because they decide what is transferred."""

PROGRESS = ((puzzle_attempts, "puzzle"), (puzzle_players, "game"), (lesson_progress, "game"))
"""With what a user has one row for."""


async def merge(database: Database, guest: str, account: str, *last: Statement) -> None:
    """``last`` is committed together with the rest."""
    requester = Requester(guest)
    games = {  # as a set that has an order: games of the same days are counted again together
        row.id: None
        for query in _games(guest, account)
        for row in await database.rows(query, requester, is_long=True)
    }
    for names in batches(games, most=100):
        await database.writer.write(*_transfer(guest, account, names))
    mine = select(records.c.id).where(records.c.person == guest)
    for row in await database.rows(mine, requester):  # each may have 2 MB
        change = update(records).where(records.c.id == row.id).values(person=account)
        await database.writer.write(Statement(change))
    await database.writer.write(*_transfer(guest, account), *last)


def _games(guest: str, account: str) -> Iterator[Select[tuple[str]]]:
    """Those that the guest plays, and those that the guest has opened; the oldest first."""
    transferable = select(tables.c.id).where(_is_transferable(tables.c.id, account))
    transferable = transferable.order_by(tables.c.created_at)
    seated = select(seats.c.table_id).where(seats.c.person == guest)
    yield transferable.where(tables.c.id.in_(seated))
    yield transferable.where(tables.c.host == guest)


def _transfer(guest: str, account: str, names: Sequence[str] | None = None) -> Iterator[Change]:
    """Of these games; by default of all that are left."""
    for table, owner, game in TABLES:
        is_guests = (
            owner == guest if names is None else and_(game.in_(names), is_owned(owner, guest))
        )
        chosen = and_(is_guests, _is_transferable(game, account))
        change = Statement(update(table).where(chosen).values({owner.name: account}))
        if table is results:
            yield ChangedResults(names or (), [change], chosen if names is None else None)
        else:
            yield change
    if names is None:
        uploaded = update(records).where(records.c.person == guest)
        yield Statement(uploaded.values(person=account))
        yield Statement(_older_lessons(guest, account))
        for table, key in PROGRESS:
            theirs = table.alias()
            is_known = exists().where(theirs.c.person == account, theirs.c[key] == table.c[key])
            mine = table.c.person == guest
            yield Statement(update(table).where(mine, ~is_known).values(person=account))
            yield Statement(delete(table).where(mine))


def _older_lessons(guest: str, account: str) -> Delete:
    """What the account has left earlier than the guest."""
    newer = lesson_progress.alias()
    is_newer = and_(newer.c.game == lesson_progress.c.game, newer.c.at > lesson_progress.c.at)
    mine = lesson_progress.c.person == account
    return delete(lesson_progress).where(mine, exists().where(newer.c.person == guest, is_newer))


def _is_transferable(game: Column[str], account: str) -> ColumnElement[bool]:
    """Asked of each game by primary key: accounts may have many tables."""
    others, table = seats.alias(), tables.alias()
    has_account = exists().where(others.c.table_id == game, is_owned(others.c.person, account))
    is_daily = exists().where(table.c.id == game, table.c.kind == "daily")
    return ~or_(has_account, is_daily)
