"""Records of tables and of uploads: text, verification, replay."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, TypeAlias

from litestar import MediaType, Response, delete, get, post
from litestar.openapi.spec import Example, OpenAPIMediaType, OpenAPIType, Operation, Schema
from litestar.openapi.spec import RequestBody as BodySpec
from litestar.params import FromPath, FromQuery, QueryParameter, RawBody
from litestar.status_codes import HTTP_204_NO_CONTENT

from tavolino.record import FORMAT, MAX_BYTES, Record
from tavolino.server import uploads
from tavolino.server.answers import READING, WRITING, refusals
from tavolino.server.errors import (
    BadRecord,
    NotAllowed,
    NotFound,
    NotOver,
    NotSignedIn,
    NotStarted,
    OtherRules,
    TooFast,
    TooMany,
    Unavailable,
)
from tavolino.server.given import GivenHouse, GivenPerson, GivenVisitor
from tavolino.server.house import House, now
from tavolino.server.readers import in_reader
from tavolino.server.replay import MAX_STEPS, Replay, check_page, replay
from tavolino.server.saved import Sight, check_told, load_sheet, record_of, sight_of
from tavolino.server.uploads import Uploaded, Uploads
from tavolino.server.verdicts import Verdict, judged

TABLE = (*READING, NotFound, NotStarted, OtherRules, Unavailable)
"""What every question about a stored table may be told."""
UPLOAD = (*READING, NotSignedIn, NotFound)

Board: TypeAlias = Annotated[int, QueryParameter(description="which board of a contest, from 0")]
First: TypeAlias = Annotated[int, QueryParameter(name="from", description="the first step")]
End: TypeAlias = Annotated[
    int, QueryParameter(name="to", description=f"the step after the last; at most {MAX_STEPS} more")
]
IsOpen: TypeAlias = Annotated[
    bool, QueryParameter(name="open", description="show the hidden cards of a finished patience")
]


def _download(text: str, name: str) -> Response[str]:
    disposition = f'attachment; filename="{name}.record"'
    return Response(text, media_type=MediaType.TEXT, headers={"content-disposition": disposition})


async def _told_record(house: House, table_id: str) -> Record:
    sheet, at = await load_sheet(house.store, table_id), now()
    check_told(sheet, at)
    return await record_of(house.store, sheet, at)


@get(
    "/api/tables/{table_id:str}/record",
    tags=["records"],
    summary="The record of a table",
    media_type=MediaType.TEXT,
    responses=refusals(*TABLE, NotOver),
)
async def table_record(house: GivenHouse, table_id: FromPath[str]) -> Response[str]:
    """As text (docs/records.md), for anybody, once the table is over; a daily deal's, its day."""
    record = await _told_record(house, table_id)
    return _download(str(record), f"{record.match.game.name}-{table_id}")


@get(
    "/api/tables/{table_id:str}/verify",
    tags=["records"],
    summary="Is this table's record genuine?",
    responses=refusals(*TABLE, NotOver),
)
async def table_verify(house: GivenHouse, table_id: FromPath[str]) -> Verdict:
    """All chance is drawn again from the revealed seed, the referee asked again, all compared."""
    record = await _told_record(house, table_id)
    return await in_reader(lambda: judged(record))


@get(
    "/api/tables/{table_id:str}/replay",
    tags=["records"],
    summary="A table, step by step",
    responses=refusals(*TABLE, NotAllowed),
)
async def table_replay(
    house: GivenHouse,
    visitor: GivenVisitor,
    table_id: FromPath[str],
    board: Board = 0,
    start: First = 0,
    end: End = MAX_STEPS,
    is_open: IsOpen = False,
) -> Replay:
    """For anybody once it is over; before that its players see what they saw."""
    check_page(start, end)
    sheet, at = await load_sheet(house.store, table_id), now()
    sight = sight_of(sheet, visitor.id if visitor else None, at)
    record = await record_of(house.store, sheet, at)
    return await in_reader(lambda: replay(record, sight, board, start, end, is_open))


@dataclass
class UploadOperation(Operation):
    """The body is the record itself."""

    def __post_init__(self) -> None:
        example = Example(value=f"{FORMAT}\ngame nove_colonne 1\n…")
        text = OpenAPIMediaType(schema=Schema(type=OpenAPIType.STRING), examples={"one": example})
        self.request_body = BodySpec(content={"text/plain": text}, required=True)


@post(
    "/api/records",
    tags=["records"],
    summary="Upload a record",
    opt={"media": "text/plain"},
    request_max_body_size=MAX_BYTES,
    operation_class=UploadOperation,
    responses=refusals(*WRITING, NotSignedIn, BadRecord, TooMany, TooFast, Unavailable),
)
async def upload(house: GivenHouse, person: GivenPerson, body: RawBody) -> Uploaded:
    """Read through the rules, verified if its seed is told, and kept; twice the same is once."""
    house.uploads.spend(person.id)
    return await uploads.keep(house.store, person.id, body, now())


@get("/api/records", tags=["records"], summary="My uploads", responses=refusals(*UPLOAD))
async def my_uploads(
    house: GivenHouse,
    person: GivenPerson,
    cursor: FromQuery[str | None] = None,
    limit: FromQuery[int] = 50,
) -> Uploads:
    """Newest first."""
    return await uploads.kept(house.store, person.id, cursor, limit)


@get(
    "/api/records/{record_id:str}",
    tags=["records"],
    summary="The text of an upload",
    media_type=MediaType.TEXT,
    responses=refusals(*UPLOAD),
)
async def upload_text(
    house: GivenHouse, person: GivenPerson, record_id: FromPath[str]
) -> Response[str]:
    """Of your own; others are not found."""
    return _download(await uploads.text_of(house.store, person.id, record_id), record_id)


@get(
    "/api/records/{record_id:str}/verify",
    tags=["records"],
    summary="Is an upload genuine?",
    responses=refusals(*UPLOAD, BadRecord, Unavailable),
)
async def upload_verify(
    house: GivenHouse, person: GivenPerson, record_id: FromPath[str]
) -> Verdict:
    """As it was told at the upload."""
    record = await uploads.upload_of(house.store, person.id, record_id)
    return await in_reader(lambda: judged(record))


@get(
    "/api/records/{record_id:str}/replay",
    tags=["records"],
    summary="An upload, step by step",
    responses=refusals(*UPLOAD, BadRecord, Unavailable),
)
async def upload_replay(
    house: GivenHouse,
    person: GivenPerson,
    record_id: FromPath[str],
    board: Board = 0,
    start: First = 0,
    end: End = MAX_STEPS,
    is_open: IsOpen = False,
) -> Replay:
    """As of a table that is over."""
    check_page(start, end)
    record = await uploads.upload_of(house.store, person.id, record_id)
    sight = Sight(True, {})
    return await in_reader(lambda: replay(record, sight, board, start, end, is_open))


@delete(
    "/api/records/{record_id:str}",
    tags=["records"],
    summary="Delete an upload",
    status_code=HTTP_204_NO_CONTENT,
    responses=refusals(*WRITING, NotSignedIn, NotFound),
)
async def delete_upload(house: GivenHouse, person: GivenPerson, record_id: FromPath[str]) -> None:
    """Of your own."""
    await uploads.forget(house.store, person.id, record_id)


handlers = [
    table_record,
    table_verify,
    table_replay,
    upload,
    my_uploads,
    upload_text,
    upload_verify,
    upload_replay,
    delete_upload,
]
