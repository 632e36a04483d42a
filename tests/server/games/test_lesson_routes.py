"""Lessons over HTTP: a step, a move, and what the server says about it."""

from __future__ import annotations

from typing import Any

import pytest
from httpx import Response
from support.databases.stored_tables import ApiServer

from tavolino.learning.lessons import lesson_games, lesson_of


def play(server: ApiServer, step: str, move: str) -> Response:
    return server.client.post(f"/api/lessons/{step}", json={"move": move})


@pytest.mark.parametrize("game", lesson_games())
def test_a_whole_lesson_over_http(server: ApiServer, game: str) -> None:
    server.drop_session()  # nothing is stored, so nobody needs to be known
    steps = lesson_of(game).steps
    shown: Any = None
    for number, step in enumerate(steps, 1):
        got = server.get(f"/api/lessons/{game}/{number}")
        assert (got["number"], got["total"]) == (number, len(steps))
        if shown and not step.start.log:
            assert got["position"]["view"].keys() == shown["view"].keys()
        if got["hint"] is None:
            continue
        assert got["hint"] in got["position"]["moves"]
        answer = play(server, f"{game}/{number}", got["hint"]).json()
        assert answer["is_right"]
        assert answer["told"]["key"] == f"lesson.{game}.{step.name}.done"
        keys = [told["key"] for one in answer["positions"] for told in one["told"]]
        assert set(step.effects) <= set(keys)
        shown = answer["positions"][-1]


def test_another_legal_move_is_not_right_and_an_illegal_one_is_refused(server: ApiServer) -> None:
    assert play(server, "aftaebr/3", "1@b3").json() == {
        "is_right": False,
        "told": {"key": "lesson.aftaebr.beside.nudge", "values": {}},
        "positions": [],
    }
    for move, status, code in (("4@b3", 409, "illegal_move"), ("4@z9", 400, "bad_message")):
        refused = play(server, "aftaebr/3", move)
        assert (refused.status_code, refused.json()["code"]) == (status, code)


def test_hidden_cards_stay_hidden(server: ApiServer) -> None:
    text = str(server.get("/api/lessons/solitario40/1"))
    assert "??" in text
    assert "'QC'" not in text  # the first card of column 7 is face down


@pytest.mark.parametrize("address", ["aftaebr/0", "aftaebr/11", "whist/1"])
def test_what_does_not_exist_is_not_found(server: ApiServer, address: str) -> None:
    assert server.refusal(f"/api/lessons/{address}") == (404, "not_found")


def test_a_step_to_see_takes_no_move(server: ApiServer) -> None:
    refused = play(server, "aftaebr/1", "1@a1")
    assert refused.status_code == 400


def progress(server: ApiServer) -> dict[str, int | None]:
    return {one["game"]: one["step"] for one in server.get("/api/lessons")["lessons"]}


def save(server: ApiServer, game: str, step: int) -> Response:
    return server.client.post(f"/api/lessons/{game}/progress", json={"step": step})


def test_a_lesson_goes_on_where_its_user_has_stopped(server: ApiServer) -> None:
    assert progress(server) == dict.fromkeys(lesson_games())
    for step in (2, 5, 0):
        assert save(server, "aftaebr", step).status_code == 204
        assert progress(server) == {**dict.fromkeys(lesson_games()), "aftaebr": step}
    server.drop_session()
    assert progress(server) == dict.fromkeys(lesson_games()), "of nobody else"


@pytest.mark.parametrize(
    ("game", "step", "status"),
    [("aftaebr", 11, 404), ("aftaebr", -1, 404), ("whist", 1, 404), ("aftaebr", "x", 400)],
)
def test_a_step_that_does_not_exist_is_not_saved(
    server: ApiServer, game: str, step: Any, status: int
) -> None:
    assert save(server, game, step).status_code == status
    assert progress(server) == dict.fromkeys(lesson_games())


def test_progress_needs_a_session(server: ApiServer) -> None:
    server.drop_session()
    assert save(server, "aftaebr", 2).status_code == 401
