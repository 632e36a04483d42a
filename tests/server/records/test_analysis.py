"""Analyses on the server: by table and by upload, once, and never of what is still secret."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from support.databases.stored_tables import ApiServer, ended_patience, store_table

from tavolino.catalogue import make_game
from tavolino.chance import deal_seed
from tavolino.game import Stop
from tavolino.match import Match, new_match, settle
from tavolino.record import Record
from tavolino.server.records import analyser
from tavolino.server.workers import bot_worker

WINNABLE = 2


def short_game() -> Match[Any, Any]:
    """A few moves of a deal that can be won, then given up."""
    match = settle(new_match(make_game("solitario40"), deal_seed(WINNABLE), is_practice=True))
    for _ in range(3):
        match = match.move(0, match.legal_moves(0)[0])
    return match.call(Stop.GIVEN_UP, 0)


def analysed(server: ApiServer, path: str, **params: Any) -> dict[str, Any]:
    """Asks until it is done; the progress never goes back."""
    shares = [0.0]
    while True:
        found: dict[str, Any] = server.get(path, **params)
        assert shares[-1] <= found["progress"] <= 1
        shares.append(found["progress"])
        if found["analysis"]:
            assert found["progress"] == 1
            return found


def test_a_finished_table_is_analysed_once(
    server: ApiServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = short_game()
    store_table(server.engine, "over", match, [server.me], deal=WINNABLE)
    monkeypatch.setattr(analyser, "LONGEST_WAIT", 0.05)
    found = analysed(server, "/api/tables/over/analysis")
    positions = found["analysis"]["positions"]
    assert [position["entry"] for position in positions] == list(range(1, len(match.log) + 1))
    assert positions[0]["winnable"] is True and found["summary"]
    assert len(found["told"]) == len(found["analysis"]["moments"])
    # The second time it is there at once, for anybody who has the link, from any process.
    server.drop_session()
    monkeypatch.setattr(bot_worker, "analyse", None)
    assert server.get("/api/tables/over/analysis") == found


def test_an_upload_is_analysed_like_a_table(server: ApiServer) -> None:
    text = str(Record(short_game(), ("Anna",), WINNABLE))
    answer = server.client.post(
        "/api/records", content=text, headers={"content-type": "text/plain"}
    )
    assert answer.status_code == 201, answer.text
    path = f"/api/records/{answer.json()['id']}/analysis"
    found = analysed(server, path)
    assert found["names"] == ["Anna"] and found["analysis"]["game"] == "solitario40"
    assert server.refusal(path, board=1) == (404, "not_found")


def test_what_is_still_played_is_not_analysed(server: ApiServer) -> None:
    """Neither a daily deal before its day is over, nor a table before its last player is done."""
    day = datetime.now(UTC).date().isoformat()
    match, fair = ended_patience((day.replace("-", ""),))
    store_table(server.engine, "today", match, [server.me], kind="daily", fair=fair, day=day)
    assert server.refusal("/api/tables/today/analysis") == (409, "not_over")
    playing = settle(new_match(make_game("solitario40"), deal_seed(1), is_practice=True))
    store_table(server.engine, "on", playing, [server.me], deal=1)
    assert server.refusal("/api/tables/on/analysis") == (409, "not_over")
    assert server.refusal("/api/tables/none/analysis") == (404, "not_found")


def test_a_record_that_is_too_long_is_refused(
    server: ApiServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyser, "MAX_ENTRIES", 3)
    store_table(server.engine, "over", short_game(), [server.me], deal=WINNABLE)
    assert server.refusal("/api/tables/over/analysis") == (413, "too_large")


def test_practice_begins_after_given_moves(server: ApiServer) -> None:
    match = short_game()
    moves = [str(entry.act) for entry in match.log if entry.actor >= 0]
    new = {"game": "solitario40", "deal": WINNABLE, "moves": moves[:2]}
    opened = server.client.post("/api/tables", json=new)
    assert opened.status_code == 201, opened.text
    page = server.get(f"/api/tables/{opened.json()['table']}/replay")
    lines = [step["entry"] for step in page["steps"] if step["entry"]]
    assert lines[1:] == [f"player 1: {move}" for move in moves[:2]]
    for wrong in ({**new, "moves": ["redeal"]}, {"game": "solitario40", "moves": moves}):
        refused = server.client.post("/api/tables", json=wrong)
        assert (refused.status_code, refused.json()["code"]) == (400, "bad_option")
