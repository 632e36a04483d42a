"""Questions about a game: can it still be won, what kind of deal is it, in how few moves?"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import func, select
from support.databases.stored_tables import ApiServer, ended_patience, store_table

from tavolino.catalogue import entry_of, make_game
from tavolino.chance import FairSeed, commit, deal_seed
from tavolino.match import Match, new_match, settle
from tavolino.server.storage.schema import job_results
from tavolino.server.workers import job_worker
from tavolino.solvers.referee import ruling
from tavolino.solvers.result import Solved

SECRET = "5e" * 32
WINNABLE = 2
"""The number of a deal of solitario40 that can be won."""


def dealt(**more: Any) -> Match[Any, Any]:
    return settle(new_match(make_game("solitario40"), deal_seed(WINNABLE), **more), ruling)


def won(match: Match[Any, Any], board: int = 0) -> Match[Any, Any]:
    """Played by the solver."""
    solver = entry_of(match.game.name).solver
    assert solver is not None
    found = solver.load().solve(match.game, match.boards[board].state)
    assert isinstance(found, Solved)
    for move in found.moves:
        match = match.move(board, move, ruling)
    return match


# Deals of a kind


@pytest.mark.parametrize(
    "game, difficulty",
    [("solitario40", "winnable"), ("solitario40", "easy"), ("nove_colonne", "hard")],
)
def test_practice_with_the_kind_of_deal_that_was_asked_for(
    server: ApiServer, game: str, difficulty: str
) -> None:
    opened = server.client.post("/api/tables", json={"game": game, "difficulty": difficulty})
    assert opened.status_code == 201, opened.text
    number = opened.json()["deal"]
    found = server.get(f"/api/deals/{game}/{number}/class")
    assert found["winnable"] is True and found["number"] == number
    assert difficulty in ("winnable", found["difficulty"])


def test_options_have_difficulties_of_their_own(server: ApiServer) -> None:
    new = {"game": "solitario40", "difficulty": "hard", "options": {"empty_column": "any"}}
    opened = server.client.post("/api/tables", json=new).json()
    path = f"/api/deals/solitario40/{opened['deal']}/class"
    assert server.get(path, empty_column="any")["difficulty"] == "hard"


@pytest.mark.parametrize(
    "new",
    [
        {"game": "azul_solo", "difficulty": "winnable"},
        {"game": "solitario40", "difficulty": "hard", "deal": 5},
        {"game": "solitario40", "difficulty": "hard", "kind": "contest"},
    ],
    ids=str,
)
def test_a_kind_that_cannot_be_chosen_is_refused(server: ApiServer, new: dict[str, Any]) -> None:
    refused = server.client.post("/api/tables", json=new)
    assert (refused.status_code, refused.json()["code"]) == (400, "bad_option"), refused.text


def test_the_class_of_a_deal_needs_a_patience_and_a_number(server: ApiServer) -> None:
    assert server.refusal("/api/deals/azul_solo/5/class") == (400, "bad_option")
    assert server.refusal("/api/deals/solitario40/0/class") == (400, "bad_message")
    assert server.refusal("/api/deals/solitario40/5/class", draw="2") == (400, "bad_option")
    server.drop_session()
    assert server.refusal("/api/deals/solitario40/5/class") == (401, "not_signed_in")


# Can this still be won?


def test_the_odds_of_a_practice_game(server: ApiServer) -> None:
    match = dealt(is_practice=True)
    store_table(server.engine, "on", match, [server.me], deal=WINNABLE)
    found = server.get("/api/tables/on/odds")
    assert found["count"] == len(match.log) and 0 < found["share"] < 1 and found["deals"] > 50
    assert found["winnable"] is None, "the truth is a spoiler"
    assert server.get("/api/tables/on/odds", truth=True) == {**found, "winnable": True}


def test_only_the_player_of_a_practice_game_may_ask(server: ApiServer) -> None:
    store_table(server.engine, "on", dealt(is_practice=True), [server.me], deal=WINNABLE)
    fair = FairSeed(commit(SECRET), ("0a", "0b"), SECRET)
    contest = settle(new_match(make_game("solitario40"), fair.seed(), boards=2), ruling)
    persons = [server.me, None]
    store_table(server.engine, "contest", contest, persons, kind="contest", fair=fair)
    day = datetime.now(UTC).date().isoformat()
    daily = FairSeed(commit(SECRET), (day.replace("-", ""),), SECRET)
    match = settle(new_match(make_game("solitario40"), daily.seed()), ruling)
    store_table(server.engine, "today", match, [server.me], kind="daily", fair=daily, day=day)
    for table in ("contest", "today"):
        assert server.refusal(f"/api/tables/{table}/odds") == (403, "not_allowed")
        assert server.refusal(f"/api/tables/{table}/odds", truth=True) == (403, "not_allowed")
    azul = settle(new_match(make_game("azul_solo"), deal_seed(1), is_practice=True))
    store_table(server.engine, "azul", azul, [server.me], deal=1)
    assert server.refusal("/api/tables/azul/odds") == (400, "bad_option")
    server.become_guest()
    assert server.refusal("/api/tables/on/odds") == (403, "not_seated")


# The fewest moves


def least(server: ApiServer, table: str, **params: Any) -> dict[str, Any]:
    """Asks until it is done."""
    while True:
        found: dict[str, Any] = server.get(f"/api/tables/{table}/least-moves", **params)
        if found["is_done"]:
            return found
        assert found["least"] is None


def test_the_fewest_moves_of_a_game_that_was_won(
    server: ApiServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = won(dealt(is_practice=True))
    store_table(server.engine, "won", match, [server.me], deal=WINNABLE)
    found = least(server, "won")
    assert found["won_in"] == match.mossa >= found["least"] == found["lower"] > 40
    # Once for all processes: it is in the database.
    with server.engine.connect() as connection:
        assert connection.scalar(select(func.count()).select_from(job_results)) == 1
    monkeypatch.setattr(job_worker, "fewest_moves_of", None)
    assert least(server, "won") == found


def test_the_fewest_moves_stay_secret_while_others_play_the_deal(server: ApiServer) -> None:
    """Neither before the day of a daily deal is over, nor while a contest on the deal is on."""
    game, day = make_game("solitario40"), datetime.now(UTC).date().isoformat()
    store_table(server.engine, "on", dealt(is_practice=True), [server.me], deal=WINNABLE)
    assert server.refusal("/api/tables/on/least-moves") == (409, "not_over")
    daily = next(
        fair
        for number in range(100)
        if _is_winnable(fair := _fair(number, day.replace("-", "")), game)
    )
    match = won(settle(new_match(game, daily.seed()), ruling))
    store_table(server.engine, "today", match, [server.me], kind="daily", fair=daily, day=day)
    assert server.refusal("/api/tables/today/least-moves") == (409, "not_over")
    duel = next(f for n in range(100) if _is_winnable(f := _fair(n, "0a", "0b"), game))
    contest = won(settle(new_match(game, duel.seed(), boards=2), ruling))
    people = [server.me, None]
    store_table(server.engine, "contest", contest, people, kind="contest", fair=duel)
    assert server.refusal("/api/tables/contest/least-moves") == (409, "not_over")
    yesterday = "2023-11-13"
    old = next(f for n in range(100) if _is_winnable(f := _fair(n, "20231113"), game))
    match = won(settle(new_match(game, old.seed()), ruling))
    store_table(server.engine, "old", match, [server.me], kind="daily", fair=old, day=yesterday)
    assert least(server, "old")["won_in"] == match.mossa


def _fair(number: int, *nonces: str) -> FairSeed:
    secret = f"{number:064x}"
    return FairSeed(commit(secret), nonces, secret)


def _is_winnable(fair: FairSeed, game: Any) -> bool:
    solver = entry_of(game.name).solver
    assert solver is not None
    match = settle(new_match(game, fair.seed()), ruling)
    return bool(solver.load().is_winnable(game, match.boards[0].state))


def test_a_game_that_was_lost_has_no_fewest_moves(server: ApiServer) -> None:
    match, fair = ended_patience(("0a",))
    store_table(server.engine, "lost", match, [server.me], kind="contest", fair=fair)
    assert server.refusal("/api/tables/lost/least-moves") == (400, "bad_option")
