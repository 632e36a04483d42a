"""Routes for uploaded records: the same questions as for tables, and storing them."""

from __future__ import annotations

from dataclasses import dataclass

from litestar import MediaType, Response, delete, get, post
from litestar.di import NamedDependency
from litestar.openapi.spec import Example, OpenAPIMediaType, OpenAPIType, Operation, Schema
from litestar.openapi.spec import RequestBody as BodySpec
from litestar.params import FromPath, FromQuery, RawBody
from litestar.status_codes import HTTP_204_NO_CONTENT

from tavolino.record import FORMAT, MAX_BYTES
from tavolino.server.accounts.dependencies import AnyRequest, CurrentUser
from tavolino.server.accounts.requester import CurrentRequester
from tavolino.server.clock import now
from tavolino.server.errors import (
    BadOption,
    BadRecord,
    NotFound,
    NotSignedIn,
    TooFast,
    TooLarge,
    TooMany,
    Unavailable,
)
from tavolino.server.http.disconnect import cancel_on_disconnect
from tavolino.server.http.error_handlers import READING, WRITING, refusals
from tavolino.server.http.limits.rate_limit import RateLimits
from tavolino.server.records import uploads
from tavolino.server.records.analyser import Analysed, Analyser
from tavolino.server.records.replay import Page, Replay, replay
from tavolino.server.records.stored_tables import Visibility
from tavolino.server.records.table_routes import PAGE, Board, download
from tavolino.server.records.uploads import Uploaded, Uploads
from tavolino.server.records.verification import Verification
from tavolino.server.records.verifier import Verifier
from tavolino.server.storage.database import Database
from tavolino.server.workers.readers import Readers

UPLOAD = (*READING, NotSignedIn, NotFound)
UPLOADS = (*READING, NotSignedIn, TooMany, Unavailable)


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
    requester: CurrentRequester,
    body: RawBody,
) -> Uploaded:
    """Checks the record against the rules, verifies it if its seed is known, and stores it.

    Uploading the same text again returns the existing upload.
    """
    rate_limits.uploads.acquire(user.id)
    storing = uploads.store(database, readers, verifier, requester, user.id, body, now())
    return await cancel_on_disconnect(request, storing)


@get("/api/records", tags=["records"], summary="List my uploads", responses=refusals(*UPLOADS))
async def my_uploads(
    database: NamedDependency[Database],
    requester: CurrentRequester,
    user: CurrentUser,
    cursor: FromQuery[str | None] = None,
    limit: FromQuery[int] = 50,
) -> Uploads:
    """Newest first."""
    return await uploads.list_uploads(database, requester, user.id, cursor, limit)


@get(
    "/api/records/{record_id:str}",
    tags=["records"],
    summary="Download an upload",
    media_type=MediaType.TEXT,
    responses=refusals(*UPLOAD),
)
async def upload_text(
    database: NamedDependency[Database],
    requester: CurrentRequester,
    user: CurrentUser,
    record_id: FromPath[str],
) -> Response[str]:
    """Your own uploads only."""
    return download(await uploads.text_of(database, requester, user.id, record_id), record_id)


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
    requester: CurrentRequester,
    record_id: FromPath[str],
) -> Verification:
    """Gives the same result as the upload."""
    record, text = await uploads.record_of(database, readers, requester, user.id, record_id)
    return await cancel_on_disconnect(request, verifier.verify_upload(requester, record, text))


@get(
    "/api/records/{record_id:str}/replay",
    tags=["records"],
    summary="Replay an upload",
    dependencies=PAGE,
    responses=refusals(*UPLOAD, BadRecord, TooMany, Unavailable),
)
async def upload_replay(
    request: AnyRequest,
    database: NamedDependency[Database],
    readers: NamedDependency[Readers],
    user: CurrentUser,
    requester: CurrentRequester,
    record_id: FromPath[str],
    page: NamedDependency[Page],
) -> Replay:
    """As for a table that is over."""
    page.check()
    record, _ = await uploads.record_of(database, readers, requester, user.id, record_id)
    work = readers.run(requester, lambda: replay(record, Visibility(True, {}), page))
    return await cancel_on_disconnect(request, work)


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
    requester: CurrentRequester,
    record_id: FromPath[str],
    board: Board = 0,
) -> Analysed:
    """As for a table that is over."""
    record, _ = await uploads.record_of(database, readers, requester, user.id, record_id)
    return await cancel_on_disconnect(request, analyser.analyse(requester, record, board))


@delete(
    "/api/records/{record_id:str}",
    tags=["records"],
    summary="Delete an upload",
    status_code=HTTP_204_NO_CONTENT,
    responses=refusals(*WRITING, NotSignedIn, NotFound),
)
async def delete_upload(
    database: NamedDependency[Database],
    requester: CurrentRequester,
    user: CurrentUser,
    record_id: FromPath[str],
) -> None:
    """Your own uploads only."""
    await uploads.delete_upload(database, requester, user.id, record_id)


handlers = [
    upload,
    my_uploads,
    upload_text,
    upload_verify,
    upload_replay,
    upload_analysis,
    delete_upload,
]
