"""Routes for a user's game history and statistics."""

from __future__ import annotations

from typing import Annotated

from litestar import get
from litestar.di import NamedDependency
from litestar.params import FromQuery, QueryParameter

from tavolino.server.accounts.dependencies import CurrentUser
from tavolino.server.accounts.requester import CurrentRequester
from tavolino.server.errors import NotFound, NotSignedIn, TooMany, Unavailable
from tavolino.server.games.listing import check_game
from tavolino.server.http.error_handlers import READING, refusals
from tavolino.server.live.domain.messages import Kind
from tavolino.server.records.history import MAX_PAGE, History, history
from tavolino.server.records.statistics import Statistics, statistics
from tavolino.server.storage.database import Database


@get(
    "/api/history",
    tags=["history"],
    summary="List my games",
    responses=refusals(*READING, NotSignedIn, NotFound, TooMany, Unavailable),
)
async def my_history(
    database: NamedDependency[Database],
    requester: CurrentRequester,
    user: CurrentUser,
    game: FromQuery[str | None] = None,
    kind: FromQuery[Kind | None] = None,
    cursor: Annotated[
        str | None, QueryParameter(description="The cursor that the previous page returned.")
    ] = None,
    limit: Annotated[int, QueryParameter(description=f"1 to {MAX_PAGE}.")] = 30,
) -> History:
    """Newest first, including unfinished games, without practice before the first move."""
    if game is not None:
        check_game(game)
    return await history(
        database, requester, user.id, game=game, kind=kind, cursor=cursor, limit=limit
    )


@get(
    "/api/statistics",
    tags=["history"],
    summary="Get my statistics",
    responses=refusals(NotSignedIn, TooMany, Unavailable),
)
async def my_statistics(
    database: NamedDependency[Database], requester: CurrentRequester, user: CurrentUser
) -> Statistics:
    """Totals for each game and each kind of table."""
    return await statistics(database, requester, user.id)


handlers = [my_history, my_statistics]
