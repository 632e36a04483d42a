"""Deletes a user, with everything that is theirs alone.

What other players share stays without a trace of the user: in tables, contests and daily rankings
the seat gets a neutral name and belongs to nobody. A game that is still being played goes on with a
bot at the seat. Somebody may have played thousands of games, so they go in small commits, the user
with the last one: a deletion that is interrupted can be asked for again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import (
    Insert,
    ScalarSelect,
    Select,
    delete,
    exists,
    func,
    insert,
    literal,
    or_,
    select,
    update,
)

from tavolino.server.accounts.sessions import Sessions
from tavolino.server.accounts.users import REMOVED_NAME, User
from tavolino.server.clock import now
from tavolino.server.live.registry import TableRegistry
from tavolino.server.lobby.lobby import Lobby
from tavolino.server.queues.fair_queue import Requester
from tavolino.server.storage.batches import batches, is_owned
from tavolino.server.storage.schema import (
    blocks,
    claims,
    entries,
    friend_links,
    friendships,
    lesson_progress,
    mail_addresses,
    push_subscriptions,
    puzzle_attempts,
    puzzle_players,
    records,
    results,
    seats,
    streaks,
    tables,
    totals,
    turn_notices,
    users,
)
from tavolino.server.storage.totals import ChangedResults
from tavolino.server.storage.writer import Change, Statement

OWN = (
    totals,
    streaks,
    records,
    push_subscriptions,
    mail_addresses,
    friend_links,
    turn_notices,
    lesson_progress,
    puzzle_attempts,
    puzzle_players,
)
"""Tables whose rows go with the user. What the attempts taught about the puzzles stays."""
NOBODY = "removed"
"""The id of the user who hosts the tables of all deleted users; nobody can sign in as this one."""


async def delete_user(sessions: Sessions, lobby: Lobby, user: User) -> None:
    database, requester = lobby.database, Requester(user.id)
    await sessions.sign_out_everywhere(user)
    await _leave_lobbies(lobby, requester, user)
    # Again, because a request that was already under way may have opened another one.
    while games := await database.rows(_practice_of(user.id), requester, is_long=True):
        for batch in batches(games, lambda row: row.rows):
            await _delete_practice(lobby.registry, [row.id for row in batch])
    for query in _shared_by(user.id):
        shared = await database.rows(query, requester, is_long=True)
        for names in batches([row.id for row in shared], lambda _: 3):
            await database.writer.write(*_without(user.id, names))
    for row in await database.rows(
        select(records.c.id).where(records.c.person == user.id), requester
    ):
        # Each may have 2 MB.
        await database.writer.write(Statement(delete(records).where(records.c.id == row.id)))
    await database.writer.write(*_last_statements(user.id))
    sessions.forget(user.id)
    await lobby.registry.refresh_tables_of(user.id)


async def _leave_lobbies(lobby: Lobby, requester: Requester, user: User) -> None:
    waiting = select(tables.c.id, tables.c.kind).where(
        tables.c.id.in_(_seated(user.id)), tables.c.phase == "lobby"
    )
    for row in await lobby.database.rows(waiting, requester, is_long=True):
        if row.kind not in ("practice", "daily"):
            await lobby.leave(user, await lobby.registry.table(row.id))


def _seated(user: str) -> Select[tuple[str]]:
    return select(seats.c.table_id).where(seats.c.person == user)


def _practice_of(user: str) -> Select[tuple[str, int]]:
    """With the number of rows of each."""
    last = select(func.max(entries.c.seq)).where(entries.c.table_id == tables.c.id)
    rows = (func.coalesce(last.scalar_subquery(), 0) + 3).label("rows")
    mine = select(tables.c.id, rows).where(tables.c.id.in_(_seated(user)))
    return mine.where(tables.c.kind == "practice")


async def _delete_practice(registry: TableRegistry, names: Sequence[str]) -> None:
    registry.removing.update(names)
    try:
        for name in names:
            registry.unload(name)
        await registry.database.writer.write(*_practice(names))
    finally:
        registry.removing.difference_update(names)


def _shared_by(user: str) -> Iterator[Select[tuple[str]]]:
    """The other games that the user has played, and those that the user has opened."""
    yield select(tables.c.id).where(tables.c.id.in_(_seated(user)))
    yield select(tables.c.id).where(tables.c.host == user)


def _practice(names: Sequence[str]) -> Iterator[Change]:
    """Everything about games that nobody shares, in the order that foreign keys allow."""
    yield ChangedResults(names, [Statement(delete(results).where(results.c.table_id.in_(names)))])
    for table in (entries, turn_notices, seats):
        yield Statement(delete(table).where(table.c.table_id.in_(names)))
    yield Statement(delete(tables).where(tables.c.id.in_(names)))


def _without(user: str, names: Sequence[str]) -> Iterator[Change]:
    yield Statement(_insert_nobody())
    opened = (tables.c.id.in_(names), is_owned(tables.c.host, user))
    yield Statement(update(tables).where(*opened).values(host=NOBODY))
    result = (results.c.table_id.in_(names), is_owned(results.c.person, user))
    nobodys = Statement(update(results).where(*result).values(person=None))
    yield ChangedResults(names, [nobodys])
    # A bot plays on: somebody has to run the table now.
    free = (claims.c.table_id.in_(names), claims.c.process.is_(None))
    yield Statement(update(claims).where(*free).values(due_at=now()))
    seat = (seats.c.table_id.in_(names), is_owned(seats.c.person, user))
    yield Statement(update(seats).where(*seat).values(_nobody()))


def _last_statements(user: str) -> Iterator[Statement]:
    """The user, with whatever is left."""
    yield Statement(_insert_nobody())
    yield Statement(update(tables).where(tables.c.host == user).values(host=NOBODY))
    yield Statement(update(results).where(results.c.person == user).values(person=None))
    yield Statement(update(seats).where(seats.c.person == user).values(_nobody()))
    for table in OWN:
        yield Statement(delete(table).where(table.c.person == user))
    pair = or_(friendships.c.person == user, friendships.c.friend == user)
    yield Statement(delete(friendships).where(pair))
    yield Statement(delete(blocks).where(or_(blocks.c.person == user, blocks.c.blocked == user)))
    yield Statement(delete(users).where(users.c.id == user))


def _nobody() -> dict[str, Any]:
    return {"person": None, "name": REMOVED_NAME, "is_away": _is_running()}


def _insert_nobody() -> Insert:
    row = select(literal(NOBODY), literal(REMOVED_NAME), literal(0), literal(now()))
    missing = row.where(~exists().where(users.c.id == NOBODY))
    return insert(users).from_select(["id", "name", "epoch", "created_at"], missing)


def _is_running() -> ScalarSelect[bool]:
    """At a table that is not over a bot plays on."""
    here = tables.c.id == seats.c.table_id
    return select(tables.c.phase != "over").where(here).scalar_subquery()
