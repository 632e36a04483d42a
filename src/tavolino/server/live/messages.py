"""What goes over the socket, both ways: one JSON object a frame, told apart by ``type``.

``docs/protocol.md`` tells the story; the browser's types are generated from these.
Players and boards are numbered from 0 here. Times are milliseconds since 1970, server's clock.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from tavolino.narration import Told
from tavolino.server.views import BoardView
from tavolino.server.views.azul_count import Preview, RoundCount

PROTOCOL = 1

TableId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=32)]
MessageId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]
"""Chosen by the client, new for every command; the same again when a command is sent again."""
MoveText: TypeAlias = Annotated[str, Meta(min_length=1, max_length=60)]
Count: TypeAlias = Annotated[int, Meta(ge=0, le=1_000_000)]

Kind: TypeAlias = Literal["practice", "table", "contest", "daily"]
Phase: TypeAlias = Literal["lobby", "countdown", "playing", "over"]
Onlookers: TypeAlias = Literal["none", "standings", "boards"]


class In(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """From a client."""


class Watch(In, frozen=True, tag="watch"):
    """Tell me about this table from now on, as a player or an onlooker."""

    table: TableId


class Leave(In, frozen=True, tag="leave"):
    """No longer."""

    table: TableId


class Command(In, frozen=True):
    """Something a player does; answered by an update or an error with its id."""

    table: TableId
    id: MessageId
    count: Count
    """The ``count`` of the position it was decided on: on another one it is stale."""


class Move(Command, frozen=True, tag="move"):
    move: MoveText
    """One of the strings in ``moves``."""


class Undo(Command, frozen=True, tag="undo"):
    """Take my last move back; practice only, as ``redo`` and ``hint``."""


class Redo(Command, frozen=True, tag="redo"):
    pass


class Finish(Command, frozen=True, tag="finish"):
    """All cards to the bases, once all lie open (R-S40-47)."""


class GiveUp(Command, frozen=True, tag="give_up"):
    pass


class AskHint(Command, frozen=True, tag="hint"):
    """What would you play? Practice only."""


class Back(In, frozen=True, tag="back"):
    """I am here again: give me back the seat that a program plays."""

    table: TableId


class Ping(In, frozen=True, tag="ping"):
    id: MessageId


Incoming: TypeAlias = Watch | Leave | Move | Undo | Redo | Finish | GiveUp | AskHint | Back | Ping


class Out(Struct, frozen=True, tag_field="type"):
    """From the server."""


class Welcome(Out, frozen=True, tag="welcome"):
    """The first frame of a connection."""

    person: str
    name: str
    is_guest: bool
    now: int
    protocol: int = PROTOCOL


class SeatInfo(Struct, frozen=True):
    player: int
    name: str
    is_you: bool
    bot: str | None
    """The program that has the seat."""
    is_here: bool
    """Is somebody connected? Bots always are."""
    is_away: bool
    """A program plays for a person who let the clock run out three times."""
    is_host: bool


class TableInfo(Out, frozen=True, tag="table"):
    """Everything about a table but its positions; sent when any of it changes."""

    table: str
    kind: Kind
    game: str
    options: dict[str, str]
    contest: dict[str, str] | None
    phase: Phase
    seats: list[SeatInfo]
    players: int
    """Places there are."""
    yours: list[int]
    """The players that you are: none for an onlooker, all of a hot seat."""
    boards: list[int]
    """The boards whose positions you may see now."""
    is_host: bool
    is_public: bool
    onlookers: Onlookers
    watching: int
    """How many onlookers there are."""
    turn_seconds: float | None
    deal: int | None
    """The number of a practice deal, to share."""
    day: str | None
    commitment: str | None
    secret: str | None
    """Revealed at the end."""
    starts_at: int | None
    ends_at: int | None
    """When time will be up, if there is a limit."""
    ended_at: int | None
    rematch: str | None
    """The table where these players play again."""


class Update(Out, frozen=True, tag="update"):
    """A position, after something happened on a board."""

    table: str
    board: int
    seq: int
    """Entries in the log of the table."""
    count: int
    """Entries that concern this board; to be sent back with a command."""
    id: str | None
    """The message that this answers; everybody gets the same bytes."""
    actor: int | None
    """The player who is to act; null at the end."""
    view: BoardView
    moves: list[str]
    told: list[Told]
    """What happened since the position before."""
    last: str | None
    """The move that led here, as the player sent it."""
    can: list[str]
    """Beside moving: undo, redo, hint, give_up; ``finish`` where ``view.can_finish``."""
    notices: list[str]
    """stall, dead_end."""
    turn_ends_at: int | None = None
    previews: dict[str, Preview] | None = None
    """What each move of azul_solo does."""
    count_of_round: RoundCount | None = None
    """The points of a round of azul_solo that has just ended."""


class Row(Struct, frozen=True):
    place: int
    player: int
    points: int
    moves: int
    last_gain: int | None
    reason: str
    """The clause that put this player behind the one before; "" where points did."""
    state: Literal["playing", "solved", "stall", "time_up", "over"]


class Standings(Out, frozen=True, tag="standings"):
    """The ranking of a contest, gathered for a moment so that many moves make one message."""

    table: str
    seq: int
    mossa: int
    replays: int
    is_final: bool
    rows: list[Row]


class Advice(Struct, frozen=True):
    move: str
    told: list[Told]


class Hint(Out, frozen=True, tag="hint"):
    table: str
    id: str
    advice: list[Advice]
    """Best first; nothing if there is nothing to gain any more."""


class Error(Out, frozen=True, tag="error"):
    code: str
    """One of the codes in docs/protocol.md."""
    text: str
    """One sentence, in English."""
    id: str | None = None
    table: str | None = None
    clause: str | None = None
    """The clause of the rules that forbids the move."""


class Pong(Out, frozen=True, tag="pong"):
    id: str
    now: int


Outgoing: TypeAlias = Welcome | TableInfo | Update | Standings | Hint | Error | Pong
