"""Routes for the records of tables: text, verification, replay, analysis."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from litestar import MediaType, Response, get
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath, QueryParameter

from tavolino.server.accounts.dependencies import AnyRequest, Visitor
from tavolino.server.accounts.requester import CurrentRequester
from tavolino.server.errors import (
    BadOption,
    NotAllowed,
    NotFound,
    NotOver,
    NotStarted,
    OtherRules,
    TooLarge,
    TooMany,
    Unavailable,
)
from tavolino.server.http.disconnect import cancel_on_disconnect
from tavolino.server.http.error_handlers import READING, refusals
from tavolino.server.records.analyser import Analysed, Analyser
from tavolino.server.records.replay import MAX_STEPS, Page, Replay, replay
from tavolino.server.records.stored_tables import (
    build_record,
    is_revealed,
    load_log,
    load_revealed,
    load_settings,
    visibility_for,
)
from tavolino.server.records.verification import Verification
from tavolino.server.records.verifier import Verifier
from tavolino.server.storage.database import Database
from tavolino.server.workers.readers import Readers

TABLE = (*READING, NotFound, NotStarted, OtherRules, TooMany, Unavailable)
"""Refusals of every route that reads a stored table."""

Board: TypeAlias = Annotated[int, QueryParameter(description="The board of a contest, from 0.")]
First: TypeAlias = Annotated[int, QueryParameter(name="from", description="The first step.")]
End: TypeAlias = Annotated[
    int,
    QueryParameter(name="to", description=f"The step after the last; at most {MAX_STEPS} more."),
]
IsOpen: TypeAlias = Annotated[
    bool, QueryParameter(name="open", description="Show the hidden cards of a finished patience.")
]


def page(board: Board = 0, start: First = 0, end: End = MAX_STEPS, is_open: IsOpen = False) -> Page:
    return Page(board, start, end, is_open)


PAGE = {"page": Provide(page, sync_to_thread=False)}
"""For routes with the parameter ``page``."""


def download(text: str, name: str) -> Response[str]:
    disposition = f'attachment; filename="{name}.record"'
    return Response(text, media_type=MediaType.TEXT, headers={"content-disposition": disposition})


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
    requester: CurrentRequester,
    table_id: FromPath[str],
) -> Response[str]:
    """As text (docs/server/records.md).

    Public once the table is over; a daily deal, once its day is.
    """
    settings, log = await load_revealed(database, requester, table_id, database.clock.now())
    text = await readers.run(requester, lambda: str(build_record(settings, log, with_seed=True)))
    return download(text, f"{settings.game.name}-{table_id}")


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
    requester: CurrentRequester,
    table_id: FromPath[str],
) -> Verification:
    """Repeats all chance from the revealed seed and all referee calls, and compares them."""
    settings, log = await load_revealed(database, requester, table_id, database.clock.now())
    return await cancel_on_disconnect(request, verifier.verify_table(requester, settings, log))


@get(
    "/api/tables/{table_id:str}/replay",
    tags=["records"],
    summary="Replay a table",
    dependencies=PAGE,
    responses=refusals(*TABLE, NotAllowed),
)
async def table_replay(
    request: AnyRequest,
    database: NamedDependency[Database],
    readers: NamedDependency[Readers],
    visitor: Visitor,
    requester: CurrentRequester,
    table_id: FromPath[str],
    page: NamedDependency[Page],
) -> Replay:
    """Public once the table is over; before that, its players see what they saw while playing."""
    page.check()
    settings, at = await load_settings(database, requester, table_id), database.clock.now()
    visibility = visibility_for(settings, visitor.id if visitor else None, at)
    log, with_seed = await load_log(database, requester, table_id), is_revealed(settings, at)

    def work() -> Replay:
        record = build_record(settings, log, with_seed)
        return replay(record, visibility, page)

    return await cancel_on_disconnect(request, readers.run(requester, work))


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
    requester: CurrentRequester,
    table_id: FromPath[str],
    board: Board = 0,
) -> Analysed:
    """What was lost, and what was better. Ask again until the progress is 1.

    Once the table is over; a daily deal, once its day is.
    """
    settings, log = await load_revealed(database, requester, table_id, database.clock.now())
    record = await readers.run(requester, lambda: build_record(settings, log, with_seed=True))
    return await cancel_on_disconnect(request, analyser.analyse(requester, record, board))


handlers = [table_record, table_verify, table_replay, table_analysis]
