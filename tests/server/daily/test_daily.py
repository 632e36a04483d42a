"""The daily deal: committed the day before, one game each, ranked, revealed the day after."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, TypeVar

import pytest
from sqlalchemy import select
from support.databases.stored_tables import ApiServer, ended_patience, store_daily, store_table

from tavolino.chance import commit
from tavolino.match import Match
from tavolino.record import parse_record, verify
from tavolino.server.clock import DAY_MS, day_after, end_of, start_of
from tavolino.server.daily.deals import DailyDeal, daily_games, deals_at, keep_committing
from tavolino.server.live.journal import ranking_number
from tavolino.server.storage.database import Database, open_database
from tavolino.server.storage.schema import dailies, results

T = TypeVar("T")

TODAY = datetime.now(UTC).date().isoformat()
YESTERDAY = (datetime.now(UTC).date() - timedelta(days=1)).isoformat()


def with_database(data: Path, ask: Callable[[Database], Awaitable[T]]) -> T:
    async def run() -> T:
        database = open_database(f"sqlite:///{data / 'tavolino.db'}")
        try:
            return await ask(database)
        finally:
            database.close()

    return asyncio.run(run())


def test_there_is_a_deal_for_every_one_seat_game() -> None:
    assert daily_games() == ("solitario40", "nove_colonne", "azul_solo")


def test_today_and_tomorrow_are_drawn_once(tmp_path: Path) -> None:
    now = start_of("2026-11-16") + 5

    async def ask(database: Database) -> list[Any]:
        return await asyncio.gather(*(deals_at(database, now) for _ in range(8)))

    answers = with_database(tmp_path, ask)
    assert all(answer == answers[0] for answer in answers)
    days = answers[0]
    assert sorted(days) == ["2026-11-16", "2026-11-17"]
    deals = [deal for day in days.values() for deal in day.values()]
    assert len(deals) == 6 and len({deal.secret for deal in deals}) == 6
    for deal in deals:
        assert deal.commitment == commit(deal.secret)
        assert deal.is_committed_before == (deal.day == "2026-11-17")
        assert deal.fair.nonces == (deal.day.replace("-", ""),)


def test_tomorrow_keeps_what_was_committed_today(tmp_path: Path) -> None:
    now = start_of("2026-12-31")
    first = with_database(tmp_path, lambda database: deals_at(database, now))
    second = with_database(tmp_path, lambda database: deals_at(database, now + DAY_MS))
    assert second["2027-01-01"] == first["2027-01-01"]
    assert all(deal.committed_at == now for deal in second["2027-01-01"].values())


def test_the_background_task_commits_without_requests(tmp_path: Path) -> None:
    async def ask(database: Database) -> set[str]:
        task = asyncio.create_task(keep_committing(database, lambda: start_of("2026-11-16")))
        async with asyncio.timeout(30):
            while not (rows := await database.rows(select(dailies.c.day))) or len(rows) < 6:
                await asyncio.sleep(0.01)
        task.cancel()
        return {row.day for row in rows}

    assert with_database(tmp_path, ask) == {"2026-11-16", "2026-11-17"}


def test_todays_deals_are_public_and_their_secrets_are_not(server: ApiServer) -> None:
    daily = server.get("/api/daily")
    day = daily["day"]
    assert daily["ends_at"] == end_of(day)
    assert [game["game"] for game in daily["games"]] == list(daily_games())
    for game in daily["games"]:
        assert not game["is_committed_before"]  # the first day of this server
        assert game["commitment"] != game["tomorrow"]
        assert game["players"] == 0 and game["mine"] is None
    with server.engine.connect() as connection:
        kept = connection.execute(select(dailies)).all()
    text = server.client.get("/api/daily").text
    assert len(kept) == 6 and not [row for row in kept if row.secret in text]
    tomorrow = {row.game: row.commitment for row in kept if row.day == day_after(day)}
    assert {game["game"]: game["tomorrow"] for game in daily["games"]} == tomorrow
    server.drop_session()
    assert server.get("/api/daily")["day"] == day


def test_everybody_has_one_game_a_day(server: ApiServer) -> None:
    first = server.client.post("/api/daily/azul_solo")
    assert first.status_code == 200, first.text
    assert server.client.post("/api/daily/azul_solo").json() == first.json()
    mine = next(g for g in server.get("/api/daily")["games"] if g["game"] == "azul_solo")
    assert mine["players"] == 1
    assert mine["mine"]["table"] == first.json()["table"] and mine["mine"]["phase"] == "playing"
    assert mine["mine"]["points"] is None and mine["mine"]["place"] is None
    server.become_guest()
    other = server.client.post("/api/daily/azul_solo").json()
    assert other != first.json()
    pages = [
        server.client.get(f"/api/tables/{table['table']}/replay").status_code
        for table in (first.json(), other)
    ]
    assert pages == [403, 200]


def test_other_games_and_requests_without_a_session_are_refused(server: ApiServer) -> None:
    for game in ("aftaebr", "chess", "x" * 300):
        answer = server.client.post(f"/api/daily/{game}")
        assert (answer.status_code, answer.json()["code"]) == (400, "bad_option")
    server.drop_session()
    answer = server.client.post("/api/daily/azul_solo")
    assert (answer.status_code, answer.json()["code"]) == (401, "not_signed_in")


@pytest.fixture(scope="module")
def patience() -> Match[Any, Any]:
    return ended_patience((YESTERDAY.replace("-", ""),))[0]


def keep_game(
    server: ApiServer, person: str, match: Match[Any, Any], day: str, **result: Any
) -> str:
    """A finished daily game with a result of our choice."""
    deal = keep_daily_once(server, day)
    table = deal.table_of(person)
    at = start_of(day)
    values = {"points": 0, "last_gain": None, "lot": 0, "ended_at": at + 60_000, **result}
    values["ranking"] = ranking_number(values["points"], values["last_gain"])
    store_table(server.engine, table, match, [person], kind="daily", fair=deal.fair, day=day, at=at)
    with server.engine.begin() as connection:
        connection.execute(results.update().where(results.c.table_id == table).values(**values))
    return table


def keep_daily_once(server: ApiServer, day: str) -> DailyDeal:
    with server.engine.connect() as connection:
        kept = connection.execute(select(dailies).where(dailies.c.day == day)).first()
    if kept:
        return DailyDeal(kept.day, kept.game, kept.commitment, kept.secret, kept.created_at)
    return store_daily(server.engine, day, "nove_colonne", start_of(day) - DAY_MS)


def test_the_ranking_of_a_day(server: ApiServer, patience: Match[Any, Any]) -> None:
    """Points; the own move at the last gain, earlier first, none last; lots (RULES 8.11, 8.15)."""
    lines: list[tuple[str, dict[str, Any]]] = [
        ("late", {"points": 9, "last_gain": 80, "lot": 1}),
        ("best", {"points": 12, "last_gain": 90, "lot": 9}),
        ("lucky", {"points": 9, "last_gain": 50, "lot": 3}),
        ("unlucky", {"points": 9, "last_gain": 50, "lot": 4}),
        ("none", {"points": 9, "last_gain": None, "lot": 0}),
        ("without a move", {"points": 52, "moves": 0}),
        ("after midnight", {"points": 52, "ended_at": end_of(YESTERDAY)}),
    ]
    people = {}
    for name, result in lines:
        person = server.become_guest()
        people[person] = name
        table = keep_game(server, person, patience, YESTERDAY, **result)
        server.client.patch("/api/me", json={"name": name})
    ranking = server.get(f"/api/daily/{YESTERDAY}/nove_colonne")
    rows = ranking["rows"]
    assert [(row["points"], row["last_gain"], row["reason"]) for row in rows] == [
        (12, 90, ""),
        (9, 50, "points"),
        (9, 50, "lots"),
        (9, 80, "last_gain"),
        (9, None, "last_gain"),
    ]
    assert [row["place"] for row in rows] == [1, 2, 3, 4, 5]
    assert ranking["players"] == 7 and ranking["ranked"] == 5
    assert ranking["mine"] is None  # who came to the end after midnight
    assert ranking["is_over"] and commit(ranking["secret"]) == ranking["commitment"]
    assert ranking["is_committed_before"]
    assert ranking["committed_at"] == start_of(YESTERDAY) - DAY_MS
    assert table not in [row["table"] for row in rows]


def test_giving_up_at_once_is_not_ranked_rules_8_15(
    server: ApiServer, patience: Match[Any, Any]
) -> None:
    keep_game(server, server.me, patience, TODAY, points=4, moves=0)
    mine = next(g["mine"] for g in server.get("/api/daily")["games"] if g["game"] == "nove_colonne")
    assert mine["phase"] == "over" and mine["points"] is mine["place"] is None
    ranking = server.get(f"/api/daily/{TODAY}/nove_colonne")
    assert ranking["rows"] == [] and ranking["mine"] is None and ranking["players"] == 1


def test_records_of_a_day_that_is_over_are_linked_and_genuine(
    server: ApiServer, patience: Match[Any, Any]
) -> None:
    keep_game(server, server.me, patience, YESTERDAY, points=3, last_gain=4)
    ranking = server.get(f"/api/daily/{YESTERDAY}/nove_colonne")
    (row,) = ranking["rows"]
    assert row == ranking["mine"] and row["is_you"]
    record = parse_record(server.client.get(row["record"]).text)
    assert record.origin is not None and not isinstance(record.origin, int)
    assert record.origin.secret == ranking["secret"]
    verify(record)
    assert server.get(row["verify"])["is_genuine"] is True


def test_the_secret_is_hidden_during_the_day(server: ApiServer, patience: Match[Any, Any]) -> None:
    keep_game(server, server.me, patience, TODAY, points=3, last_gain=4)
    mine = server.get(f"/api/daily/{TODAY}/nove_colonne")["mine"]
    assert mine["table"] and mine["record"] is None and mine["verify"] is None
    server.become_guest()
    answer = server.client.get(f"/api/daily/{TODAY}/nove_colonne")
    ranking = answer.json()
    assert ranking["secret"] is None and not ranking["is_over"] and ranking["mine"] is None
    assert [row["table"] for row in ranking["rows"]] == [None]
    assert keep_daily_once(server, TODAY).secret not in answer.text


def test_long_rankings_come_in_pages(server: ApiServer, patience: Match[Any, Any]) -> None:
    for points in range(5):
        keep_game(server, server.become_guest(), patience, YESTERDAY, points=points)
    path = f"/api/daily/{YESTERDAY}/nove_colonne"
    page = server.get(path, limit=2, **{"from": 2})
    assert [row["points"] for row in page["rows"]] == [2, 1]
    assert [row["place"] for row in page["rows"]] == [3, 4]
    assert page["mine"]["place"] == 1 and page["ranked"] == 5
    assert server.get(path, **{"from": 99})["rows"] == []
    for bad in ({"limit": 0}, {"limit": 101}, {"from": -1}, {"from": 10**30}, {"limit": "x"}):
        assert server.refusal(path, **bad) == (400, "bad_message")


def days_ago(days: int) -> str:
    return (datetime.now(UTC).date() - timedelta(days=days)).isoformat()


def test_my_days_and_streaks(server: ApiServer, patience: Match[Any, Any]) -> None:
    """Days in a row up to yesterday, because today may still come; the best ones stay."""
    for day in (1, 2, 4, 5, 6, 8):
        keep_game(server, server.me, patience, days_ago(day), points=day, is_won=day == 2)
    keep_game(server, server.me, patience, days_ago(7), moves=0)
    late = days_ago(3)
    keep_game(server, server.me, patience, late, ended_at=end_of(late))
    mine = server.get("/api/me/daily")
    assert mine["streak"] == {"current": 2, "best": 3}
    games = {one["game"]: (one["current"], one["best"]) for one in mine["games"]}
    assert games == {"azul_solo": (0, 0), "solitario40": (0, 0), "nove_colonne": (2, 3)}
    assert mine["first"] == days_ago(8)
    keep_game(server, server.me, patience, TODAY)
    assert server.get("/api/me/daily")["streak"] == {"current": 3, "best": 3}
    server.become_guest()
    assert server.get("/api/me/daily")["streak"] == {"current": 0, "best": 0}


def test_my_days_of_a_month(server: ApiServer, patience: Match[Any, Any]) -> None:
    for day in ("2026-01-31", "2026-02-01", "2026-02-28", "2026-03-01"):
        keep_game(server, server.me, patience, day, points=7, is_won=True, seconds=65)
    mine = server.get("/api/me/daily", month="2026-02")
    assert mine["month"] == "2026-02"
    assert [one["day"] for one in mine["results"]] == ["2026-02-01", "2026-02-28"]
    first = mine["results"][0]
    assert (first["game"], first["points"], first["is_won"]) == ("nove_colonne", 7, True)
    assert first["seconds"] == 65 and first["table"]
    assert server.get("/api/me/daily")["month"] == TODAY[:7]
    for bad in ("2026", "2026-13", "2026-1", "febbraio", "x" * 99):
        assert server.refusal("/api/me/daily", month=bad) == (400, "bad_message")
    server.drop_session()
    assert server.refusal("/api/me/daily") == (401, "not_signed_in")


def test_unknown_days_are_refused(server: ApiServer) -> None:
    server.get("/api/daily")
    tomorrow = day_after(TODAY)
    assert server.refusal(f"/api/daily/{tomorrow}/nove_colonne") == (404, "not_found")
    assert server.refusal("/api/daily/1999-01-01/nove_colonne") == (404, "not_found")
    assert server.refusal(f"/api/daily/{TODAY}/aftaebr") == (400, "bad_option")
    for bad in (
        "today",
        "2026-13-01",
        "20261116",
        "2026-W01-1",
        "0000-00-00",
        "x" * 99,
        "²026-11-16",
    ):
        assert server.refusal(f"/api/daily/{bad}/nove_colonne") == (400, "bad_message")
