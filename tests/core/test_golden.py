"""Golden data: what was once recorded or counted stays so, or that game's version rises."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tavolino.catalogue import BUILT_IN, make_game
from tavolino.games.perft import divide, perft
from tavolino.record import parse_record, verify

DATA = Path(__file__).parents[1] / "data"
RECORDS = sorted((DATA / "records").glob("*.record"))
PERFT: list[dict[str, Any]] = json.loads((DATA / "perft.json").read_text())


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_golden_record_replays_to_its_last_position(path: Path) -> None:
    text = path.read_text()
    record = parse_record(text)
    finals = path.with_suffix(".final").read_text().splitlines()
    assert [str(board.state) for board in record.match.boards] == finals
    assert str(record) == text
    verify(record)


def test_every_game_and_every_kind_of_entry_has_a_golden_record() -> None:
    text = "".join(path.read_text() for path in RECORDS)
    for word in (
        *(f"game {name} 1\n" for name in BUILT_IN),
        *("lots", "undo", "roll", "fill", "deal", "draw", "redeal", ">b", ">f", "@"),
        *(": stall", ": time up", ": new game", ": given up", "\nsecret "),
    ):
        assert word in text, word


@pytest.mark.parametrize("row", PERFT, ids=lambda row: f"{row['game']} {row['state'][:40]}")
def test_perft_counts_and_the_order_of_moves(row: dict[str, Any]) -> None:
    game = make_game(row["game"], row["options"])
    state = game.parse_state(row["state"])
    assert [str(move) for move in game.legal_moves(state)] == row["moves"]
    for depth, count in enumerate(row["perft"], 1):
        found = perft(game, state, depth)
        assert found == count, {str(move): n for move, n in divide(game, state, depth)}
