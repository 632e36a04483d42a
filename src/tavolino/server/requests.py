"""What people send to the lobby."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from tavolino.server.messages import Onlookers, TableInfo

Short = Annotated[str, Meta(max_length=40)]
Nonce = Annotated[
    str, Meta(pattern="^[0-9a-f]{1,64}$", description="Hexadecimal, your own part of the seed.")
]


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A table to be opened; who asks is its host and sits down."""

    game: Annotated[Short, Meta(examples=["solitario40"])]
    kind: Literal["practice", "table", "contest"] = "practice"
    options: Annotated[dict[Short, Short], Meta(max_length=16)] = field(default_factory=dict)
    contest: Annotated[dict[Short, Short], Meta(max_length=16)] = field(default_factory=dict)
    players: Annotated[int, Meta(ge=1, le=16)] | None = None
    deal: Annotated[int, Meta(ge=1, le=999_999_999)] | None = None
    bots: Annotated[dict[Short, Short], Meta(max_length=16)] = field(default_factory=dict)
    is_public: bool = False
    onlookers: Onlookers | None = None
    turn_seconds: Annotated[float, Meta(ge=1, le=86_400)] | None = None
    nonce: Nonce | None = None


class Join(Struct, frozen=True, forbid_unknown_fields=True):
    nonce: Nonce | None = None


class SeatBot(Struct, frozen=True, forbid_unknown_fields=True):
    bot: Annotated[Short, Meta(examples=["medio"])]


class PublicTables(Struct, frozen=True):
    tables: list[TableInfo]
