"""Uploaded records."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, event
from support.databases.stored_tables import ApiServer, fair_match, played

from tavolino.games.aftaebr import Aftaebr
from tavolino.games.azul_solo import AzulSolo
from tavolino.games.solitario40 import Solitario40
from tavolino.record import MAX_BYTES, Record, sealed
from tavolino.server.records import uploads

GOLDEN = sorted((Path(__file__).parents[2] / "data" / "records").glob("*.record"))


def azul_text(number: int = 7, name: str = "Anna") -> str:
    match = played(AzulSolo(), number, plies=3, is_practice=True)
    return str(Record(match, (name,), number))


def post(server: ApiServer, text: str | bytes, media: str = "text/plain") -> Any:
    return server.client.post("/api/records", content=text, headers={"content-type": media})


def kept(server: ApiServer, text: str) -> dict[str, Any]:
    answer = post(server, text)
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


def refused(server: ApiServer, text: str | bytes, media: str = "text/plain") -> tuple[int, str]:
    answer = post(server, text, media)
    assert set(answer.json()) == {"code", "text"}
    return answer.status_code, answer.json()["code"]


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_every_golden_record_is_accepted_and_genuine(server: ApiServer, path: Path) -> None:
    uploaded = kept(server, path.read_text())
    assert uploaded["verdict"]["is_genuine"] is True, uploaded
    assert server.client.get(f"/api/records/{uploaded['id']}").text == path.read_text()
    page = server.get(f"/api/records/{uploaded['id']}/replay", to=3)
    assert page["total"] >= 3 and len(page["steps"]) == 3


def test_the_same_record_is_stored_once(server: ApiServer) -> None:
    first, second = kept(server, azul_text()), kept(server, azul_text())
    assert first == second
    listed = server.get("/api/records")
    assert [row["id"] for row in listed["records"]] == [first["id"]]
    assert listed["records"][0]["names"] == ["Anna"] and listed["cursor"] is None


def test_a_forged_record_is_stored_and_marked_as_forged(server: ApiServer) -> None:
    forged = azul_text().replace("deal 7\n", "deal 8\n").rpartition("end ")[0]
    uploaded = kept(server, sealed(forged, forged.split("\n\n")[1].count("\n")))
    assert uploaded["verdict"]["is_genuine"] is False
    assert uploaded["verdict"]["why"].startswith("entry 1: expected")
    assert server.get(f"/api/records/{uploaded['id']}/verify") == uploaded["verdict"]


def test_a_record_without_its_seed_is_neither_genuine_nor_forged(server: ApiServer) -> None:
    match, fair = fair_match(Aftaebr(), ("0a", "0b"), plies=5)
    hidden = Record(replace(match, seed=None), ("Uno", "Due"), fair.hidden())
    verdict = kept(server, str(hidden))["verdict"]
    assert verdict["is_genuine"] is None and verdict["unknown"] == "secret"


def test_an_uploaded_patience_can_be_laid_open(server: ApiServer) -> None:
    match = played(Solitario40(), 3, plies=5, is_practice=True)
    uploaded = kept(server, str(Record(match, ("Anna",), 3)))
    page = server.get(f"/api/records/{uploaded['id']}/replay", open=True)
    assert page["is_open"] and page["steps"][1]["entry"] == str(match.log[0])
    assert server.refusal(f"/api/records/{uploaded['id']}/replay", board=1) == (404, "not_found")
    assert server.refusal(f"/api/records/{uploaded['id']}/replay", to=500) == (400, "bad_message")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello",
        b"\xff\xfe",
        azul_text()[:-10],
        azul_text().replace("Anna", "Anno"),
        azul_text().replace("azul_solo", "chess"),
        azul_text().replace("azul_solo 1", "azul_solo 999"),
        "tavolino record 1\n" + "x" * 5000,
    ],
    ids=["empty", "other", "binary", "cut", "altered", "unknown game", "other version", "long"],
)
def test_text_that_is_not_a_record_is_refused(server: ApiServer, text: str | bytes) -> None:
    assert refused(server, text) == (400, "bad_record")
    assert server.get("/api/records")["records"] == []


def test_large_bodies_and_other_media_types_are_refused(server: ApiServer) -> None:
    assert refused(server, "x" * (MAX_BYTES + 1)) == (413, "too_large")
    assert refused(server, "\n" * (uploads.MAX_LINES + 1)) == (413, "too_large")
    assert refused(server, azul_text(), "application/json") == (415, "wrong_media")


def test_the_number_of_uploads_of_a_user_is_limited(
    server: ApiServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uploads, "MAX_UPLOADS", 2)
    mine = [kept(server, azul_text(number))["id"] for number in (1, 2)]
    assert refused(server, azul_text(3)) == (409, "too_many")
    kept(server, azul_text(1))  # there already
    assert server.client.delete(f"/api/records/{mine[0]}").status_code == 204
    kept(server, azul_text(3))
    server.become_guest()
    kept(server, azul_text(3))


def test_the_size_of_the_uploads_of_a_user_is_limited(
    server: ApiServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uploads, "MAX_CHARACTERS", len(azul_text(1)) + 10)
    kept(server, azul_text(1))
    assert refused(server, azul_text(2)) == (409, "too_many")


def test_the_size_of_the_uploads_is_not_read_by_the_writer(server: ApiServer) -> None:
    """It would have to read every text, while all moves wait for it."""
    kept(server, azul_text(1))
    sent: list[tuple[str, str]] = []

    def note(_: Any, __: Any, sql: str, *___: Any) -> None:
        sent.append((threading.current_thread().name, sql))

    event.listen(Engine, "before_cursor_execute", note)
    try:
        kept(server, azul_text(2))
    finally:
        event.remove(Engine, "before_cursor_execute", note)
    sums = [thread for thread, sql in sent if "length(" in sql]
    assert sums and "tavolino-writer" not in sums


def test_uploads_that_come_too_fast_are_refused(server: ApiServer) -> None:
    answers = [post(server, "no record").json()["code"] for _ in range(25)]
    assert set(answers[:20]) == {"bad_record"} and "too_fast" in answers[20:]


def test_the_records_of_others_are_not_found(server: ApiServer) -> None:
    mine = kept(server, azul_text())["id"]
    server.become_guest()
    for path in (mine, f"{mine}/verify", f"{mine}/replay", "unknown", "%00", "x" * 300):
        assert server.refusal(f"/api/records/{path}") == (404, "not_found")
    answer = server.client.delete(f"/api/records/{mine}")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    assert server.get("/api/records")["records"] == []
    server.drop_session()
    assert server.refusal("/api/records") == (401, "not_signed_in")
    assert refused(server, azul_text()) == (401, "not_signed_in")


def test_uploads_are_listed_page_by_page(server: ApiServer) -> None:
    for number in range(1, 6):
        kept(server, azul_text(number))
    seen: list[str] = []
    cursor: dict[str, str] = {}
    for size in (2, 2, 1):
        page = server.get("/api/records", limit=2, **cursor)
        assert len(page["records"]) == size
        seen += [row["id"] for row in page["records"]]
        cursor = {"cursor": page["cursor"]}
    assert cursor == {"cursor": None} and len(set(seen)) == 5
    for bad in ({"limit": 0}, {"limit": 101}, {"limit": "x"}, {"cursor": "no"}):
        assert server.refusal("/api/records", **bad) == (400, "bad_message")
