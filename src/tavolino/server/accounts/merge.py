"""Merges a guest into an account: when a guest signs in, their games become the account's.

Seats, results, hosted tables and uploaded records are transferred. Two things stay with the guest:
tables where the account has a seat too, because a user cannot play against themselves; and daily
deals, because a user plays each deal once and the account may have played it already.
"""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import Column, ColumnElement, and_, exists, update

from tavolino.server.storage.schema import records, results, seats, tables
from tavolino.server.storage.writer import Statement


def merge_statements(guest: str, account: str) -> Iterator[Statement]:
    """Seats come after results and tables, because they decide what is transferred."""
    for table, owner, table_id in (
        (results, results.c.person, results.c.table_id),
        (tables, tables.c.host, tables.c.id),
        (seats, seats.c.person, seats.c.table_id),
    ):
        change = update(table).where(owner == guest, _is_transferable(table_id, account))
        yield Statement(change.values({owner.name: account}))
    yield Statement(update(records).where(records.c.person == guest).values(person=account))


def _is_transferable(table_id: Column[str], account: str) -> ColumnElement[bool]:
    """Asked of each of the guest's rows, by primary key: accounts may have many tables."""
    others, table = seats.alias(), tables.alias()
    has_account = exists().where(others.c.table_id == table_id, others.c.person == account)
    is_daily = exists().where(table.c.id == table_id, table.c.kind == "daily")
    return and_(~has_account, ~is_daily)
