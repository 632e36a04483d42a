"""Records of tables: who may see them, verification, playback."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import update
from support.databases.stored_tables import (
    ApiServer,
    add_user,
    ended_patience,
    fair_match,
    played,
    store_table,
)

from tavolino.contest import Contest
from tavolino.games.aftaebr import Aftaebr
from tavolino.games.azul_solo import AzulSolo
from tavolino.games.solitario40 import Solitario40
from tavolino.record import Record, parse_record
from tavolino.server.storage.schema import entries, seats


def days_ago(n: int) -> tuple[str, int]:
    then = datetime.now(UTC) - timedelta(days=n)
    return then.date().isoformat(), int(then.timestamp() * 1000)


def record_text(server: ApiServer, table: str) -> str:
    answer = server.client.get(f"/api/tables/{table}/record")
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("text/plain")
    assert answer.headers["content-disposition"].startswith("attachment; filename=")
    return answer.text


def azul() -> Any:
    match = played(AzulSolo(), 7, is_practice=True)
    assert match.is_over
    return match


def test_the_record_of_a_practice_game_is_the_match_that_was_played(server: ApiServer) -> None:
    match = azul()
    store_table(server.engine, "abc", match, [server.me], deal=7)
    server.drop_session()  # by its link
    assert parse_record(record_text(server, "abc")) == Record(match, ("Giocatore 1",), 7)


def test_a_fair_table_reveals_its_secret_when_it_is_over(server: ApiServer) -> None:
    match, fair = fair_match(Aftaebr(), ("0a", "0b"))
    assert match.is_over
    store_table(server.engine, "over", match, [server.me, None], kind="table", fair=fair)
    record = parse_record(record_text(server, "over"))
    assert record == Record(match, ("Giocatore 1", "Giocatore 2"), fair)
    assert server.get("/api/tables/over/verify") == {
        "is_genuine": True,
        "why": "",
        "counts": {
            "entries": len(match.log),
            "chance": 1,
            "calls": sum(str(entry).startswith("referee") for entry in match.log),
            "trusted": 0,
        },
        "game": "aftaebr",
        "names": ["Giocatore 1", "Giocatore 2"],
        "origin": {
            "deal": None,
            "commitment": fair.commitment,
            "nonces": ["0a", "0b"],
            "secret": fair.secret,
        },
        "difference": None,
        "unknown": None,
    }


def test_a_verification_has_the_names_of_now(server: ApiServer) -> None:
    """A player who was deleted has a neutral name, also after an earlier verification."""
    store_table(server.engine, "abc", azul(), [server.me], deal=8)
    before = server.get("/api/tables/abc/verify")["names"]
    with server.engine.begin() as connection:
        connection.execute(update(seats).values(name="nobody"))
    assert before != server.get("/api/tables/abc/verify")["names"] == ["nobody"]


def test_an_altered_log_is_not_genuine(server: ApiServer) -> None:
    """A stored roll that the seed does not give."""
    match = azul()
    store_table(server.engine, "abc", match, [server.me], deal=8)
    verified = server.get("/api/tables/abc/verify")
    assert verified["is_genuine"] is False
    assert verified["why"].startswith("entry 1: expected 'dealer 1: fill")
    difference = verified["difference"]
    assert difference["entry"] == 1 and difference["got"] == str(match.log[0])
    assert difference["expected"].startswith("dealer 1: fill") and verified["origin"]["deal"] == 8


@pytest.mark.parametrize("what", ["record", "verify"])
def test_the_record_of_a_running_game_is_refused(server: ApiServer, what: str) -> None:
    match, fair = fair_match(Aftaebr(), ("0a", "0b"), plies=5)
    store_table(server.engine, "on", match, [server.me, server.me], kind="table", fair=fair)
    assert server.refusal(f"/api/tables/on/{what}") == (409, "not_over")


@pytest.mark.parametrize("what", ["record", "verify", "replay"])
def test_tables_that_do_not_exist_or_have_not_started(server: ApiServer, what: str) -> None:
    match, fair = fair_match(Aftaebr(), ("0a", "0b"), plies=0)
    persons = [server.me, None]
    store_table(server.engine, "lobby", match, persons, kind="table", fair=fair, phase="lobby")
    store_table(server.engine, "old", azul(), [server.me], deal=7, version=99)
    assert server.refusal(f"/api/tables/lobby/{what}") == (409, "not_started")
    assert server.refusal(f"/api/tables/old/{what}") == (409, "other_rules")
    for unknown in ("zzz", "x" * 300, "%00", "..%2f..", "'; drop table tables"):
        assert server.refusal(f"/api/tables/{unknown}/{what}") == (404, "not_found")


def test_a_daily_deal_stays_closed_until_its_day_is_over(server: ApiServer) -> None:
    """Or a guest could look at the hidden cards for somebody else."""
    today, yesterday = days_ago(0), days_ago(1)
    for table, (day, at) in (("today", today), ("yesterday", yesterday)):
        match, fair = ended_patience((day.replace("-", ""),))
        assert match.is_over
        store_table(
            server.engine, table, match, [server.me], kind="daily", fair=fair, day=day, at=at
        )
    assert server.refusal("/api/tables/today/record") == (409, "not_over")
    assert server.refusal("/api/tables/today/verify") == (409, "not_over")
    page = server.get("/api/tables/today/replay", open=True)
    assert not page["is_open"] and page["steps"][1]["entry"] == "dealer 1: deal"
    assert not page["is_revealed"] and page["steps"][1]["has_hidden"]
    assert server.get("/api/tables/yesterday/verify")["is_genuine"]
    server.become_guest()
    assert server.refusal("/api/tables/today/replay") == (403, "not_allowed")
    assert server.get("/api/tables/yesterday/replay", open=True)["is_open"]
    page = server.get("/api/tables/yesterday/replay", open=True)
    assert page["is_revealed"] and page["steps"][1]["has_hidden"]


def test_replay_shows_every_position_of_a_table(server: ApiServer) -> None:
    match, fair = fair_match(Aftaebr(), ("0a", "0b"))
    store_table(server.engine, "over", match, [server.me, None], kind="table", fair=fair)
    page = server.get("/api/tables/over/replay", to=200)
    assert page["total"] == len(match.log) + 1 and page["names"] == ["Giocatore 1", "Giocatore 2"]
    steps = page["steps"]
    assert [step["number"] for step in steps] == list(range(min(200, page["total"])))
    assert steps[0]["entry"] is None and steps[0]["told"] == []
    assert [step["entry"] for step in steps[1:]] == [str(e) for e in match.log[: len(steps) - 1]]


def test_the_last_step_contains_the_outcome(server: ApiServer) -> None:
    match = azul()
    store_table(server.engine, "abc", match, [server.me], deal=7)
    end = len(match.log) + 1
    (last,) = server.get("/api/tables/abc/replay", **{"from": end - 1, "to": end})["steps"]
    assert last["points"] == list(match.game.scores(match.boards[0].state))
    assert last["told"][-1]["key"] in ("az.won", "az.lost", "az.drawn")
    assert server.get("/api/tables/abc/replay", **{"from": end, "to": end + 200})["steps"] == []


def test_a_patience_can_be_laid_open_when_it_is_over(server: ApiServer) -> None:
    match, fair = ended_patience(("0a",))
    store_table(
        server.engine, "over", match, [server.me], kind="daily", fair=fair, day="2023-11-14"
    )
    hidden = server.get("/api/tables/over/replay", to=2)
    shown = server.get("/api/tables/over/replay", to=2, open=True)
    assert not hidden["is_open"] and shown["is_open"]
    assert hidden["steps"][1]["view"] != shown["steps"][1]["view"]
    assert "??" in str(hidden["steps"][1]["view"]) and "??" not in str(shown["steps"][1]["view"])


def test_the_replay_of_a_running_practice_game_hides_what_the_player_cannot_see(
    server: ApiServer,
) -> None:
    match = played(Solitario40(), 12, plies=20, is_practice=True)
    store_table(server.engine, "on", match, [server.me], deal=12)
    page = server.get("/api/tables/on/replay", open=True)
    assert not page["is_open"] and page["steps"][1]["entry"] == "dealer 1: deal"
    assert [step["entry"] for step in page["steps"][2:]] == [str(e) for e in match.log[1:]]
    state = match.boards[0].state
    unseen = {c.name for pile, n in zip(state.columns, state.hidden) for c in pile[:n] if c}
    shown = set(re.findall(r"\b(?:[A2-9JQK]|10)[DHCS]\b", str(page["steps"][-1]["view"])))
    assert unseen and shown and not unseen & shown
    server.become_guest()
    assert server.refusal("/api/tables/on/replay") == (403, "not_allowed")
    server.drop_session()
    assert server.refusal("/api/tables/on/replay") == (403, "not_allowed")


def test_a_contest_is_replayed_board_by_board_with_the_ranking_of_the_moment(
    server: ApiServer,
) -> None:
    add_user(server.engine, "rival-of-records")
    match, fair = ended_patience(("0a", "0b"), contest=Contest())
    assert match.is_over
    persons = [server.me, "rival-of-records"]
    store_table(server.engine, "over", match, persons, kind="contest", fair=fair)
    store_table(server.engine, "on", match, persons, kind="contest", fair=fair, phase="playing")
    totals = [server.get("/api/tables/over/replay", board=n)["total"] for n in (0, 1)]
    shared = sum(entry.board is None for entry in match.log)
    assert sum(totals) == len(match.log) + 2 + shared
    end = totals[0]
    page = server.get("/api/tables/over/replay", **{"from": max(0, end - 200), "to": end})
    final = page["steps"][-1]
    assert sorted(row["player"] for row in final["standings"]) == [0, 1]
    for row in final["standings"]:
        assert 0 <= row["points"] <= 52
    assert server.get("/api/tables/on/replay", board=0)["steps"]
    assert server.refusal("/api/tables/on/replay", board=1) == (403, "not_allowed")
    assert server.refusal("/api/tables/over/replay", board=2) == (404, "not_found")
    assert server.refusal("/api/tables/over/replay", board=-1) == (404, "not_found")


@pytest.mark.parametrize(
    ("start", "end"), [(-1, 5), (0, 201), (10, 5), (0, 10**30), ("x", 5), (0, "1e3")]
)
def test_bad_pages(server: ApiServer, start: Any, end: Any) -> None:
    store_table(server.engine, "abc", azul(), [server.me], deal=7)
    page = {"from": start, "to": end}
    assert server.refusal("/api/tables/abc/replay", **page) == (400, "bad_message")


def test_an_unreadable_log_is_an_internal_error_and_reveals_nothing(server: ApiServer) -> None:
    store_table(server.engine, "abc", azul(), [server.me], deal=7)
    with server.engine.begin() as connection:
        connection.execute(update(entries).where(entries.c.seq == 3).values(text="nonsense"))
    assert server.refusal("/api/tables/abc/record") == (500, "broken")
