"""The list of games, and their practice deals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, TypeAlias
from urllib.parse import urlencode

from msgspec import Meta, Struct, field

from tavolino.catalogue import GameEntry, entries, entry_of, game_names, make_game
from tavolino.chance import check_deal_number, deal_seed
from tavolino.contest import Contest
from tavolino.game import (
    CHANCE,
    AnyGame,
    NotationError,
    OptionError,
    OptionSpec,
    Stop,
    option_specs,
    options_of,
)
from tavolino.learning.deals.difficulty import Difficulty
from tavolino.learning.lessons import lesson_games
from tavolino.match import DEFAULT_PLAYERS, MAX_PLAYERS, Match, due, new_match
from tavolino.server.errors import BadMessage, BadOption, NotFound
from tavolino.server.views import BoardView, board_view
from tavolino.translations import LANGUAGES, about, find_text, title_of

Translated: TypeAlias = Annotated[
    dict[str, str], Meta(description="By language.", examples=[{"it": "Tris"}])
]


class OptionInfo(Struct, frozen=True):
    name: Annotated[str, Meta(examples=["draw"])]
    default: Annotated[str, Meta(examples=["3"])]
    choices: Annotated[
        list[str] | None,
        Meta(
            description="The allowed values; null for a positive number of seconds.",
            examples=[["3", "1"]],
        ),
    ]


class WinnableInfo(Struct, frozen=True):
    options: Annotated[
        dict[str, str],
        Meta(
            description="Every option.",
            examples=[{"deck": "40", "draw": "3", "empty_column": "king"}],
        ),
    ]
    percent: Annotated[int, Meta(description="Of its deals, those that can be won.")]


class GameInfo(Struct, frozen=True):
    name: Annotated[str, Meta(examples=["solitario40"])]
    version: Annotated[int, Meta(description="Raised when old records could play differently.")]
    seats: Annotated[list[int], Meta(description="The possible numbers of seats.", examples=[[1]])]
    options: list[OptionInfo]
    contest: Annotated[
        list[OptionInfo] | None, Meta(description="The options of contests; null if it has none.")
    ]
    contest_players: Annotated[list[int] | None, Meta(description="Minimum and maximum.")]
    default_contest_players: Annotated[
        int | None, Meta(description="Seats, if a request does not say how many.")
    ]
    has_daily: bool
    bots: Annotated[list[str], Meta(description="Its bots, the weakest first.")] = field(
        name="programs"
    )
    title: Translated
    about: Annotated[dict[str, str], Meta(description="A sentence by language; may be empty.")]
    texts: Annotated[
        dict[str, dict[str, str]],
        Meta(description="Translations of a plug-in game, by language and key."),
    ]
    default_bot: Annotated[str, Meta(description="The bot to suggest first.")]
    newcomers_bot: Annotated[
        str, Meta(description="The bot for those who have just learned the game.")
    ]
    facts: Annotated[
        dict[str, list[int]],
        Meta(
            description="Numbers from the rules for clients to show.",
            examples=[{"floor_penalties": [1, 1, 2, 2, 2, 3, 3]}],
        ),
    ]
    has_hints: bool
    has_par: Annotated[bool, Meta(description="For practice deals with default options.")]
    has_solver: bool
    has_coach: bool
    has_analysis: bool
    has_difficulty: Annotated[bool, Meta(description="Can deals be chosen by their difficulty?")]
    has_cards: Annotated[bool, Meta(description="Is it played with cards?")]
    faces: Annotated[
        dict[str, str],
        Meta(
            description="The card faces to show first, by language.",
            examples=[{"it": "napoletane", "en": "francesi"}],
        ),
    ]
    has_rules: Annotated[bool, Meta(description="Is there a rules page?")]
    has_lesson: bool
    can_give_up: bool
    can_lay_open: Annotated[bool, Meta(description="Can a replay show what was hidden?")]
    winnable: Annotated[
        list[WinnableInfo],
        Meta(description="How many deals can be won, for the options for which it is known."),
    ]


class DealInfo(Struct, frozen=True):
    game: str
    number: int
    options: dict[str, str]
    view: Annotated[BoardView, Meta(description="What an onlooker sees before the first move.")]
    link: Annotated[str, Meta(description="Where to play it.", examples=["/g/solitario40/1234567"])]


class DealClassInfo(Struct, frozen=True):
    game: str
    number: int
    winnable: Annotated[
        bool | None, Meta(description="Null if the solver did not decide it within its budget.")
    ]
    difficulty: Annotated[
        Difficulty | None, Meta(description="Of a deal that can be won, by docs/playing/deals.md.")
    ]


class Par(Struct, frozen=True):
    game: str
    number: int
    points: Annotated[
        int,
        Meta(description="Points of a bot that sees no more than a player."),
    ]


def games() -> list[GameInfo]:
    return [_game_info(entry) for entry in entries()]


def _game_info(entry: GameEntry) -> GameInfo:
    return GameInfo(
        name=entry.name,
        version=entry.version,
        seats=list(entry.seat_counts),
        options=_options(entry.options),
        contest=_contest_options(entry) if entry.has_contest else None,
        contest_players=[2, MAX_PLAYERS] if entry.has_contest else None,
        default_contest_players=DEFAULT_PLAYERS if entry.has_contest else None,
        has_daily=entry.has_daily,
        bots=list(entry.bot_names),
        title={lang: title_of(lang, entry.name) for lang in LANGUAGES},
        about={lang: about(lang, entry.name) for lang in LANGUAGES},
        texts={lang: dict(texts) for lang, texts in entry.texts.items()},
        default_bot=entry.stand_in,
        newcomers_bot=entry.newcomers_bot or entry.stand_in,
        facts={name: list(numbers) for name, numbers in entry.facts.items()},
        has_hints=entry.has_hints,
        has_par=entry.has_par,
        has_solver=entry.has_solver,
        has_coach=entry.has_coach,
        has_analysis=entry.has_analysis,
        has_difficulty=entry.has_difficulty,
        has_cards=entry.has_cards,
        faces={lang: entry.default_faces(lang) for lang in LANGUAGES},
        has_rules=find_text(LANGUAGES[0], f"rules.{entry.name}") is not None,
        has_lesson=entry.name in lesson_games(),
        can_give_up=entry.can_give_up,
        can_lay_open=entry.can_lay_open,
        winnable=[
            WinnableInfo(options_of(make_game(entry.name, options)), percent)
            for percent, options in entry.winnable
        ],
    )


def _contest_options(entry: GameEntry) -> list[OptionInfo]:
    """Only a solver can prove that a deal can be won."""
    specs = option_specs(Contest)
    return _options(spec for spec in specs if spec.name != "deals" or entry.has_solver)


def _options(options: Iterable[OptionSpec]) -> list[OptionInfo]:
    return [
        OptionInfo(name, default, None if choices is None else list(choices))
        for name, default, choices in options
    ]


def option_names() -> list[str]:
    """Of all games, each once."""
    return list(dict.fromkeys(option.name for entry in entries() for option in entry.options))


def check_game(name: str) -> str:
    if name not in game_names():
        raise NotFound(f"expected a game among {', '.join(game_names())}, got {name[:40]!r}")
    return name


def deal(name: str, number: int, options: Mapping[str, str]) -> DealInfo:
    try:
        game = make_game(check_game(name), options)
        view = practice_match(game, number).watch(0)
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
    if not entry_of(check_game(name)).has_par:
        names = " or ".join(entry.name for entry in entries() if entry.has_par)
        raise BadOption(f"expected {names} for a par, got {name}")
    return make_game(name)


def classified_game(name: str, number: int, options: Mapping[str, str]) -> AnyGame:
    """A game whose deals have a class; checks the number too."""
    if not entry_of(check_game(name)).has_difficulty:
        names = " or ".join(entry.name for entry in entries() if entry.has_difficulty)
        raise BadOption(f"expected {names} for the class of a deal, got {name}")
    try:
        check_deal_number(number)
        return make_game(name, options)
    except OptionError as error:
        raise BadOption(str(error)) from None
    except NotationError as error:
        raise BadMessage(str(error)) from None


def practice_match(game: AnyGame, number: int) -> Match[Any, Any]:
    """A practice deal before the first move, without the referee, whose search may be slow."""
    match = new_match(game, deal_seed(number), is_practice=True)
    while match.actor(0) == CHANCE:
        entry = due(match, _no_referee)
        assert entry is not None, "it is chance's turn"
        match = match.play(entry)
    return match


def _no_referee(_: AnyGame, __: Any) -> Stop | None:
    return None
