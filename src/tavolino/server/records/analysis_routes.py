"""Routes for questions about one game: can this still be won, and in how few moves?"""

from __future__ import annotations

from typing import Annotated, TypeAlias

from litestar import get
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter
from msgspec import Meta, Struct

from tavolino.catalogue import entries, entry_of
from tavolino.server.accounts.dependencies import AnyRequest, CurrentUser
from tavolino.server.accounts.requester import CurrentRequester
from tavolino.server.clock import now
from tavolino.server.errors import (
    BadOption,
    NotAllowed,
    NotOver,
    NotSeated,
    NotSignedIn,
    TableOver,
    TooFast,
)
from tavolino.server.http.disconnect import cancel_on_disconnect
from tavolino.server.http.error_handlers import refusals
from tavolino.server.http.limits.rate_limit import RateLimits
from tavolino.server.live.domain.table_settings import TableSettings
from tavolino.server.records.fewest_moves import FewestMovesFinder, FewestMovesInfo
from tavolino.server.records.stored_tables import (
    build_record,
    load_log,
    load_revealed,
    load_settings,
)
from tavolino.server.records.table_routes import TABLE, Board
from tavolino.server.storage.database import Database
from tavolino.server.workers import job_worker
from tavolino.server.workers.bot_pool import BotPool
from tavolino.server.workers.readers import Readers

Truth: TypeAlias = Annotated[
    bool, QueryParameter(description="Also say whether this deal can still be won.")
]


class OddsInfo(Struct, frozen=True):
    count: Annotated[int, Meta(description="Of the position, as in updates.")]
    share: Annotated[
        float | None,
        Meta(description="Of the deals that look the same: how many can be won, 0 to 1."),
    ]
    deals: Annotated[
        int, Meta(description="How many of them were drawn; 1 if all cards are known.")
    ]
    winnable: Annotated[
        bool | None, Meta(description="The truth; null if not asked for, or not decided.")
    ] = None


@get(
    "/api/tables/{table_id:str}/odds",
    tags=["tables"],
    summary="Ask whether my practice game can still be won",
    responses=refusals(*TABLE, BadOption, NotAllowed, NotSeated, NotSignedIn, TableOver, TooFast),
)
async def odds(
    request: AnyRequest,
    database: NamedDependency[Database],
    readers: NamedDependency[Readers],
    bot_pool: NamedDependency[BotPool],
    rate_limits: NamedDependency[RateLimits],
    user: CurrentUser,
    requester: CurrentRequester,
    table_id: FromPath[str],
    truth: Truth = False,
) -> OddsInfo:
    """From what the player has seen; the truth only with `truth`."""
    settings = await load_settings(database, requester, table_id)
    _check_practice(settings, user.id)
    rate_limits.odds.acquire(user.id)
    log = await load_log(database, requester, table_id)
    record = await readers.run(requester, lambda: build_record(settings, log, with_seed=True))
    if record.match.is_over:
        raise TableOver("this game is over: its analysis says when it could be won")
    asking = bot_pool.run_job(user.id, False, job_worker.odds_of, str(record), truth)
    found = await cancel_on_disconnect(request, asking)
    return OddsInfo(len(log), found.share, found.deals, found.winnable)


def _check_practice(settings: TableSettings, user: str) -> None:
    if not settings.players_of(user):
        raise NotSeated("you have no seat at this table")
    if not settings.is_practice:
        raise NotAllowed("only a practice game may be asked about while it is played")
    if not entry_of(settings.game.name).has_difficulty:
        names = " or ".join(entry.name for entry in entries() if entry.has_difficulty)
        raise BadOption(f"expected a game of {names}, got {settings.game.name}")


@get(
    "/api/tables/{table_id:str}/least-moves",
    tags=["records"],
    summary="Get the fewest moves that win a patience",
    responses=refusals(*TABLE, NotOver, BadOption),
)
async def table_fewest_moves(
    request: AnyRequest,
    database: NamedDependency[Database],
    readers: NamedDependency[Readers],
    fewest_moves: NamedDependency[FewestMovesFinder],
    requester: CurrentRequester,
    table_id: FromPath[str],
    board: Board = 0,
) -> FewestMovesInfo:
    """Proved, or bounds. Ask again until it is done.

    Once the table is over; a daily deal, once its day is.
    """
    settings, log = await load_revealed(database, requester, table_id, now())
    record = await readers.run(requester, lambda: build_record(settings, log, with_seed=True))
    return await cancel_on_disconnect(request, fewest_moves.find(requester, record, board))


handlers = [odds, table_fewest_moves]
