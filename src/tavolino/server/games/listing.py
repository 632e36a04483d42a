"""The games there are, and their practice deals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from typing import Annotated, Any
from urllib.parse import urlencode

from msgspec import Meta, Struct

from tavolino.chance import deal_seed
from tavolino.contest import Contest
from tavolino.game import CHANCE, AnyGame, NotationError, OptionError, Stop, options_of
from tavolino.games import GAMES, make_game
from tavolino.match import MAX_PLAYERS, Match, due, new_match
from tavolino.server.errors import BadMessage, BadOption, NotFound
from tavolino.server.views import BoardView, board_view
from tavolino.server.workers.bot_names import bots_of

PAR_GAMES = ("solitario40", "nove_colonne")


class OptionInfo(Struct, frozen=True):
    name: Annotated[str, Meta(examples=["draw"])]
    default: Annotated[str, Meta(examples=["3"])]
    choices: Annotated[
        list[str] | None,
        Meta(
            description="the values it may have; null: a positive number of seconds",
            examples=[["3", "1"]],
        ),
    ]


class GameInfo(Struct, frozen=True):
    name: Annotated[str, Meta(examples=["solitario40"])]
    version: Annotated[int, Meta(description="rises when an old record could replay differently")]
    seats: Annotated[list[int], Meta(description="how many may sit at one board", examples=[[1]])]
    options: list[OptionInfo]
    contest: Annotated[
        list[OptionInfo] | None, Meta(description="the options of its contests, if it has them")
    ]
    contest_players: Annotated[list[int] | None, Meta(description="the fewest and the most")]
    has_daily: bool
    programs: Annotated[list[str], Meta(description="that can play it, the weakest first")]


class DealInfo(Struct, frozen=True):
    game: str
    number: int
    options: dict[str, str]
    view: Annotated[BoardView, Meta(description="what an onlooker sees before the first move")]
    link: Annotated[str, Meta(description="where to play it", examples=["/g/solitario40/1234567"])]


class Par(Struct, frozen=True):
    game: str
    number: int
    points: Annotated[
        int,
        Meta(description="what a program of medium strength reaches that sees what a player sees"),
    ]


@cache
def games() -> list[GameInfo]:
    return [_game_info(make_game(name)) for name in GAMES]


def _game_info(game: AnyGame) -> GameInfo:
    options = _options(type(game))
    alone = game.seats == 1
    players = next((option.choices for option in options if option.name == "players"), None)
    return GameInfo(
        name=game.name,
        version=game.version,
        seats=[int(n) for n in players] if players else [game.seats],
        options=options,
        contest=_options(Contest) if alone else None,
        contest_players=[2, MAX_PLAYERS] if alone else None,
        has_daily=alone,
        programs=list(bots_of(game.name)),
    )


def _options(kind: Any) -> list[OptionInfo]:
    defaults = options_of(kind())
    return [
        OptionInfo(f.name, defaults[f.name], _texts(f.metadata["choices"])) for f in fields(kind)
    ]


def _texts(choices: tuple[Any, ...] | None) -> list[str] | None:
    return None if choices is None else [str(choice) for choice in choices]


def check_game(name: str) -> str:
    if name not in GAMES:
        raise NotFound(f"expected a game among {', '.join(GAMES)}, got {name[:40]!r}")
    return name


def deal(name: str, number: int, options: Mapping[str, str]) -> DealInfo:
    try:
        game = make_game(check_game(name), options)
        view = dealt(game, number).watch(0)
    except OptionError as error:
        raise BadOption(str(error)) from None
    except NotationError as error:
        raise BadMessage(str(error)) from None
    chosen = {name: text for name, text in options_of(game).items() if name in options}
    query = f"?{urlencode(chosen)}" if chosen else ""
    return DealInfo(
        game=name,
        number=number,
        options=options_of(game),
        view=board_view(game, view),
        link=f"/g/{name}/{number}{query}",
    )


def par_game(name: str) -> AnyGame:
    """A game whose deals have a par."""
    if check_game(name) not in PAR_GAMES:
        raise BadOption(f"expected {' or '.join(PAR_GAMES)} for a par, got {name}")
    return make_game(name)


def dealt(game: AnyGame, number: int) -> Match[Any, Any]:
    """A practice deal before the first move; no referee is asked, who might search for long."""
    match = new_match(game, deal_seed(number), is_practice=True)
    while match.actor(0) == CHANCE:
        entry = due(match, _no_referee)
        assert entry is not None, "chance is to act"
        match = match.play(entry)
    return match


def _no_referee(_: AnyGame, __: Any) -> Stop | None:
    return None
