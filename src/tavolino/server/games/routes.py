"""Routes for the list of games and for practice deals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, TypeAlias

from litestar import Request, get
from litestar.di import NamedDependency
from litestar.openapi.spec import OpenAPIType, Operation, Parameter, Schema
from litestar.params import FromPath, PathParameter

from tavolino.chance import MAX_DEAL_NUMBER, check_deal_number
from tavolino.game import NotationError
from tavolino.server.accounts.dependencies import CurrentUser
from tavolino.server.accounts.requester import CurrentRequester
from tavolino.server.errors import (
    BadMessage,
    BadOption,
    NotFound,
    NotSignedIn,
    TooFast,
    TooMany,
    Unavailable,
)
from tavolino.server.games.listing import (
    DealClassInfo,
    DealInfo,
    GameInfo,
    Par,
    classified_game,
    deal,
    games,
    option_names,
    par_game,
)
from tavolino.server.http.disconnect import cancel_on_disconnect
from tavolino.server.http.error_handlers import READING, refusals
from tavolino.server.http.limits.rate_limit import RateLimits
from tavolino.server.workers import job_worker
from tavolino.server.workers.bot_pool import BotPool
from tavolino.server.workers.readers import Readers

PlainRequest: TypeAlias = Request[Any, Any, Any]
Number: TypeAlias = Annotated[int, PathParameter(description=f"1 to {MAX_DEAL_NUMBER}.")]


@dataclass
class WithOptions(Operation):
    """The options of all games are query parameters of a practice deal."""

    def __post_init__(self) -> None:
        text = Schema(type=OpenAPIType.STRING)
        options = (Parameter(name, "query", schema=text) for name in option_names())
        self.parameters = [*(self.parameters or ()), *options]


@get("/api/games", tags=["games"], summary="List the games", sync_to_thread=True)
def all_games() -> list[GameInfo]:
    """With their options, seats, bots and capabilities."""
    return games()


@get(
    "/api/deals/{game:str}/{number:int}",
    tags=["games"],
    summary="Get a practice deal",
    responses=refusals(*READING, NotFound, BadOption, TooMany, Unavailable),
    operation_class=WithOptions,
)
async def practice_deal(
    request: PlainRequest,
    readers: NamedDependency[Readers],
    requester: CurrentRequester,
    game: FromPath[str],
    number: Number,
) -> DealInfo:
    """An onlooker's view before the first move. Options as in ``/api/games``."""
    chosen = _chosen_options(request)
    return await readers.run(requester, lambda: deal(game, number, chosen))


def _chosen_options(request: PlainRequest) -> dict[str, str]:
    given = request.query_params.dict()
    return {name: given[name][0] for name in option_names() if name in given}


@get(
    "/api/deals/{game:str}/{number:int}/class",
    tags=["games"],
    summary="Get the class of a practice deal",
    responses=refusals(*READING, NotFound, BadOption, NotSignedIn, TooFast, TooMany, Unavailable),
    operation_class=WithOptions,
)
async def deal_class(
    request: PlainRequest,
    bot_pool: NamedDependency[BotPool],
    rate_limits: NamedDependency[RateLimits],
    user: CurrentUser,
    game: FromPath[str],
    number: Number,
) -> DealClassInfo:
    """Whether it can be won, and how difficult that is. Options as in ``/api/games``."""
    rules = classified_game(game, number, _chosen_options(request))
    rate_limits.odds.acquire(user.id)
    asking = bot_pool.run_job(user.id, False, job_worker.classify_deal, rules, number)
    found = await cancel_on_disconnect(request, asking)
    return DealClassInfo(game, number, found.winnable, found.difficulty)


@get(
    "/api/deals/{game:str}/{number:int}/par",
    tags=["games"],
    summary="Get the par of a practice deal",
    responses=refusals(*READING, NotFound, BadOption, NotSignedIn, TooFast, TooMany, Unavailable),
)
async def par(
    request: PlainRequest,
    bot_pool: NamedDependency[BotPool],
    rate_limits: NamedDependency[RateLimits],
    user: CurrentUser,
    game: FromPath[str],
    number: Number,
) -> Par:
    """The points of a bot that sees no more than you do. Takes a moment."""
    rules = par_game(game)
    rate_limits.pars.acquire(user.id)
    try:
        check_deal_number(number)
    except NotationError as error:
        raise BadMessage(str(error)) from None
    points = await cancel_on_disconnect(request, bot_pool.par(user.id, rules, number))
    return Par(game, number, points)


handlers = [all_games, deal_class, par, practice_deal]
