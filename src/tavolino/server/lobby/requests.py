"""The request bodies of the lobby."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from tavolino.chance import MAX_DEAL_NUMBER
from tavolino.match import MAX_PLAYERS
from tavolino.server.live.messages import Onlookers, TableInfo

Short = Annotated[str, Meta(max_length=40)]
Nonce = Annotated[
    str,
    Meta(
        pattern="^[0-9a-f]{1,64}$",
        description="Hexadecimal; your contribution to the seed.",
        examples=["5eed"],
    ),
]


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
        Annotated[int, Meta(ge=1, le=MAX_PLAYERS, description="Seats of a contest; 8 by default.")]
        | None
    ) = None
    deal: (
        Annotated[
            int,
            Meta(ge=1, le=MAX_DEAL_NUMBER, description="Practice: the deal; random by default."),
        ]
        | None
    ) = None
    bots: Annotated[
        dict[Short, Short],
        Meta(
            max_length=16,
            description="Bots by seat; seats are numbered from 0.",
            examples=[{"1": "medio"}],
        ),
    ] = field(default_factory=dict)
    is_public: Annotated[bool, Meta(description="List it while it waits for players.")] = False
    onlookers: Onlookers | None = None
    turn_seconds: (
        Annotated[float, Meta(ge=1, le=86_400, description="Turn limit of a table.")] | None
    ) = None
    nonce: Nonce | None = None


class Join(Struct, frozen=True, forbid_unknown_fields=True):
    nonce: Nonce | None = None


class SeatBot(Struct, frozen=True, forbid_unknown_fields=True):
    bot: Annotated[Short, Meta(examples=["medio"])]


class PublicTables(Struct, frozen=True):
    tables: list[TableInfo]
