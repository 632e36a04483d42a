"""My games and my statistics."""

from __future__ import annotations

from typing import Annotated

from litestar import get
from litestar.params import FromQuery, QueryParameter

from tavolino.server.answers import READING, refusals
from tavolino.server.deals import check_game
from tavolino.server.errors import NotFound, NotSignedIn
from tavolino.server.given import GivenHouse, GivenPerson
from tavolino.server.history import MAX_PAGE, History, history
from tavolino.server.messages import Kind
from tavolino.server.statistics import Statistics, statistics


@get(
    "/api/history",
    tags=["history"],
    summary="My games",
    responses=refusals(*READING, NotSignedIn, NotFound),
)
async def my_history(
    house: GivenHouse,
    person: GivenPerson,
    game: FromQuery[str | None] = None,
    kind: FromQuery[Kind | None] = None,
    cursor: Annotated[
        str | None, QueryParameter(description="from the answer before, for the next page")
    ] = None,
    limit: Annotated[int, QueryParameter(description=f"1 to {MAX_PAGE}")] = 30,
) -> History:
    """Newest first; those that are not over too."""
    if game is not None:
        check_game(game)
    return await history(house.store, person.id, game=game, kind=kind, cursor=cursor, limit=limit)


@get("/api/statistics", tags=["history"], summary="My statistics", responses=refusals(NotSignedIn))
async def my_statistics(house: GivenHouse, person: GivenPerson) -> Statistics:
    """For each game, and for each kind of table in it."""
    return await statistics(house.store, person.id)


handlers = [my_history, my_statistics]
