"""Builds the settings of new tables from requests; writes nothing."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import replace
from hashlib import blake2b
from itertools import count

import msgspec

from tavolino.catalogue import entry_of, make_game
from tavolino.chance import FairSeed, check_deal_number, new_deal_number
from tavolino.contest import Contest
from tavolino.game import IllegalMoveError, TavolinoError, with_options
from tavolino.learning.deals.kinds import ANY
from tavolino.match import DEFAULT_PLAYERS, Referee, check_contest, settle
from tavolino.server.accounts.users import User
from tavolino.server.clock import now
from tavolino.server.errors import BadOption
from tavolino.server.live.domain.messages import SeriesBy
from tavolino.server.live.domain.table_settings import (
    HostSettings,
    Reservation,
    SeriesTerms,
    TableSeat,
    TableSettings,
)
from tavolino.server.lobby.requests import NewTable

CODE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Without letters and digits that are easily confused."""
CODE_LENGTH = 8


def new_code() -> str:
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def daily_code(day: str, game: str, user: str) -> str:
    """The same for each user, game and day, so that the primary key allows only one table."""
    return "d" + blake2b(f"{day} {game} {user}".encode(), digest_size=10).hexdigest()


BOT_NONCE = "0"
"""The server plays the bots, so it must have no choice here."""


def nonce_or_new(given: str | None) -> str:
    """Of a player; one who sends none leaves it to the server."""
    return given or secrets.token_hex(16)


def new_table_settings(turn_seconds: float, user: User, request: NewTable) -> TableSettings:
    """Checks a request. The user becomes the host and takes the first free seat."""
    game = make_game(request.game, request.options)
    is_contest = request.kind == "contest"
    if request.kind == "table" and game.seats == 1:
        raise BadOption(f"expected a game for several players at a table, got {game.name}")
    contest = with_options(Contest, request.contest) if is_contest else None
    players = (request.players or DEFAULT_PLAYERS) if is_contest else game.seats
    if not is_contest and request.players not in (None, players):
        raise BadOption(f"expected {players} players, as in the options, got {request.players}")
    if contest:
        check_contest(game, players, contest)
    bots = _bots(game.name, players, request.bots)
    is_practice = request.kind == "practice"
    if request.moves and not (is_practice and request.deal):
        raise BadOption("expected practice with a deal number where moves are given")
    if request.difficulty != ANY and (not is_practice or request.deal):
        raise BadOption("expected practice without a deal number where a difficulty is given")
    all_seats: list[TableSeat] = []
    for n in range(players):
        all_seats.append(
            bot_seat(n, bots[n], all_seats)
            if n in bots
            else TableSeat(n, user.id, None, user.name, nonce_or_new(request.nonce))
        )
    own = next(seat for seat in all_seats if not seat.bot)
    taken = all_seats if is_practice else [seat for seat in all_seats if seat.bot or seat is own]
    return TableSettings(
        id=new_code(),
        kind=request.kind,
        game=game,
        contest=contest,
        host_settings=HostSettings(
            is_public=request.is_public and not is_practice,
            onlookers=request.onlookers or ("standings" if is_contest else "boards"),
            turn_seconds=(request.turn_seconds or turn_seconds)
            if request.kind == "table"
            else None,
            series=_series(request),
        ),
        players=players,
        host=user.id,
        phase="lobby",
        created_at=now(),
        deal=_deal_number(request.deal) if is_practice else None,
        fair=None if is_practice else FairSeed.new(),
        seats=tuple(_named(taken, is_practice, request.names)),
    )


def _series(request: NewTable) -> SeriesTerms | None:
    if request.series is None:
        return None
    allowed: dict[str, tuple[SeriesBy, ...]] = {"table": ("wins",), "contest": ("places", "points")}
    ways = allowed.get(request.kind)
    if ways is None:
        raise BadOption("expected a table or a contest for a series, got practice")
    by = request.series.by or ways[0]
    if by not in ways:
        expected = " or ".join(ways)
        raise BadOption(f"expected {expected} to decide a series of this kind, got {by}")
    return SeriesTerms(request.series.best_of, by)


def bot_seat(player: int, bot: str, others: Iterable[TableSeat]) -> TableSeat:
    """A bot is named after its level, with a number if there are several of the same level."""
    taken = {seat.name for seat in others if seat.bot}
    names = (bot if n == 1 else f"{bot} {n}" for n in count(1))
    return TableSeat(player, None, bot, next(n for n in names if n not in taken), BOT_NONCE)


def _named(seats: list[TableSeat], is_practice: bool, chosen: dict[str, str]) -> list[TableSeat]:
    """People at one screen have the names they chose, or the host's with a number."""
    people = [seat for seat in seats if not seat.bot]
    known = {str(seat.player) for seat in people}
    if chosen and not (is_practice and len(people) > 1 and chosen.keys() <= known):
        raise BadOption(f"expected names for several people at one screen, got {_shown(chosen)}")
    if not is_practice or len(people) < 2:
        return seats
    names = {player: name.strip() for player, name in chosen.items()}
    return [
        seat
        if seat.bot
        else replace(
            seat, name=names.get(str(seat.player)) or f"{seat.name[:56]} {seat.player + 1}"
        )
        for seat in seats
    ]


def _shown(names: dict[str, str]) -> str:
    return ", ".join(f"seat {seat!r}" for seat in names)


def _bots(game: str, players: int, requested: dict[str, str]) -> dict[int, str]:
    known = entry_of(game).bot_names
    bots: dict[int, str] = {}
    for seat, name in requested.items():
        if not (seat.isdecimal() and seat.isascii() and int(seat[:3]) < players):
            raise BadOption(f"expected seats from 0 to {players - 1} for bots, got {seat!r}")
        if name not in known:
            raise BadOption(f"expected a bot among {', '.join(known)}, got {name[:40]!r}")
        bots[int(seat)] = name
    if len(bots) == players:
        raise BadOption("expected a seat for yourself, got bots at all seats")
    return bots


def _deal_number(number: int | None) -> int:
    if number is None:
        return new_deal_number()
    try:
        return check_deal_number(number)
    except TavolinoError as error:
        raise BadOption(str(error)) from None


def moves_made(settings: TableSettings, moves: Iterable[str], referee: Referee) -> list[str]:
    """The log of a practice table after these moves; raises ``BadOption`` if one is not legal."""
    match = settle(settings.new_match(), referee)
    for number, text in enumerate(moves, 1):
        player = match.actor(0)
        try:
            if player is None:
                raise IllegalMoveError("the game is over")
            match = match.move(player, match.game.parse_move(text), referee)
        except TavolinoError as error:
            raise BadOption(f"move {number}, {text!r}: {error}") from None
    return [str(entry) for entry in match.log]


def daily_settings(user: User, day: str, game: str, fair: FairSeed) -> TableSettings:
    return TableSettings(
        id=daily_code(day, game, user.id),
        kind="daily",
        game=make_game(game),
        contest=None,
        host_settings=HostSettings(onlookers="none"),
        players=1,
        host=user.id,
        phase="lobby",
        created_at=now(),
        fair=fair,
        day=day,
        seats=(TableSeat(0, user.id, None, user.name, "0"),),
    )


def fresh_settings(
    settings: TableSettings, host: User, seats: tuple[TableSeat, ...]
) -> TableSettings:
    """The same settings for a new table in the lobby."""
    return replace(
        settings,
        id=new_code(),
        host=host.id,
        phase="lobby",
        created_at=now(),
        starts_at=None,
        ended_at=None,
        seats=seats,
    )


def rematch_settings(settings: TableSettings, host: User, is_decided: bool) -> TableSettings:
    """The same game again: everybody moves up one seat, which is kept for them until they come.

    It continues a series, or begins a new one if that is decided.
    """

    def seat_after(player: int) -> int:
        return (player + 1) % settings.players

    bots = tuple(
        replace(seat, player=seat_after(seat.player), nonce=BOT_NONCE)
        for seat in settings.seats
        if seat.bot
    )
    reserved = tuple(
        Reservation(seat_after(seat.player), seat.user, seat.name)
        for seat in settings.seats
        if seat.user
    )
    # It is for the same players, so it is not listed.
    series = settings.host_settings.series
    if series:
        number = 1 if is_decided else series.number + 1
        series = msgspec.structs.replace(series, number=number)
    unlisted = msgspec.structs.replace(settings.host_settings, is_public=False, series=series)
    fresh = fresh_settings(replace(settings, host_settings=unlisted), host, bots)
    return replace(fresh, fair=FairSeed.new(), follows=settings.id).with_reserved(reserved)
