"""The settings of a table, stored besides its log: game, options, seats."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import msgspec

from tavolino.catalogue import make_game
from tavolino.chance import FairSeed, deal_seed
from tavolino.contest import Contest
from tavolino.game import AnyGame, OptionError, options_of, with_options
from tavolino.match import Match, new_match
from tavolino.server.errors import OtherRules
from tavolino.server.live.domain.messages import Kind, Onlookers, Phase, SeriesBy

NEXT_GAME_MS = 15_000
"""How long a further game of a series waits for its players."""


class Reservation(msgspec.Struct, frozen=True):
    """The seat of a rematch that is kept for a player of the game before."""

    player: int
    user: str
    name: str


class SeriesTerms(msgspec.Struct, frozen=True):
    """A series that a table belongs to."""

    best_of: int
    by: SeriesBy
    number: int = 1
    """Of the game at this table."""


class HostSettings(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the host decides besides the options of the game."""

    is_public: bool = False
    onlookers: Onlookers = "boards"
    turn_seconds: float | None = None
    reserved: tuple[Reservation, ...] = ()
    """In the lobby of a rematch."""
    series: SeriesTerms | None = None


@dataclass(frozen=True, slots=True)
class TableSeat:
    player: int
    user: str | None
    bot: str | None
    name: str
    nonce: str
    is_away: bool = False
    """The clock has run out too often: a bot plays for this user."""

    @property
    def is_played_by_bot(self) -> bool:
        return self.bot is not None or self.is_away

    @classmethod
    def from_row(cls, row: Any) -> TableSeat:
        away = bool(row.is_away)
        return cls(row.player, row.person, row.bot, row.name, row.nonce, away)


@dataclass(frozen=True, slots=True)
class TableSettings:
    id: str
    kind: Kind
    game: AnyGame
    contest: Contest | None
    host_settings: HostSettings
    players: int
    host: str
    phase: Phase
    created_at: int
    deal: int | None = None
    fair: FairSeed | None = None
    """Includes the secret, which no message contains before the end."""
    day: str | None = None
    follows: str | None = None
    starts_at: int | None = None
    ended_at: int | None = None
    seats: tuple[TableSeat, ...] = field(default=())
    """In the order of the players."""

    @property
    def is_practice(self) -> bool:
        return self.kind == "practice"

    @property
    def is_unfinished_practice(self) -> bool:
        return self.is_practice and self.phase in ("lobby", "playing")

    @property
    def is_alone(self) -> bool:
        """Nobody else can join: the game begins when the table is opened."""
        return self.kind in ("practice", "daily")

    @property
    def people(self) -> tuple[int, ...]:
        """The players who are not bots."""
        return tuple(seat.player for seat in self.seats if not seat.bot)

    @property
    def reserved(self) -> tuple[Reservation, ...]:
        """Seats of a rematch that wait for a player of the game before."""
        taken = {seat.player for seat in self.seats}
        held = self.host_settings.reserved if self.phase == "lobby" else ()
        return tuple(one for one in held if one.player not in taken)

    @property
    def waits_until(self) -> int | None:
        """Further games of a series start at this time without those who have not come."""
        series = self.host_settings.series
        is_waiting = self.phase == "lobby" and series is not None and series.number > 1
        return self.created_at + NEXT_GAME_MS if is_waiting else None

    def with_reserved(self, reserved: tuple[Reservation, ...]) -> TableSettings:
        changed = msgspec.structs.replace(self.host_settings, reserved=reserved)
        return replace(self, host_settings=changed)

    def players_of(self, user: str) -> list[int]:
        return [seat.player for seat in self.seats if seat.user == user]

    @property
    def nonces(self) -> tuple[str, ...]:
        """A daily deal is the same for everybody, so its only nonce is the day."""
        return (day_nonce(self.day),) if self.day else tuple(seat.nonce for seat in self.seats)

    def origin(self) -> int | FairSeed | None:
        """The origin of the seed, as in a record."""
        if self.fair is None:
            return self.deal
        return FairSeed(self.fair.commitment, self.nonces, self.fair.secret)

    def new_match(self) -> Match[Any, Any]:
        """The match before its first entry."""
        origin = self.origin()
        assert origin is not None, "a table has a deal number or a secret"
        seed = deal_seed(origin) if isinstance(origin, int) else origin.seed()
        boards = self.players // self.game.seats
        return new_match(
            self.game, seed, boards=boards, contest=self.contest, is_practice=self.is_practice
        )

    def at_phase(self, phase: Phase, ended_at: int | None) -> TableSettings:
        is_same = self.phase == phase and (self.ended_at is None) == (ended_at is None)
        return self if is_same else replace(self, phase=phase, ended_at=ended_at)

    @property
    def away(self) -> list[int]:
        """The players for whom a bot stands in."""
        return [seat.player for seat in self.seats if seat.is_away]

    def with_away(self, player: int, is_away: bool) -> TableSettings:
        seats = (replace(s, is_away=is_away) if s.player == player else s for s in self.seats)
        return replace(self, seats=tuple(seats))

    def row(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "kind": self.kind,
            "game": self.game.name,
            "version": self.game.version,
            "options": _json(options_of(self.game)),
            "contest": _json(options_of(self.contest)) if self.contest else None,
            "settings": _json(self.host_settings),
            "players": self.players,
            "deal": self.deal,
            "commitment": self.fair.commitment if self.fair else None,
            "secret": self.fair.secret if self.fair else None,
            "day": self.day,
            "follows": self.follows,
            "host": self.host,
            "is_public": self.host_settings.is_public,
            "phase": self.phase,
            "created_at": self.created_at,
            "starts_at": self.starts_at,
            "ended_at": self.ended_at,
        }

    def seat_rows(self) -> list[dict[str, Any]]:
        return [
            {
                "table_id": self.id,
                "player": seat.player,
                "person": seat.user,
                "bot": seat.bot,
                "name": seat.name,
                "nonce": seat.nonce,
                "is_away": seat.is_away,
            }
            for seat in self.seats
        ]

    @classmethod
    def from_row(cls, row: Any, seats: tuple[TableSeat, ...]) -> TableSettings:
        """Inverse of ``row`` and ``seat_rows``."""
        contest = with_options(Contest, msgspec.json.decode(row.contest)) if row.contest else None
        return cls(
            id=row.id,
            kind=row.kind,
            game=_stored_game(row.game, msgspec.json.decode(row.options)),
            contest=contest,
            host_settings=_host_settings.decode(row.settings),
            players=row.players,
            host=row.host,
            phase=row.phase,
            created_at=row.created_at,
            deal=row.deal,
            fair=FairSeed(row.commitment, (), row.secret) if row.commitment else None,
            day=row.day,
            follows=row.follows,
            starts_at=row.starts_at,
            ended_at=row.ended_at,
            seats=tuple(sorted(seats, key=lambda seat: seat.player)),
        )


# Made once, at import: msgspec crashes if two threads are the first to use a type, as when a server
# starts and reads several tables (seen as signal 11 in tests/server/process/test_kill.py).
_host_settings: msgspec.json.Decoder[HostSettings] = msgspec.json.Decoder(HostSettings)


def _stored_game(name: str, options: dict[str, str]) -> AnyGame:
    try:
        return make_game(name, options)
    except OptionError as error:  # its package is no longer installed, or is another version
        raise OtherRules(f"this server cannot play a stored table of {name}: {error}") from None


def day_nonce(day: str) -> str:
    """
    >>> day_nonce("2026-11-16")
    '20261116'
    """
    return day.replace("-", "")


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
