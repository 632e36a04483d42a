"""The games, and practice deals to share."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from litestar import get
from litestar.params import FromPath, FromQuery, PathParameter

from tavolino.chance import MAX_DEAL_NUMBER
from tavolino.server.answers import READING, refusals
from tavolino.server.deals import DealInfo, GameInfo, deal, games
from tavolino.server.errors import BadOption, NotFound, Unavailable
from tavolino.server.readers import in_reader

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
    return await in_reader(lambda: deal(game, number, chosen))


handlers = [all_games, practice_deal]
