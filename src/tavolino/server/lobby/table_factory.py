"""A new table from what somebody wishes for, checked; nothing is written here."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import replace
from hashlib import blake2b
from itertools import count

from tavolino.catalogue import entry_of, make_game
from tavolino.chance import FairSeed, check_deal_number, new_deal_number
from tavolino.contest import Contest
from tavolino.game import TavolinoError, with_options
from tavolino.match import check_contest
from tavolino.server.accounts.users import User
from tavolino.server.clock import now
from tavolino.server.errors import BadOption
from tavolino.server.live.table_settings import HostSettings, TableSeat, TableSettings
from tavolino.server.lobby.requests import NewTable

CODE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Without those that are mixed up when read aloud."""
CODE_LENGTH = 8


def new_code() -> str:
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def daily_code(day: str, game: str, user: str) -> str:
    """One table a user, a game and a day: the primary key sees to it."""
    return "d" + blake2b(f"{day} {game} {user}".encode(), digest_size=10).hexdigest()


def nonce_or_new(given: str | None) -> str:
    return given or secrets.token_hex(8)


def new_table_settings(turn_seconds: float, user: User, wish: NewTable) -> TableSettings:
    """What was wished for, checked; the user who asks is the host and sits down."""
    game = make_game(wish.game, wish.options)
    is_contest = wish.kind == "contest"
    if wish.kind == "table" and game.seats == 1:
        raise BadOption(f"expected a game for several players at a table, got {game.name}")
    contest = with_options(Contest, wish.contest) if is_contest else None
    players = (wish.players or 8) if is_contest else game.seats
    if not is_contest and wish.players not in (None, players):
        raise BadOption(f"expected {players} players by the options, got {wish.players}")
    if is_contest:
        check_contest(game, players)
    bots = _bots(game.name, players, wish.bots)
    is_practice = wish.kind == "practice"
    everybody: list[TableSeat] = []
    for n in range(players):
        everybody.append(
            bot_seat(n, bots[n], everybody)
            if n in bots
            else TableSeat(n, user.id, None, user.name, nonce_or_new(wish.nonce))
        )
    mine = next(seat for seat in everybody if not seat.bot)
    chairs = everybody if is_practice else [seat for seat in everybody if seat.bot or seat is mine]
    return TableSettings(
        id=new_code(),
        kind=wish.kind,
        game=game,
        contest=contest,
        host_settings=HostSettings(
            is_public=wish.is_public and not is_practice,
            onlookers=wish.onlookers or ("standings" if is_contest else "boards"),
            turn_seconds=(wish.turn_seconds or turn_seconds) if wish.kind == "table" else None,
        ),
        players=players,
        host=user.id,
        phase="lobby",
        created_at=now(),
        deal=_deal_number(wish.deal) if is_practice else None,
        fair=None if is_practice else FairSeed.new(),
        seats=tuple(_named(chairs, is_practice)),
    )


def bot_seat(player: int, bot: str, beside: Iterable[TableSeat]) -> TableSeat:
    """A program is called by what it is; where several are alike, a number tells them apart."""
    taken = {seat.name for seat in beside if seat.bot}
    names = (bot if n == 1 else f"{bot} {n}" for n in count(1))
    return TableSeat(
        player, None, bot, next(n for n in names if n not in taken), nonce_or_new(None)
    )


def _named(chairs: list[TableSeat], is_practice: bool) -> list[TableSeat]:
    """At a hot seat everybody has the host's name, so a number tells them apart."""
    people = [seat for seat in chairs if not seat.bot]
    if not is_practice or len(people) < 2:
        return chairs
    return [
        seat if seat.bot else replace(seat, name=f"{seat.name[:56]} {seat.player + 1}")
        for seat in chairs
    ]


def _bots(game: str, players: int, wished: dict[str, str]) -> dict[int, str]:
    known = entry_of(game).bot_names
    bots: dict[int, str] = {}
    for seat, name in wished.items():
        if not (seat.isdecimal() and seat.isascii() and int(seat[:3]) < players):
            raise BadOption(f"expected seats from 0 to {players - 1} for programs, got {seat!r}")
        if name not in known:
            raise BadOption(f"expected a program among {', '.join(known)}, got {name[:40]!r}")
        bots[int(seat)] = name
    if len(bots) == players:
        raise BadOption("expected a seat for yourself, got programs at all of them")
    return bots


def _deal_number(number: int | None) -> int:
    if number is None:
        return new_deal_number()
    try:
        return check_deal_number(number)
    except TavolinoError as error:
        raise BadOption(str(error)) from None


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
    """The same terms, before anything has happened."""
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
