"""The request bodies of the lobby."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from tavolino.chance import MAX_DEAL_NUMBER
from tavolino.learning.deals.kinds import ANY, DealKind
from tavolino.match import DEFAULT_PLAYERS, MAX_PLAYERS
from tavolino.server.live.domain.messages import Onlookers, SeriesBy, TableInfo

MAX_TURN_SECONDS = 14 * 24 * 3600

Short = Annotated[str, Meta(max_length=40)]
Nonce = Annotated[
    str,
    Meta(
        pattern="^[0-9a-f]{1,64}$",
        description="Hexadecimal; your contribution to the seed.",
        examples=["5eed"],
    ),
]


class NewSeries(Struct, frozen=True, forbid_unknown_fields=True):
    """A series of games of the same players; it ends as soon as it is decided."""

    best_of: Annotated[Literal[3, 5], Meta(description="The number of games, at most.")]
    by: Annotated[
        SeriesBy | None,
        Meta(
            description="What decides. A table: wins. A contest: places, the default, or points, "
            "summed over all games."
        ),
    ] = None


MAX_GIVEN_MOVES = 1_500


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A table to open. The user becomes its host and takes a seat."""

    game: Annotated[Short, Meta(description="As in /api/games.", examples=["solitario40"])]
    kind: Annotated[
        Literal["practice", "table", "contest"],
        Meta(
            description="Practice: undo and hints, alone or with bots. Table: a game of several "
            "players. Contest: the same deal for everybody, of a game with one seat."
        ),
    ] = "practice"
    options: Annotated[
        dict[Short, Short],
        Meta(max_length=16, description="Options of the game.", examples=[{"draw": "1"}]),
    ] = field(default_factory=dict)
    contest: Annotated[
        dict[Short, Short],
        Meta(
            max_length=16,
            description="Options of the contest.",
            examples=[{"time_limit": "300", "tie_rule": "first_to_score"}],
        ),
    ] = field(default_factory=dict)
    players: (
        Annotated[
            int,
            Meta(
                ge=1,
                le=MAX_PLAYERS,
                description=f"Seats of a contest; {DEFAULT_PLAYERS} by default.",
            ),
        ]
        | None
    ) = None
    deal: (
        Annotated[
            int,
            Meta(ge=1, le=MAX_DEAL_NUMBER, description="Practice: the deal; random by default."),
        ]
        | None
    ) = None
    difficulty: Annotated[
        DealKind,
        Meta(
            description="Practice without a deal number: any deal, one that can be won, or one of "
            "these that is easy, medium or hard.",
            examples=["winnable"],
        ),
    ] = ANY
    moves: Annotated[
        list[Short],
        Meta(
            max_length=MAX_GIVEN_MOVES,
            description="Practice with a deal number: moves of all seats, after which the game "
            "begins.",
            examples=[["7D>b", "turn"]],
        ),
    ] = field(default_factory=list)
    bots: Annotated[
        dict[Short, Short],
        Meta(
            max_length=16,
            description="Bots by seat; seats are numbered from 0.",
            examples=[{"1": "medio"}],
        ),
    ] = field(default_factory=dict)
    names: Annotated[
        dict[Short, Short],
        Meta(
            max_length=16,
            description="Practice: the names of the people at one screen, by seat.",
            examples=[{"0": "Anna", "1": "Bruno"}],
        ),
    ] = field(default_factory=dict)
    is_public: Annotated[bool, Meta(description="List it while it waits for players.")] = False
    onlookers: Onlookers | None = None
    turn_seconds: (
        Annotated[
            float,
            Meta(ge=1, le=MAX_TURN_SECONDS, description="Turn limit of a table, up to two weeks."),
        ]
        | None
    ) = None
    series: NewSeries | None = None
    nonce: Nonce | None = None


class Join(Struct, frozen=True, forbid_unknown_fields=True):
    """Who has a seat already can send another nonce until the game starts."""

    nonce: Nonce | None = None


class SeatBot(Struct, frozen=True, forbid_unknown_fields=True):
    bot: Annotated[Short, Meta(examples=["medio"])]


class PublicTables(Struct, frozen=True):
    tables: list[TableInfo]
