"""Puzzles over HTTP: attempts are judged on the server, the first result counts, ratings move."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient
from support.fixtures import quick_hasher

from tavolino.learning.puzzles.attempt import begin
from tavolino.learning.puzzles.files import shipped
from tavolino.learning.puzzles.puzzle import THEMES, Puzzle, Theme
from tavolino.learning.puzzles.questions.only_step import step_of
from tavolino.server.clock import DAY_MS, day_of, now
from tavolino.server.config import Config
from tavolino.server.games.puzzles import attempt_routes, routes
from tavolino.server.games.puzzles.choice import next_puzzle, puzzle_of
from tavolino.server.games.puzzles.messages import MAX_MOVES
from tavolino.server.games.puzzles.ratings import Rating, puzzle_rating
from tavolino.server.games.puzzles.store import PuzzleStats
from tavolino.server.process.app import create_app

Client = TestClient[Litestar]


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """One server for all tests of this file; each test is a new guest."""
    config = Config(tmp_path_factory.mktemp("data"), workers=0, password_hasher=quick_hasher())
    with TestClient(create_app(config)) as client:
        yield client


@pytest.fixture
def client(app: Client) -> Client:
    app.cookies.clear()
    guest(app)
    return app


def guest(client: Client) -> None:
    assert client.post("/api/me", json={}).status_code < 300


def get(client: Client, path: str, **params: Any) -> dict[str, Any]:
    answer = client.get(f"/api/puzzles{path}", params=params)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def send(client: Client, puzzle: Puzzle, what: str, *moves: str) -> dict[str, Any]:
    answer = client.post(f"/api/puzzles/{puzzle.id}/{what}", json={"moves": list(moves)})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def own_moves(puzzle: Puzzle) -> list[str]:
    """The player's moves of the line."""
    attempt, moves = begin(puzzle), list[str]()
    state = attempt.state
    for text in puzzle.line:
        if attempt.game.actor(state) == attempt.seat:
            moves.append(text)
        state = attempt.game.apply(state, attempt.game.parse_move(text))
    return moves


def wrong_move(puzzle: Puzzle) -> str:
    attempt = begin(puzzle)
    moves = map(str, attempt.game.legal_moves(attempt.state))
    return next(text for text in moves if text != puzzle.line[0])


def solve(client: Client, puzzle: Puzzle) -> dict[str, Any]:
    moves = own_moves(puzzle)
    for count in range(1, len(moves)):
        assert send(client, puzzle, "attempt", *moves[:count])["verdict"] == "open"
    return send(client, puzzle, "attempt", *moves)


def puzzle_with(game: str, *themes: Theme, at: int = 0) -> Puzzle:
    return [one for one in shipped(game) if one.theme in themes][at]


def test_the_list_has_every_game_and_the_puzzle_of_the_day(client: Client) -> None:
    found = get(client, "")
    assert [one["game"] for one in found["games"]] == list(THEMES)
    for one in found["games"]:
        assert one["puzzles"] == len(shipped(one["game"])) and one["mine"]["rating"] == 1500
    assert found["today"]["puzzle"] == puzzle_of(day_of(now())).id
    assert found["today"]["is_solved"] is None


def test_a_puzzle_lies_open_and_hides_its_answer(client: Client) -> None:
    for game in THEMES:
        puzzle = shipped(game)[3]
        found = get(client, f"/{puzzle.id}")
        assert found["position"]["moves"], "the player can move"
        assert found["moves"] == list(puzzle.moves) and found["deal"] == puzzle.deal
        assert "??" not in json.dumps(found["position"]["view"])
        assert len(found["stock"]) == found["position"]["view"].get("mazzo", 0)
        assert not {"key", "line", "traps", "theme"} & found.keys()


@pytest.mark.parametrize("game", THEMES)
def test_a_solved_puzzle_raises_the_rating_and_lowers_its_own(client: Client, game: str) -> None:
    puzzle = shipped(game)[len(shipped(game)) // 2]
    before = get(client, f"/{puzzle.id}")
    found = solve(client, puzzle)
    assert found["verdict"] == "solved" and found["is_new"] and found["told"]
    assert found["result"]["is_solved"] and found["result"]["after"] > 1500
    assert found["mine"]["streak"] == found["mine"]["solved"] == 1
    assert all(not one["moves"] for one in found["positions"]), "nothing can be moved any more"
    after = get(client, f"/{puzzle.id}")
    assert after["attempts"] == before["attempts"] + 1 and after["solved"] == before["solved"] + 1
    assert after["rating"] < before["rating"] and after["mine"]["is_solved"]


def test_only_the_first_result_counts(client: Client) -> None:
    puzzle = shipped("aftaebr")[0]
    failed = send(client, puzzle, "attempt", wrong_move(puzzle))
    assert failed["verdict"] == "failed" and failed["is_new"] and failed["told"]
    assert failed["result"]["after"] < 1500 and failed["mine"]["streak"] == 0
    again = solve(client, puzzle)
    assert again["verdict"] == "solved" and not again["is_new"]
    assert again["result"] == failed["result"] and again["mine"] == failed["mine"]
    assert [one["puzzle"] for one in get(client, "/history")["attempts"]] == [puzzle.id]


def test_a_chain_of_captures_is_judged_by_what_the_turn_can_still_take(client: Client) -> None:
    puzzle = puzzle_with("aftaebr", Theme.CHAIN)
    first = send(client, puzzle, "attempt", puzzle.line[0])
    (told,) = first["told"]
    assert first["verdict"] == "open" and told["key"] == "puzzle.chain_taken"
    assert 0 < told["values"]["taken"] < told["values"]["pieces"] == int(puzzle.key)
    assert send(client, puzzle, "hint", puzzle.line[0])["move"] in first["positions"][-1]["moves"]
    failed = send(client, puzzle, "attempt", puzzle.traps[0])
    assert failed["verdict"] == "failed" and failed["told"][0]["values"]["most"] < int(puzzle.key)
    found = solve(client, puzzle)
    assert found["verdict"] == "solved"
    (told,) = found["told"]
    assert len(told["values"]["moves"]) == len(puzzle.line)
    assert told["values"]["most"] < told["values"]["pieces"] == int(puzzle.key)


def test_a_streak_is_kept_until_a_puzzle_is_missed(client: Client) -> None:
    puzzles = shipped("azul_solo")
    streaks = [solve(client, puzzle)["mine"]["streak"] for puzzle in puzzles[:3]]
    missed = send(client, puzzles[3], "attempt", wrong_move(puzzles[3]))["mine"]
    after = solve(client, puzzles[4])["mine"]
    assert streaks == [1, 2, 3] and missed["streak"] == 0
    assert (after["streak"], after["best_streak"]) == (1, 3)
    assert after["attempts"] == 5 and after["solved"] == 4
    past = get(client, "/history")["attempts"]
    assert [one["is_solved"] for one in past] == [True, False, True, True, True]


def test_moves_before_the_step_leave_it_open(client: Client) -> None:
    puzzle = puzzle_with("solitario40", Theme.STOCK, Theme.UNCOVER)
    attempt = begin(puzzle)
    moves = attempt.game.legal_moves(attempt.state)
    free = next(str(m) for m in moves if step_of(attempt.game, attempt.state, m) is None)
    found = send(client, puzzle, "attempt", free)
    assert (
        found["verdict"] == "open" and found["result"] is None and found["positions"][-1]["moves"]
    )
    assert get(client, f"/{puzzle.id}")["mine"] is None


def test_a_hint_and_the_solution_count_as_not_solved(client: Client) -> None:
    first, second = shipped("nove_colonne")[:2]
    hint = send(client, first, "hint")
    assert hint["told"]["key"].startswith("puzzle.hint") and hint["mine"]["attempts"] == 1
    assert not get(client, f"/{first.id}")["mine"]["is_solved"]
    answer = client.post(f"/api/puzzles/{second.id}/solution")
    solution = answer.json()
    assert solution["line"] == list(second.line) and solution["told"]
    assert len(solution["positions"]) == len(second.line) + 1
    assert solution["mine"]["attempts"] == 2 and solution["mine"]["solved"] == 0


def test_the_solution_of_a_solved_puzzle_costs_nothing(client: Client) -> None:
    puzzle = shipped("azul_solo")[7]
    mine = solve(client, puzzle)["mine"]
    assert client.post(f"/api/puzzles/{puzzle.id}/solution").json()["mine"] == mine


def test_the_next_puzzle_is_new_and_near(client: Client) -> None:
    seen = []
    for _ in range(4):
        info = get(client, "/next", game="azul_solo")
        assert info["mine"] is None and abs(info["rating"] - 1500) < 700
        seen.append(info["id"])
        puzzle = next(one for one in shipped("azul_solo") if one.id == info["id"])
        send(client, puzzle, "hint")
    assert len(set(seen)) == 4
    themed = get(client, "/next", game="solitario40", theme="fewest")
    assert themed["limit"] and themed["goal"]["key"] == "puzzle.goal_fewest"


def test_the_choice_goes_by_ratings() -> None:
    puzzles = [replace(one, grade=1000 + 20 * n) for n, one in enumerate(shipped("aftaebr")[:60])]
    for points in (1000, 1600, 2180):
        chosen = {next_puzzle(puzzles, {}, [], points).grade for _ in range(40)}
        assert all(abs(grade - points) <= 200 for grade in chosen) and len(chosen) > 3
    harder = {puzzles[0].id: PuzzleStats(puzzle_rating(2400), 50, 2)}
    chosen_ids = {next_puzzle(puzzles, harder, [], 2500).id for _ in range(60)}
    assert puzzles[0].id in chosen_ids, "what people did counts, not the first grade"
    tried = [one.id for one in puzzles[3:]]
    assert {next_puzzle(puzzles, {}, tried, 2180).id for _ in range(20)} <= {
        one.id for one in puzzles[:3]
    }
    everything = [one.id for one in reversed(puzzles)]
    assert next_puzzle(puzzles, {}, everything, 1500) == puzzles[-1], "the one tried first"
    for before, after in ((-1, -2), (5, 4), (0, -1)):
        again = next_puzzle(puzzles, {}, everything, 1500, puzzles[before].id)
        assert again == puzzles[after], "they come again, one after the other"


def test_the_puzzle_of_the_day_changes_game_and_does_not_come_again() -> None:
    days = [puzzle_of(day_of(1_800_000_000_000 + n * DAY_MS)) for n in range(120)]
    assert [one.game for one in days[:4]] != [days[0].game] * 4
    assert {one.game for one in days[:4]} == set(THEMES)
    assert len({one.id for one in days}) == len(days)


def test_days_in_a_row(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    start = now()
    for n in range(3):
        for module in (routes, attempt_routes):
            monkeypatch.setattr(module, "now", lambda n=n: start + n * DAY_MS)
        today = get(client, "")["today"]
        assert today["streak"] == n and today["is_solved"] is None
        solve(client, puzzle_of(today["day"]))
        assert get(client, "")["today"]["streak"] == n + 1
    monkeypatch.setattr(routes, "now", lambda: start + 5 * DAY_MS)
    assert get(client, "")["today"]["streak"] == 0


def test_bad_input_is_refused_and_changes_nothing(client: Client) -> None:
    puzzle = shipped("aftaebr")[2]
    path = f"/api/puzzles/{puzzle.id}/attempt"
    line = own_moves(puzzle)
    refused: list[tuple[str, Any, str]] = [
        (path, {"moves": ["9@z9"]}, "illegal_move"),
        (path, {"moves": ["turn"]}, "illegal_move"),
        (path, {"moves": [*line, *line]}, "illegal_move"),
        (path, {"moves": ["x" * 41]}, "bad_message"),
        (path, {"moves": ["turn"] * (MAX_MOVES + 1)}, "bad_message"),
        (path, {"moves": 1}, "bad_message"),
        (path, {}, "bad_message"),
        (path, {"moves": [], "more": 1}, "bad_message"),
        ("/api/puzzles/aftaebr-0/attempt", {"moves": []}, "not_found"),
        ("/api/puzzles/briscola-1/hint", {"moves": []}, "not_found"),
    ]
    for where, body, code in refused:
        answer = client.post(where, json=body)
        assert answer.json()["code"] == code, (where, body, answer.text)
    for params in ({"game": "briscola"}, {"game": "aftaebr", "theme": "stock"}):
        assert client.get("/api/puzzles/next", params=params).json()["code"] == "bad_option"
    assert client.get("/api/puzzles/nothing").json()["code"] == "not_found"
    assert get(client, "/history")["attempts"] == []


def test_without_a_session_one_can_look_but_not_try(app: Client) -> None:
    app.cookies.clear()
    puzzle = shipped("solitario40")[0]
    assert get(app, f"/{puzzle.id}")["mine"] is None
    assert get(app, "/next", game="solitario40")["position"]
    for path in ("attempt", "hint"):
        answer = app.post(f"/api/puzzles/{puzzle.id}/{path}", json={"moves": []})
        assert answer.status_code == 401


def test_play_on_opens_a_practice_table_there(client: Client) -> None:
    puzzle = shipped("solitario40")[1]
    body = {"game": puzzle.game, "deal": puzzle.deal, "moves": list(puzzle.moves)}
    answer = client.post("/api/tables", json=body)
    assert answer.status_code == 201, answer.text


def test_an_account_takes_over_what_it_has_not_tried(client: Client) -> None:
    one, other = shipped("azul_solo")[10:12]
    who = {"name": "Anna dei problemi", "password": "una frase lunga"}
    assert client.post("/api/account", json=who).status_code < 300
    mine = solve(client, one)["mine"]
    client.post("/api/sign-out")
    guest(client)
    send(client, one, "attempt", wrong_move(one))
    solve(client, other)
    solve(client, shipped("aftaebr")[5])
    assert client.post("/api/sign-in", json=who).status_code < 300
    past = {row["puzzle"]: row["is_solved"] for row in get(client, "/history")["attempts"]}
    assert past == {one.id: True, other.id: True, shipped("aftaebr")[5].id: True}
    games = {row["game"]: row["mine"] for row in get(client, "")["games"]}
    assert games["azul_solo"] == mine, "the account keeps its rating"
    assert games["aftaebr"]["attempts"] == 1, "and takes over one that it did not have"


def test_the_export_has_the_attempts_and_deletion_removes_them(client: Client) -> None:
    who = {"name": "Bruno dei problemi", "password": "una frase lunga"}
    assert client.post("/api/account", json=who).status_code < 300
    puzzle = shipped("azul_solo")[12]
    solve(client, puzzle)
    archive = client.get("/api/account/export")
    account = json.loads(zipfile.ZipFile(io.BytesIO(archive.content)).read("account.json"))
    assert [row["puzzle"] for row in account["puzzles"]] == [puzzle.id]
    assert account["puzzle_ratings"][0]["game"] == "azul_solo"
    before = get(client, f"/{puzzle.id}")
    deletion = {"password": who["password"]}
    assert client.request("DELETE", "/api/account", json=deletion).status_code < 300
    guest(client)
    assert get(client, "/history")["attempts"] == []
    assert get(client, f"/{puzzle.id}")["rating"] == before["rating"], "the puzzle keeps its rating"


def test_ratings_are_on_the_scale_of_elo() -> None:
    assert Rating().points == 1500 and puzzle_rating(1900).points == 1900


@pytest.mark.parametrize("game", THEMES)
def test_every_theme_that_is_listed_has_a_puzzle(client: Client, game: str) -> None:
    listed = next(one["themes"] for one in get(client, "")["games"] if one["game"] == game)
    for theme in listed:
        puzzle = get(client, "/next", game=game, theme=theme)["id"]
        assert theme in {one.theme for one in shipped(game) if one.id == puzzle}
    for theme in set(THEMES[game]) - set(listed):
        refused = client.get("/api/puzzles/next", params={"game": game, "theme": theme})
        assert (refused.status_code, refused.json()["code"]) == (400, "bad_option")
