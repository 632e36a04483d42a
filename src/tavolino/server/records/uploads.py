"""Uploaded records: parsed, verified if the seed is known, and stored for their owner."""

from __future__ import annotations

from hashlib import blake2b
from typing import Annotated, Any

from msgspec import Meta, Struct, field
from sqlalchemy import delete, func, insert, literal, select

from tavolino.game import TavolinoError
from tavolino.record import MAX_BYTES, Record, parse_record, read_record
from tavolino.server.errors import BadMessage, BadRecord, NotFound, TooLarge, TooMany
from tavolino.server.queues.fair_queue import Requester
from tavolino.server.records.history import cursor_at, parse_cursor
from tavolino.server.records.verification import Verification
from tavolino.server.records.verifier import Verifier
from tavolino.server.storage.database import Database
from tavolino.server.storage.schema import records
from tavolino.server.storage.writer import ConflictError, Statement
from tavolino.server.workers.readers import Readers

MAX_UPLOADS = 200
"""Of one user."""
MAX_CHARACTERS = 20_000_000
"""Of all uploads of one user."""
MAX_LINES = 6_000
"""Of one record, because every entry is played and verified; a contest of 16 has fewer."""
MAX_PAGE = 100
MAX_HEADER = 8_000
"""No header has more characters."""


class Upload(Struct, frozen=True):
    id: str
    game: str
    names: list[str]
    created_at: int


class Uploaded(Upload, frozen=True):
    verification: Verification = field(name="verdict")


class Uploads(Struct, frozen=True):
    records: list[Upload]
    cursor: Annotated[
        str | None, Meta(description="Cursor of the next page; null on the last one.")
    ]


async def store(
    database: Database,
    readers: Readers,
    verifier: Verifier,
    requester: Requester,
    user: str,
    data: bytes,
    now: int,
) -> Uploaded:
    """Storing the same text again returns the existing upload."""
    record = await readers.run(requester, lambda: _read(data))
    text = data.decode()
    verification = await verifier.verify_upload(requester, record, text)
    row: dict[str, Any] = {
        "id": blake2b(f"{user}\n{text}".encode(), digest_size=12).hexdigest(),
        "person": user,
        "game": record.match.game.name,
        "text": text,
        "created_at": now,
    }
    existing = await _row(database, requester, user, row["id"])
    if existing is None:
        await _insert(database, requester, user, row)
    at = now if existing is None else existing.created_at
    return Uploaded(row["id"], row["game"], list(record.names), at, verification)


def _read(data: bytes) -> Record:
    if len(data) > MAX_BYTES:
        raise TooLarge(f"expected a record of at most {MAX_BYTES} bytes, got {len(data)}")
    if data.count(b"\n") > MAX_LINES:
        raise TooLarge(f"expected a record of at most {MAX_LINES} lines")
    try:
        return read_record(data)
    except TavolinoError as error:
        raise BadRecord(str(error)) from None


async def _insert(database: Database, requester: Requester, user: str, row: dict[str, Any]) -> None:
    """Counts and inserts in one statement, so that parallel uploads cannot exceed the number.

    Their size is read before: moves wait for the writer, which would have to read every text.
    """
    size = select(func.sum(func.length(records.c.text)).label("n"))
    mine = await database.row(size.where(records.c.person == user), requester, is_long=True)
    values = [literal(value).label(name) for name, value in row.items()]
    n = select(func.count().label("n")).where(records.c.person == user).subquery().c.n
    if_room = select(*values).select_from(n.table).where(n < MAX_UPLOADS)
    try:
        if ((mine and mine.n) or 0) + len(row["text"]) > MAX_CHARACTERS:
            raise ConflictError
        await database.writer.write(
            Statement(insert(records).from_select(list(row), if_room), (), True)
        )
    except ConflictError:
        if await _row(database, requester, user, row["id"]) is None:
            raise TooMany(
                f"expected at most {MAX_UPLOADS} records and {MAX_CHARACTERS // 1_000_000} "
                "million characters from one user: delete some first"
            ) from None


async def list_uploads(
    database: Database, requester: Requester, user: str, cursor: str | None = None, limit: int = 50
) -> Uploads:
    if not 1 <= limit <= MAX_PAGE:
        raise BadMessage(f"expected a page of 1 to {MAX_PAGE} records, got {limit}")
    beginning = func.substr(records.c.text, 1, MAX_HEADER).label("beginning")
    query = select(records.c.id, records.c.game, records.c.created_at, beginning)
    query = query.where(records.c.person == user)
    if cursor:
        at, key = parse_cursor(cursor)
        earlier = (records.c.created_at == at) & (records.c.id < key)
        query = query.where((records.c.created_at < at) | earlier)
    newest_first = (records.c.created_at.desc(), records.c.id.desc())
    query = query.order_by(*newest_first).limit(limit + 1)
    rows = await database.rows(query, requester, is_long=True)
    page = rows[:limit]
    last = page[-1] if len(rows) > limit else None
    return Uploads(
        [Upload(row.id, row.game, _names(row.beginning), row.created_at) for row in page],
        cursor_at(last.created_at, last.id) if last else None,
    )


def _names(beginning: str) -> list[str]:
    header = beginning.partition("\n\n")[0].split("\n")
    return [line.split(" ", 2)[2] for line in header if line.startswith("player ")]


async def text_of(database: Database, requester: Requester, user: str, record_id: str) -> str:
    row = await _row(database, requester, user, record_id)
    if row is None:
        raise NotFound(f"you have no record {record_id[:40]!r}")
    text: str = row.text
    return text


async def record_of(
    database: Database, readers: Readers, requester: Requester, user: str, record_id: str
) -> tuple[Record, str]:
    """An upload, read again, and its text."""
    text = await text_of(database, requester, user, record_id)
    try:
        return await readers.run(requester, lambda: parse_record(text)), text
    except TavolinoError as error:  # stored under another version of the rules
        raise BadRecord(str(error)) from None


async def delete_upload(
    database: Database, requester: Requester, user: str, record_id: str
) -> None:
    await text_of(database, requester, user, record_id)
    mine = (records.c.id == record_id) & (records.c.person == user)
    await database.writer.write(Statement(delete(records).where(mine)))


async def _row(database: Database, requester: Requester, user: str, record_id: str) -> Any:
    if not (record_id.isascii() and record_id.isalnum()):
        return None
    mine = (records.c.id == record_id) & (records.c.person == user)
    return await database.row(select(records.c.text, records.c.created_at).where(mine), requester)
