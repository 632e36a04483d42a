"""A user's games and statistics."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from itertools import groupby
from random import Random
from typing import Any

import pytest
from sqlalchemy import insert
from support.databases.stored_tables import (
    NOON,
    ApiServer,
    add_user,
    ended_patience,
    fair_match,
    played,
    store_table,
)

from tavolino.games.aftaebr import Aftaebr
from tavolino.games.azul_solo import AzulSolo
from tavolino.games.solitario40 import Solitario40
from tavolino.server.storage.schema import results, tables
from tavolino.server.storage.totals import ChangedResults
from tavolino.server.storage.writer import Statement


@pytest.fixture(scope="module")
def rival(shared_server: ApiServer) -> str:
    return add_user(shared_server.engine, "rival-of-history", "Bruno")


def bare_result(server: ApiServer, n: int, points: int, is_won: bool, **more: Any) -> None:
    """A table of which only the result is stored."""
    person = more.pop("person", server.me)
    values = {"game": "solitario40", "kind": "practice", "seconds": 10, "player": 0, **more}
    row = {
        "id": f"r{n}",
        "kind": values["kind"],
        "game": values["game"],
        "version": 1,
        "options": "{}",
        "settings": "{}",
        "players": 1,
        "host": person,
        "phase": "over",
        "created_at": NOON + n,
    }
    result = {"table_id": f"r{n}", "person": person, "points": points, "is_won": is_won}
    rest = {"place": 1, "moves": 9, "ranking": 0, "lot": 0, "ended_at": NOON + n}
    with server.engine.begin() as connection:
        if values["player"] == 0:
            connection.execute(insert(tables), row)
        added = Statement(insert(results), [{**values, **result, **rest}])
        ChangedResults([f"r{n}"], [added]).execute(connection)


def test_my_games_newest_first_finished_or_not(server: ApiServer, rival: str) -> None:
    engine, me = server.engine, server.me
    on = played(Solitario40(), 12, plies=5, is_practice=True)
    over, fair = fair_match(Aftaebr(), ("0a", "0b"))
    store_table(engine, "on", on, [me], deal=12, at=NOON)
    store_table(engine, "over", over, [rival, me], kind="table", fair=fair, at=NOON + 5)
    store_table(engine, "theirs", on, [rival], deal=12, at=NOON + 9)
    games = server.get("/api/history")["games"]
    assert [(game["table"], game["phase"], game["kind"]) for game in games] == [
        ("over", "over", "table"),
        ("on", "playing", "practice"),
    ]
    assert games[1]["deal"] == 12 and games[1]["options"]["draw"] == "3"
    assert games[1]["sitters"][0]["points"] is None and games[1]["ended_at"] is None
    first, second = games[0]["sitters"]
    assert (first["is_you"], second["is_you"]) == (False, True)
    scores = over.game.scores(over.boards[0].state)
    assert (first["points"], second["points"]) == scores
    assert [s["is_won"] for s in (first, second)] == [
        seat in over.game.winners(over.boards[0].state) for seat in (0, 1)
    ]


def test_games_are_filtered(server: ApiServer) -> None:
    patience, fair = ended_patience(("20231114",))
    azul = played(AzulSolo(), 7, is_practice=True)
    me = [server.me]
    store_table(server.engine, "a", azul, me, deal=7)
    store_table(server.engine, "d", patience, me, kind="daily", fair=fair, day="2023-11-14")

    def found(**by: str) -> list[str]:
        return [game["table"] for game in server.get("/api/history", **by)["games"]]

    assert found(game="azul_solo") == ["a"] and found(kind="daily") == ["d"]
    assert found(game="azul_solo", kind="daily") == []
    assert sorted(found()) == ["a", "d"]


def test_pages_show_every_game_once_also_those_of_one_moment(server: ApiServer) -> None:
    match = played(Solitario40(), 12, plies=1, is_practice=True)
    names = [f"t{n}" for n in range(7)]
    for n, name in enumerate(names):
        store_table(server.engine, name, match, [server.me], deal=12, at=NOON + n // 3)
    seen: list[str] = []
    cursor: dict[str, Any] = {}
    while cursor.get("cursor", "first"):
        page = server.get("/api/history", limit=2, **cursor)
        seen += [game["table"] for game in page["games"]]
        cursor = {"cursor": page["cursor"]}
    assert seen == sorted(names, key=lambda name: (-(int(name[1:]) // 3), -int(name[1:])))


def forged(text: str) -> str:
    return urlsafe_b64encode(text.encode()).decode()


@pytest.mark.parametrize(
    "bad",
    [
        {"limit": 0},
        {"limit": 101},
        {"limit": 10**30},
        {"limit": "many"},
        {"cursor": "x"},
        {"cursor": "é"},
        {"cursor": "A" * 500},
        {"cursor": forged("[1]")},
        {"cursor": forged('[-1,"a"]')},
        {"cursor": forged('[1,"a\\u0000"]')},
        {"cursor": forged(f'[{10**40},"a"]')},
        {"kind": "chess"},
    ],
    ids=str,
)
def test_bad_history_requests(server: ApiServer, bad: dict[str, Any]) -> None:
    assert server.refusal("/api/history", **bad) == (400, "bad_message")


def test_history_of_an_unknown_game_or_without_a_session(server: ApiServer) -> None:
    assert server.refusal("/api/history", game="chess") == (404, "not_found")
    server.drop_session()
    assert server.refusal("/api/history") == (401, "not_signed_in")
    assert server.refusal("/api/statistics") == (401, "not_signed_in")


def test_statistics_without_games(server: ApiServer) -> None:
    assert server.get("/api/statistics") == {"games": []}


def test_statistics_by_hand(server: ApiServer, rival: str) -> None:
    lines = [(40, True, 90), (10, False, 30), (40, True, 70), (35, True, 80)]
    for n, (points, is_won, seconds) in enumerate(lines):
        kind = "daily" if n == 3 else "practice"
        bare_result(server, n, points, is_won, seconds=seconds, kind=kind)
    bare_result(server, 50, 99, True, person=rival)
    bare_result(server, 60, 3, False, game="nove_colonne")
    patience, nine = server.get("/api/statistics")["games"]
    assert patience == {
        "game": "solitario40",
        "played": 4,
        "won": 3,
        "best_points": 40,
        "mean_points": 31.25,
        "fastest_win": 70,
        "seconds": 270,
        "current_streak": 2,
        "best_streak": 2,
        "last_points": [40, 10, 40, 35],
        "kinds": [
            {
                "kind": "daily",
                "played": 1,
                "won": 1,
                "best_points": 35,
                "mean_points": 35.0,
                "fastest_win": 80,
                "seconds": 80,
            },
            {
                "kind": "practice",
                "played": 3,
                "won": 2,
                "best_points": 40,
                "mean_points": 30.0,
                "fastest_win": 70,
                "seconds": 190,
            },
        ],
    }
    assert (nine["game"], nine["won"], nine["fastest_win"]) == ("nove_colonne", 0, None)
    assert (nine["current_streak"], nine["best_streak"]) == (0, 0)


@pytest.mark.parametrize("seed", range(6))
def test_streaks_are_runs_of_wins(server: ApiServer, seed: int) -> None:
    rnd = Random(seed)
    wins = [rnd.random() < 0.6 for _ in range(rnd.randrange(1, 70))]
    for n, is_won in enumerate(wins):
        bare_result(server, n, n, is_won)
    runs = [(is_won, len(list(group))) for is_won, group in groupby(wins)]
    (game,) = server.get("/api/statistics")["games"]
    assert game["best_streak"] == max((length for is_won, length in runs if is_won), default=0)
    assert game["current_streak"] == (runs[-1][1] if runs[-1][0] else 0)
    assert game["last_points"] == list(range(len(wins)))[-50:]


def test_a_hot_seat_is_left_out_of_the_statistics(server: ApiServer) -> None:
    bare_result(server, 1, 12, True, game="aftaebr")
    bare_result(server, 1, 0, False, game="aftaebr", player=1)
    bare_result(server, 2, 7, False, game="aftaebr")
    (game,) = server.get("/api/statistics")["games"]
    assert (game["played"], game["won"], game["last_points"]) == (1, 0, [7])
