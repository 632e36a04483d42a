"""Tables put into the database as if they had been played, and a server to ask about them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from litestar.testing import TestClient
from sqlalchemy import Engine, delete, insert

from support.databases.migrated import place_database
from support.random_play import play_randomly
from support.servers.app import client_of, two_in_turn
from tavolino.chance import FairSeed, commit, deal_seed
from tavolino.contest import Contest
from tavolino.game import AnyGame, Stop, options_of
from tavolino.games.nove_colonne import NoveColonne
from tavolino.match import Match, new_match, settle
from tavolino.server.config import Config
from tavolino.server.daily.deals import DailyDeal
from tavolino.server.live.journal import ranking_number
from tavolino.server.storage.database import open_engine
from tavolino.server.storage.schema import (
    dailies,
    entries,
    friend_links,
    friendships,
    job_results,
    lesson_progress,
    mail_addresses,
    push_subscriptions,
    records,
    results,
    seats,
    tables,
    turn_notices,
    users,
)
from tavolino.server.storage.totals import ChangedResults
from tavolino.server.storage.writer import Statement

CLEARED = (
    *(turn_notices, friendships, friend_links, push_subscriptions, mail_addresses),
    lesson_progress,
    *(entries, results, seats, tables, records, dailies, job_results),
)
SECRET = "5e" * 32
NOON = 1_700_000_000_000
"""2023-11-14, a day that is over."""


def new_database(data: Path) -> Engine:
    config = Config(data)
    place_database(config)
    return open_engine(config.url)


@dataclass
class ApiServer:
    """A running app, its database, and the session of a guest."""

    client: TestClient[Any]
    engine: Engine
    me: str

    def get(self, path: str, **params: Any) -> Any:
        answer = self.client.get(path, params=params or None)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def refusal(self, path: str, **params: Any) -> tuple[int, str]:
        """The status and the code; every refusal has a sentence too."""
        answer = self.client.get(path, params=params or None)
        problem = answer.json()
        assert set(problem) == {"code", "text"} and problem["text"], problem
        return answer.status_code, problem["code"]

    def clear(self) -> None:
        """Deletes everything but users, and starts a new session."""
        with self.engine.begin() as connection:
            for table in CLEARED:
                connection.execute(delete(table))
        self.become_guest()

    def become_guest(self) -> str:
        """Starts the session of a new guest."""
        self.client.cookies.clear()
        self.me = self.client.post("/api/me").json()["id"]
        return self.me

    def drop_session(self) -> None:
        self.client.cookies.clear()


@contextmanager
def serving(data: Path, database: str = "", redis: str = "") -> Iterator[ApiServer]:
    """One process, or two if there is a Redis: requests go to them in turn."""
    config = Config(data, database, redis, workers=0)
    with (two_in_turn if redis else client_of)(config) as client:
        engine = open_engine(config.url)
        server = ApiServer(client, engine, "")
        server.become_guest()
        yield server
        engine.dispose()


def add_user(engine: Engine, person: str, name: str = "Anna") -> str:
    with engine.begin() as connection:
        row = {"id": person, "name": name, "epoch": 0, "created_at": NOON}
        connection.execute(insert(users), row)
    return person


def played(game: AnyGame, number: int, plies: int = 400, **more: Any) -> Match[Any, Any]:
    """A practice match after random moves."""
    return play_randomly(settle(new_match(game, deal_seed(number), **more)), Random(number), plies)


def fair_match(
    game: AnyGame, nonces: Sequence[str], plies: int = 2000, contest: Contest | None = None
) -> tuple[Match[Any, Any], FairSeed]:
    fair = FairSeed(commit(SECRET), tuple(nonces), SECRET)
    boards = len(nonces) // game.seats
    match = settle(new_match(game, fair.seed(), boards=boards, contest=contest))
    return play_randomly(match, Random(1), plies), fair


def ended_patience(
    nonces: Sequence[str], plies: int = 60, contest: Contest | None = None
) -> tuple[Match[Any, Any], FairSeed]:
    """Nove colonne: some random moves, then those who still play give up."""
    match, fair = fair_match(NoveColonne(), nonces, plies, contest)
    for board in range(len(match.boards)):
        if not match.is_board_over(board):
            match = match.call(Stop.GIVEN_UP, board)
    return match, fair


def store_table(
    engine: Engine,
    table: str,
    match: Match[Any, Any],
    persons: Sequence[str | None],
    *,
    kind: str = "practice",
    deal: int | None = None,
    fair: FairSeed | None = None,
    day: str | None = None,
    at: int = NOON,
    phase: str | None = None,
    version: int | None = None,
) -> str:
    """Everything that is written about a table; of one that is over its results too."""
    phase = phase or ("over" if match.is_over else "playing")
    nonces = fair.nonces if fair else ("",) * match.players
    row = {
        "id": table,
        "kind": kind,
        "game": match.game.name,
        "version": version or match.game.version,
        "options": _json(options_of(match.game)),
        "contest": _json(options_of(match.contest)) if match.contest else None,
        "settings": "{}",
        "players": match.players,
        "deal": deal,
        "commitment": fair.commitment if fair else None,
        "secret": fair.secret if fair else None,
        "day": day,
        "host": next(person for person in persons if person),
        "phase": phase,
        "created_at": at,
        "starts_at": at,
        "ended_at": at + 60_000 if phase == "over" else None,
    }
    with engine.begin() as connection:
        connection.execute(insert(tables), row)
        connection.execute(insert(seats), _seat_rows(table, persons, nonces))
        if match.log:
            connection.execute(insert(entries), _entry_rows(table, match, persons, at))
    if phase == "over":
        for player, person in enumerate(persons):
            store_result(engine, table, match, player, person, kind=kind, day=day, at=at)
    return table


def _seat_rows(
    table: str, persons: Sequence[str | None], nonces: Sequence[str]
) -> list[dict[str, Any]]:
    return [
        {
            "table_id": table,
            "player": player,
            "person": person,
            "bot": None if person else "facile",
            "name": f"Giocatore {player + 1}",
            "nonce": nonce,
            "is_away": False,
        }
        for player, (person, nonce) in enumerate(zip(persons, nonces, strict=True))
    ]


def _entry_rows(
    table: str, match: Match[Any, Any], persons: Sequence[str | None], at: int
) -> list[dict[str, Any]]:
    """The moves of people have the id of their message."""
    return [
        {
            "table_id": table,
            "seq": seq,
            "at": at + seq,
            "text": str(entry),
            "message": f"{entry.actor}:{seq}"
            if entry.actor >= 0 and persons[entry.actor]
            else None,
            "is_automatic": False,
        }
        for seq, entry in enumerate(match.log, 1)
    ]


def store_result(
    engine: Engine,
    table: str,
    match: Match[Any, Any],
    player: int,
    person: str | None,
    **values: Any,
) -> None:
    board, seat = match.place(player)
    state, tally = match.boards[board].state, match.boards[board].tally
    places = {standing.player: standing.place for standing in match.standings()}
    row = {
        "table_id": table,
        "player": player,
        "person": person,
        "game": match.game.name,
        "kind": values["kind"],
        "day": values["day"],
        "points": match.game.scores(state)[seat],
        "place": places.get(player, 1),
        "is_won": seat in match.game.winners(state),
        "moves": tally.moves,
        "last_gain": tally.last_gain,
        "ranking": ranking_number(match.game.scores(state)[seat], tally.last_gain),
        "lot": player,
        "seconds": 60,
        "ended_at": values["at"] + 60_000,
    }
    with engine.begin() as connection:
        ChangedResults([table], [Statement(insert(results), [row])]).execute(connection)


def store_daily(engine: Engine, day: str, game: str, at: int) -> DailyDeal:
    row = {"day": day, "game": game, "secret": SECRET, "commitment": commit(SECRET)}
    with engine.begin() as connection:
        connection.execute(insert(dailies), {**row, "created_at": at})
    return DailyDeal(day, game, commit(SECRET), SECRET, at)


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
