"""The games, and practice deals to share."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from litestar import get
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, PathParameter

from tavolino.chance import MAX_DEAL_NUMBER, check_deal_number
from tavolino.game import NotationError
from tavolino.server.accounts.dependencies import CurrentUser
from tavolino.server.errors import (
    BadMessage,
    BadOption,
    NotFound,
    NotSignedIn,
    TooFast,
    Unavailable,
)
from tavolino.server.games.listing import DealInfo, GameInfo, Par, deal, games, par_game
from tavolino.server.http.error_handlers import READING, refusals
from tavolino.server.http.rate_limit import RateLimits
from tavolino.server.workers.bot_pool import BotPool
from tavolino.server.workers.reader_pool import in_reader_pool

Option: TypeAlias = FromQuery[str | None]
Number: TypeAlias = Annotated[int, PathParameter(description=f"1 to {MAX_DEAL_NUMBER}")]


@get("/api/games", tags=["games"], summary="The games there are", sync_to_thread=False)
def all_games() -> list[GameInfo]:
    """With their options, seats and programs."""
    return games()


@get(
    "/api/deals/{game:str}/{number:int}",
    tags=["games"],
    summary="A practice deal",
    responses=refusals(*READING, NotFound, BadOption, Unavailable),
)
async def practice_deal(
    game: FromPath[str],
    number: Number,
    deck: Option = None,
    draw: Option = None,
    empty_column: Option = None,
    marker_home: Option = None,
    players: Option = None,
) -> DealInfo:
    """What everybody sees of it before the first move; options as in ``/api/games``."""
    options = {
        "deck": deck,
        "draw": draw,
        "empty_column": empty_column,
        "marker_home": marker_home,
        "players": players,
    }
    chosen = {name: text for name, text in options.items() if text is not None}
    return await in_reader_pool(lambda: deal(game, number, chosen))


@get(
    "/api/deals/{game:str}/{number:int}/par",
    tags=["games"],
    summary="The par of a practice deal",
    responses=refusals(*READING, NotFound, BadOption, NotSignedIn, TooFast, Unavailable),
)
async def par(
    bot_pool: NamedDependency[BotPool],
    rate_limits: NamedDependency[RateLimits],
    user: CurrentUser,
    game: FromPath[str],
    number: Number,
) -> Par:
    """The points of a program that sees no more than you do; it takes a moment."""
    rules = par_game(game)
    rate_limits.pars.acquire(user.id)
    try:
        check_deal_number(number)
    except NotationError as error:
        raise BadMessage(str(error)) from None
    return Par(game, number, await bot_pool.par(rules, number))


handlers = [all_games, par, practice_deal]
