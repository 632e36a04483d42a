"""Routes for the daily deals."""

from __future__ import annotations

from typing import Annotated

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter
from litestar.status_codes import HTTP_200_OK
from msgspec import Meta, Struct

from tavolino.server.accounts.dependencies import CurrentUser, Visitor
from tavolino.server.accounts.requester import CurrentRequester
from tavolino.server.clock import day_after, day_of, end_of, parse_day, parse_month
from tavolino.server.daily.calendar import MyDays, my_days
from tavolino.server.daily.deals import (
    DailyDeal,
    check_daily_game,
    daily_games,
    deal_of,
    deals_at,
)
from tavolino.server.daily.ranking import (
    MAX_PAGE,
    DailyRanking,
    MyDaily,
    my_daily,
    players,
    ranking,
)
from tavolino.server.errors import (
    BadOption,
    NeedsAccount,
    NotFound,
    NotSignedIn,
    TooMany,
    Unavailable,
)
from tavolino.server.http.error_handlers import READING, WRITING, refusals
from tavolino.server.lobby.lobby import Lobby
from tavolino.server.queues.fair_queue import Requester
from tavolino.server.storage.database import Database


class DailyInfo(Struct, frozen=True):
    game: Annotated[str, Meta(examples=["solitario40"])]
    commitment: Annotated[str, Meta(description="SHA-256 of the secret.")]
    committed_at: int
    is_committed_before: Annotated[
        bool,
        Meta(description="Was it committed before the day began? False on a server's first day."),
    ]
    tomorrow: Annotated[str, Meta(description="The commitment of tomorrow's deal.")]
    players: Annotated[int, Meta(description="Number of players who have started.")]
    mine: Annotated[MyDaily | None, Meta(description="Null if you have not started.")]


class Today(Struct, frozen=True):
    day: Annotated[str, Meta(examples=["2026-11-16"])]
    ends_at: int
    games: list[DailyInfo]


class MyTable(Struct, frozen=True):
    table: str


@get(
    "/api/daily",
    tags=["daily"],
    summary="List today's deals",
    responses=refusals(TooMany, Unavailable),
)
async def today(
    database: NamedDependency[Database], requester: CurrentRequester, visitor: Visitor
) -> Today:
    """One deal for each one-seat game, the same for everybody. Days are in UTC."""
    at = database.clock.now()
    deals, day = await deals_at(database, at, requester), day_of(at)
    user = visitor.id if visitor else None
    tomorrow = deals[day_after(day)]
    games = [
        await _daily_info(database, requester, deals[day][game], tomorrow[game], user)
        for game in daily_games()
    ]
    return Today(day, end_of(day), games)


async def _daily_info(
    database: Database,
    requester: Requester,
    deal: DailyDeal,
    next_deal: DailyDeal,
    user: str | None,
) -> DailyInfo:
    return DailyInfo(
        game=deal.game,
        commitment=deal.commitment,
        committed_at=deal.committed_at,
        is_committed_before=deal.is_committed_before,
        tomorrow=next_deal.commitment,
        players=await players(database, requester, deal),
        mine=await my_daily(database, requester, deal, user) if user else None,
    )


@post(
    "/api/daily/{game:str}",
    tags=["daily"],
    summary="Play today's deal",
    status_code=HTTP_200_OK,
    responses=refusals(*WRITING, NeedsAccount, NotSignedIn, BadOption, Unavailable),
)
async def play_daily(
    database: NamedDependency[Database],
    lobby: NamedDependency[Lobby],
    requester: CurrentRequester,
    user: CurrentUser,
    game: FromPath[str],
) -> MyTable:
    """Creates your table, or returns the existing one. No undo and no hints."""
    check_daily_game(game)
    at = database.clock.now()
    deals = await deals_at(database, at, requester)
    deal = deals[day_of(at)][game]
    table = await lobby.open_daily(user, deal.day, game, deal.fair)
    return MyTable(table.id)


@get(
    "/api/daily/{day:str}/{game:str}",
    tags=["daily"],
    summary="Get the ranking of a daily deal",
    responses=refusals(*READING, NotFound, BadOption, TooMany, Unavailable),
)
async def daily_ranking(
    database: NamedDependency[Database],
    requester: CurrentRequester,
    visitor: Visitor,
    day: FromPath[str],
    game: FromPath[str],
    start: Annotated[int, QueryParameter(name="from", description="Rows to skip.")] = 0,
    limit: Annotated[int, QueryParameter(description=f"1 to {MAX_PAGE}.")] = 50,
) -> DailyRanking:
    """Ordered by points, then by the move of the last gain, then by lot.

    The secret is included once the day is over.
    """
    at, date = database.clock.now(), parse_day(day)
    if date > day_of(at):
        raise NotFound(f"the deal of {date} has not started")
    deal = await deal_of(database, requester, date, game)
    return await ranking(
        database, requester, deal, visitor.id if visitor else None, at, start, limit
    )


@get(
    "/api/me/daily",
    tags=["daily"],
    summary="Get my daily deals of a month, and my streaks",
    responses=refusals(*READING, NotSignedIn),
)
async def my_daily_deals(
    database: NamedDependency[Database],
    requester: CurrentRequester,
    user: CurrentUser,
    month: Annotated[
        str | None, QueryParameter(description="Such as 2026-11; by default this month.")
    ] = None,
) -> MyDays:
    """Games that ended within their day, with at least one move."""
    at = database.clock.now()
    return await my_days(database, requester, user.id, parse_month(month or day_of(at)[:7]), at)


handlers = [today, play_daily, daily_ranking, my_daily_deals]
