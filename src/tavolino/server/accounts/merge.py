"""What happens to the games of a guest who signs in to an account: the account has them now.

Seats, results and tables they host change hands, and uploaded records too. Two things stay with the
guest: tables at which the account sits as well, because nobody sits twice at one table; and daily
deals, because there everybody has one game a day, and the account may have had its own.
"""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import Column, ColumnElement, or_, select, update

from tavolino.server.storage.schema import records, results, seats, tables
from tavolino.server.storage.writer import Step


def moves_of(guest: str, account: str) -> Iterator[Step]:
    """Seats last, because they decide what moves."""
    for table, owner, table_id in (
        (results, results.c.person, results.c.table_id),
        (tables, tables.c.host, tables.c.id),
        (seats, seats.c.person, seats.c.table_id),
    ):
        change = update(table).where(owner == guest, _is_movable(table_id, account))
        yield Step(change.values({owner.name: account}))
    yield Step(update(records).where(records.c.person == guest).values(person=account))


def _is_movable(table_id: Column[str], account: str) -> ColumnElement[bool]:
    there = seats.alias()
    daily = tables.alias()
    sits_there = select(there.c.table_id).where(there.c.person == account)
    is_daily = select(daily.c.id).where(daily.c.kind == "daily")
    return ~or_(table_id.in_(sits_there), table_id.in_(is_daily))
