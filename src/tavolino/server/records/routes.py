"""Routes for the records of tables and for uploads: text, verification, replay."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, TypeAlias

from litestar import MediaType, Response, delete, get, post
from litestar.di import NamedDependency
from litestar.openapi.spec import Example, OpenAPIMediaType, OpenAPIType, Operation, Schema
from litestar.openapi.spec import RequestBody as BodySpec
from litestar.params import FromPath, FromQuery, QueryParameter, RawBody
from litestar.status_codes import HTTP_204_NO_CONTENT

from tavolino.record import FORMAT, MAX_BYTES
from tavolino.server.accounts.asking import Asking
from tavolino.server.accounts.dependencies import AnyRequest, CurrentUser, Visitor
from tavolino.server.clock import now
from tavolino.server.errors import (
    BadOption,
    BadRecord,
    NotAllowed,
    NotFound,
    NotOver,
    NotSignedIn,
    NotStarted,
    OtherRules,
    TooFast,
    TooLarge,
    TooMany,
    Unavailable,
)
from tavolino.server.http.error_handlers import READING, WRITING, refusals
from tavolino.server.http.hang_up import until_hang_up
from tavolino.server.http.limits.rate_limit import RateLimits
from tavolino.server.live.domain.table_settings import TableSettings
from tavolino.server.queues.fair_queue import Ask
from tavolino.server.records import uploads
from tavolino.server.records.analyser import Analysed, Analyser
from tavolino.server.records.replay import MAX_STEPS, Replay, check_page, replay
from tavolino.server.records.stored_tables import (
    Visibility,
    build_record,
    check_revealed,
    is_revealed,
    load_log,
    load_settings,
    visibility_for,
)
from tavolino.server.records.uploads import Uploaded, Uploads
from tavolino.server.records.verification import Verification
from tavolino.server.records.verifier import Verifier
from tavolino.server.storage.database import Database
from tavolino.server.workers.readers import Readers

TABLE = (*READING, NotFound, NotStarted, OtherRules, TooMany, Unavailable)
"""Refusals of every route that reads a stored table."""
UPLOAD = (*READING, NotSignedIn, NotFound)
UPLOADS = (*READING, NotSignedIn, TooMany, Unavailable)

Board: TypeAlias = Annotated[int, QueryParameter(description="The board of a contest, from 0.")]
First: TypeAlias = Annotated[int, QueryParameter(name="from", description="The first step.")]
End: TypeAlias = Annotated[
    int,
    QueryParameter(name="to", description=f"The step after the last; at most {MAX_STEPS} more."),
]
IsOpen: TypeAlias = Annotated[
    bool, QueryParameter(name="open", description="Show the hidden cards of a finished patience.")
]


def _download(text: str, name: str) -> Response[str]:
    disposition = f'attachment; filename="{name}.record"'
    return Response(text, media_type=MediaType.TEXT, headers={"content-disposition": disposition})


async def _revealed(
    database: Database, ask: Ask, table_id: str
) -> tuple[TableSettings, Sequence[str]]:
    settings = await load_settings(database, ask, table_id)
    check_revealed(settings, now())
    return settings, await load_log(database, ask, table_id)


@get(
    "/api/tables/{table_id:str}/record",
    tags=["records"],
    summary="Download the record of a table",
    media_type=MediaType.TEXT,
    responses=refusals(*TABLE, NotOver),
)
async def table_record(
    database: NamedDependency[Database],
    readers: NamedDependency[Readers],
    ask: Asking,
    table_id: FromPath[str],
) -> Response[str]:
    """As text (docs/records.md). Public once the table is over; a daily deal, once its day is."""
    settings, log = await _revealed(database, ask, table_id)
    text = await readers.run(ask, lambda: str(build_record(settings, log, with_seed=True)))
    return _download(text, f"{settings.game.name}-{table_id}")


@get(
    "/api/tables/{table_id:str}/verify",
    tags=["records"],
    summary="Verify the record of a table",
    responses=refusals(*TABLE, NotOver),
)
async def table_verify(
    request: AnyRequest,
    database: NamedDependency[Database],
    verifier: NamedDependency[Verifier],
    ask: Asking,
    table_id: FromPath[str],
) -> Verification:
    """Repeats all chance from the revealed seed and all referee calls, and compares them."""
    settings, log = await _revealed(database, ask, table_id)
    return await until_hang_up(request, verifier.verify_table(ask, settings, log))


@get(
    "/api/tables/{table_id:str}/replay",
    tags=["records"],
    summary="Replay a table",
    responses=refusals(*TABLE, NotAllowed),
)
async def table_replay(
    request: AnyRequest,
    database: NamedDependency[Database],
    readers: NamedDependency[Readers],
    visitor: Visitor,
    ask: Asking,
    table_id: FromPath[str],
    board: Board = 0,
    start: First = 0,
    end: End = MAX_STEPS,
    is_open: IsOpen = False,
) -> Replay:
    """Public once the table is over; before that, its players see what they saw while playing."""
    check_page(start, end)
    settings, at = await load_settings(database, ask, table_id), now()
    visibility = visibility_for(settings, visitor.id if visitor else None, at)
    log, with_seed = await load_log(database, ask, table_id), is_revealed(settings, at)

    def work() -> Replay:
        record = build_record(settings, log, with_seed)
        return replay(record, visibility, board, start, end, is_open)

    return await until_hang_up(request, readers.run(ask, work))


@get(
    "/api/tables/{table_id:str}/analysis",
    tags=["records"],
    summary="Analyse a table",
    responses=refusals(*TABLE, NotOver, BadOption, TooLarge),
)
async def table_analysis(
    request: AnyRequest,
    database: NamedDependency[Database],
    readers: NamedDependency[Readers],
    analyser: NamedDependency[Analyser],
    ask: Asking,
    table_id: FromPath[str],
    board: Board = 0,
) -> Analysed:
    """What was lost, and what was better. Ask again until the progress is 1.

    Once the table is over; a daily deal, once its day is.
    """
    settings, log = await _revealed(database, ask, table_id)
    record = await readers.run(ask, lambda: build_record(settings, log, with_seed=True))
    return await until_hang_up(request, analyser.analyse(ask, record, board))


@dataclass
class UploadOperation(Operation):
    """Declares the request body as plain text."""

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
async def upload(
    request: AnyRequest,
    database: NamedDependency[Database],
    readers: NamedDependency[Readers],
    verifier: NamedDependency[Verifier],
    rate_limits: NamedDependency[RateLimits],
    user: CurrentUser,
    ask: Asking,
    body: RawBody,
) -> Uploaded:
    """Checks the record against the rules, verifies it if its seed is known, and stores it.

    Uploading the same text again returns the existing upload.
    """
    rate_limits.uploads.acquire(user.id)
    storing = uploads.store(database, readers, verifier, ask, user.id, body, now())
    return await until_hang_up(request, storing)


@get("/api/records", tags=["records"], summary="List my uploads", responses=refusals(*UPLOADS))
async def my_uploads(
    database: NamedDependency[Database],
    ask: Asking,
    user: CurrentUser,
    cursor: FromQuery[str | None] = None,
    limit: FromQuery[int] = 50,
) -> Uploads:
    """Newest first."""
    return await uploads.list_uploads(database, ask, user.id, cursor, limit)


@get(
    "/api/records/{record_id:str}",
    tags=["records"],
    summary="Download an upload",
    media_type=MediaType.TEXT,
    responses=refusals(*UPLOAD),
)
async def upload_text(
    database: NamedDependency[Database], ask: Asking, user: CurrentUser, record_id: FromPath[str]
) -> Response[str]:
    """Your own uploads only."""
    return _download(await uploads.text_of(database, ask, user.id, record_id), record_id)


@get(
    "/api/records/{record_id:str}/verify",
    tags=["records"],
    summary="Verify an upload",
    responses=refusals(*UPLOAD, BadRecord, TooMany, Unavailable),
)
async def upload_verify(
    request: AnyRequest,
    database: NamedDependency[Database],
    readers: NamedDependency[Readers],
    verifier: NamedDependency[Verifier],
    user: CurrentUser,
    ask: Asking,
    record_id: FromPath[str],
) -> Verification:
    """Gives the same result as the upload."""
    text = await uploads.text_of(database, ask, user.id, record_id)
    record = await uploads.read_upload(readers, ask, text)
    return await until_hang_up(request, verifier.verify_upload(ask, record, text))


@get(
    "/api/records/{record_id:str}/replay",
    tags=["records"],
    summary="Replay an upload",
    responses=refusals(*UPLOAD, BadRecord, TooMany, Unavailable),
)
async def upload_replay(
    request: AnyRequest,
    database: NamedDependency[Database],
    readers: NamedDependency[Readers],
    user: CurrentUser,
    ask: Asking,
    record_id: FromPath[str],
    board: Board = 0,
    start: First = 0,
    end: End = MAX_STEPS,
    is_open: IsOpen = False,
) -> Replay:
    """As for a table that is over."""
    check_page(start, end)
    record = await uploads.read_upload(
        readers, ask, await uploads.text_of(database, ask, user.id, record_id)
    )
    visibility = Visibility(True, {})
    work = readers.run(ask, lambda: replay(record, visibility, board, start, end, is_open))
    return await until_hang_up(request, work)


@get(
    "/api/records/{record_id:str}/analysis",
    tags=["records"],
    summary="Analyse an upload",
    responses=refusals(*UPLOAD, BadRecord, BadOption, TooLarge, TooMany, Unavailable),
)
async def upload_analysis(
    request: AnyRequest,
    database: NamedDependency[Database],
    readers: NamedDependency[Readers],
    analyser: NamedDependency[Analyser],
    user: CurrentUser,
    ask: Asking,
    record_id: FromPath[str],
    board: Board = 0,
) -> Analysed:
    """As for a table that is over."""
    text = await uploads.text_of(database, ask, user.id, record_id)
    record = await uploads.read_upload(readers, ask, text)
    return await until_hang_up(request, analyser.analyse(ask, record, board))


@delete(
    "/api/records/{record_id:str}",
    tags=["records"],
    summary="Delete an upload",
    status_code=HTTP_204_NO_CONTENT,
    responses=refusals(*WRITING, NotSignedIn, NotFound),
)
async def delete_upload(
    database: NamedDependency[Database], ask: Asking, user: CurrentUser, record_id: FromPath[str]
) -> None:
    """Your own uploads only."""
    await uploads.delete_upload(database, ask, user.id, record_id)


handlers = [
    table_record,
    table_verify,
    table_replay,
    table_analysis,
    upload,
    my_uploads,
    upload_text,
    upload_verify,
    upload_replay,
    upload_analysis,
    delete_upload,
]
