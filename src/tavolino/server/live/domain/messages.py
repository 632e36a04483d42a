"""The messages of the WebSocket, in both directions: one JSON object per frame, tagged ``type``.

``docs/server/protocol.md`` describes the protocol; the browser's types are generated from this
file. Players and boards are numbered from 0. Times are milliseconds since 1970 by the server's
clock.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct, field

from tavolino.narration import Sentence
from tavolino.server.views import BoardView
from tavolino.server.views.azul_scoring import Preview, RoundCount

PROTOCOL = 1

TableId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=32)]
MessageId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]
"""Chosen by the client, new for every command, but the same when a command is sent again."""
MoveText: TypeAlias = Annotated[str, Meta(min_length=1, max_length=60)]
Count: TypeAlias = Annotated[int, Meta(ge=0, le=1_000_000)]

Kind: TypeAlias = Literal["practice", "table", "contest", "daily"]
Phase: TypeAlias = Literal["lobby", "countdown", "playing", "over"]
Onlookers: TypeAlias = Literal["none", "standings", "boards"]

Phrase: TypeAlias = Literal[
    "hello",
    "good_luck",
    "nice_move",
    "well_played",
    "oops",
    "one_moment",
    "thanks",
    "another",
    "smile",
    "laugh",
    "surprise",
    "sad",
    "thinking",
    "heart",
]
"""What players say to each other instead of free chat; each client has its own words for it."""


class In(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """A message from a client."""


class Watch(In, frozen=True, tag="watch"):
    """Subscribe to a table, as a player or an onlooker."""

    table: TableId


class Leave(In, frozen=True, tag="leave"):
    """Unsubscribe from a table."""

    table: TableId


class Command(In, frozen=True):
    """A command of a player, answered by an update or an error with its id."""

    table: TableId
    id: MessageId
    count: Count
    """The ``count`` of the position it is meant for; on another position it is stale."""


class Move(Command, frozen=True, tag="move"):
    move: MoveText
    """One of the strings in ``moves``."""


class Undo(Command, frozen=True, tag="undo"):
    """Undo the player's last move; practice only."""


class Redo(Command, frozen=True, tag="redo"):
    """Redo the last move undone; practice only."""


class Finish(Command, frozen=True, tag="finish"):
    """Move all cards to the bases, once all are face up (R-S40-47)."""


class GiveUp(Command, frozen=True, tag="give_up"):
    """Give up the game."""


class AskHint(Command, frozen=True, tag="hint"):
    """Ask for a hint; practice only."""


class Back(In, frozen=True, tag="back"):
    """Take the seat back from the bot that plays for the user."""

    table: TableId


class Ping(In, frozen=True, tag="ping"):
    """Answered by a pong."""

    id: MessageId


class Visible(In, frozen=True, tag="visible"):
    """Can the user see the page? A user with no visible page counts as offline."""

    is_visible: bool


class Say(In, frozen=True, tag="say"):
    """Say one of the fixed phrases to everybody at the table; players only."""

    table: TableId
    phrase: Phrase


Incoming: TypeAlias = (
    Watch | Leave | Move | Undo | Redo | Finish | GiveUp | AskHint | Back | Say | Ping | Visible
)


class Out(Struct, frozen=True, tag_field="type"):
    """A message from the server."""


class Welcome(Out, frozen=True, tag="welcome"):
    """The first message of a connection."""

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
    """The bot at this seat; null for a user."""
    is_here: bool
    """Is the user connected? Always true for bots."""
    is_away: bool
    """A bot plays for a user whose clock has run out three times."""
    is_host: bool


class ReservedSeat(Struct, frozen=True):
    """A free seat of a rematch that waits for a player of the game before."""

    player: int
    name: str
    is_you: bool


SeriesBy: TypeAlias = Literal["wins", "places", "points"]


class SeriesRow(Struct, frozen=True):
    """A row of the standing of a series."""

    place: int
    name: str
    bot: str | None
    is_you: bool
    wins: int
    places: int
    """The sum of the places; fewer are better."""
    points: int


class SeriesInfo(Struct, frozen=True):
    """A series of games of the same players."""

    best_of: int
    by: SeriesBy
    """What decides: games won, the sum of places or the sum of points."""
    number: int
    """Of this game, from 1."""
    tables: list[str]
    """The games so far; the last is this one."""
    rows: list[SeriesRow]
    """The standing after the finished games, the best first."""
    is_decided: bool
    """Then no further game is played; a rematch begins a new series."""
    waits_until: int | None = None
    """In the lobby of a further game: from then on it starts without those who have not come."""


class TableInfo(Out, frozen=True, tag="table"):
    """A table without its positions; sent when anything in it changes."""

    table: str
    kind: Kind
    game: str
    options: dict[str, str]
    contest: dict[str, str] | None
    phase: Phase
    seats: list[SeatInfo]
    players: int
    """The number of seats."""
    yours: list[int]
    """The user's players: none for an onlooker, several at a hot seat."""
    boards: list[int]
    """The boards that the user may see now."""
    is_host: bool
    is_public: bool
    onlookers: Onlookers
    watching: int
    """The number of onlookers."""
    turn_seconds: float | None
    deal: int | None
    """The number of a practice deal."""
    day: str | None
    commitment: str | None
    secret: str | None
    """Revealed at the end."""
    starts_at: int | None
    ends_at: int | None
    """The end of the time limit, if there is one."""
    ended_at: int | None
    rematch: str | None
    """The table of the rematch."""
    nonces: list[str] | None = None
    """The players' contributions to the seed, in their order; revealed with the secret."""
    rematch_by: str | None = None
    """The name of its host, who asked for it."""
    reserved: list[ReservedSeat] = field(default_factory=list)
    """In the lobby of a rematch: the seats of those who have not come yet."""
    series: SeriesInfo | None = None


class Update(Out, frozen=True, tag="update"):
    """The position of a board, after an event on it."""

    table: str
    board: int
    seq: int
    """The number of entries in the log of the table."""
    count: int
    """The number of entries that concern this board; commands send it back."""
    id: str | None
    """The message that this answers; all connections get the same bytes."""
    actor: int | None
    """The player to move; null at the end."""
    view: BoardView
    moves: list[str]
    told: list[Sentence]
    """What happened since the last position."""
    last: str | None
    """The last move of a player, as it was sent."""
    can: list[str]
    """Commands besides moves: undo, redo, hint, give_up; ``finish`` if ``view.can_finish``."""
    notices: list[str]
    """stall, dead_end."""
    turn_ends_at: int | None = None
    previews: dict[str, Preview] | None = None
    """The effect of each move of azul_solo."""
    count_of_round: RoundCount | None = None
    """The scoring of a round of azul_solo that has just ended."""


class Row(Struct, frozen=True):
    """A row of the standings."""

    place: int
    player: int
    points: int
    moves: int
    last_gain: int | None
    reason: str
    """The first criterion that ranks this player below the one before; "" for points."""
    state: Literal["playing", "solved", "stall", "time_up", "given_up", "over"]


class Standings(Out, frozen=True, tag="standings"):
    """The ranking of a contest; one message covers the moves of a short interval."""

    table: str
    seq: int
    mossa: int
    new_games: int = field(name="replays")
    """The number of new games after a tie."""
    is_final: bool
    rows: list[Row]


class Said(Out, frozen=True, tag="said"):
    """What a player says; it is not stored."""

    table: str
    player: int
    phrase: Phrase


class AdvisedMove(Struct, frozen=True):
    move: str
    told: list[Sentence]


class Hint(Out, frozen=True, tag="hint"):
    table: str
    id: str
    advice: list[AdvisedMove]
    """The best move first; empty if nothing can be gained any more."""


class Error(Out, frozen=True, tag="error"):
    code: str
    """One of the codes in docs/server/protocol.md."""
    text: str
    """A sentence in English."""
    id: str | None = None
    table: str | None = None
    clause: str | None = None
    """The clause of the rules that forbids the move."""


class Pong(Out, frozen=True, tag="pong"):
    id: str
    now: int


class FriendPresence(Out, frozen=True, tag="friend"):
    """A friend has come online or gone offline."""

    friend: str
    is_online: bool


class FriendsChanged(Out, frozen=True, tag="friends"):
    """The user has a friend more, or less."""


class Invitation(Out, frozen=True, tag="invitation"):
    """A friend invites the user to a table that waits for players."""

    table: str
    game: str
    name: str
    """The friend's."""


class YourTurn(Out, frozen=True, tag="your_turn"):
    """It is the user's turn at a table with a long turn limit, which they may not be watching."""

    table: str
    game: str


Outgoing: TypeAlias = (
    Welcome
    | TableInfo
    | Update
    | Standings
    | Said
    | Hint
    | Error
    | Pong
    | FriendPresence
    | FriendsChanged
    | Invitation
    | YourTurn
)
