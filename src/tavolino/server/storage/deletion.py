"""Which games leave no trace, which may be deleted, and how."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from sqlalchemy import Column, ColumnElement, and_, delete, exists

from tavolino.server.storage.schema import claims, entries, results, seats, tables
from tavolino.server.storage.totals import ChangedResults
from tavolino.server.storage.writer import Change, Statement


def is_untouched() -> ColumnElement[bool]:
    """Practice without a user's move: the moves of bots have no message, giving up is no move."""
    is_move = and_(entries.c.message.is_not(None), entries.c.text.startswith("player "))
    return and_(
        tables.c.kind == "practice", ~exists().where(entries.c.table_id == tables.c.id, is_move)
    )


def can_delete(kind: str, phase: str, others: Collection[Any]) -> bool:
    """May a player delete a game? ``others``: the other people who play it.

    Daily deals stay in their ranking, and games with others in the history of those.
    """
    is_own = kind == "practice" or (kind != "daily" and phase == "over")
    return is_own and not others


def deletion(table_id: str) -> list[Change]:
    """Everything about a table, in the order that foreign keys allow."""
    first, last = (entries.c.table_id, claims.c.table_id), (seats.c.table_id, tables.c.id)
    counted = ChangedResults([table_id], [_deleted(results.c.table_id, table_id)])
    return [
        *(_deleted(key, table_id) for key in first),
        counted,
        *(_deleted(key, table_id) for key in last),
    ]


def _deleted(key: Column[str], table_id: str) -> Statement:
    return Statement(delete(key.table).where(key == table_id))
