"""Which games leave no trace, which may be deleted, and how."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from sqlalchemy import ColumnElement, and_, delete, exists

from tavolino.server.storage.schema import claims, entries, results, seats, tables
from tavolino.server.storage.writer import Statement


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


def deletion(table_id: str) -> list[Statement]:
    """Everything about a table, in the order that foreign keys allow."""
    own = (entries.c.table_id, claims.c.table_id, results.c.table_id, seats.c.table_id, tables.c.id)
    return [Statement(delete(key.table).where(key == table_id)) for key in own]
