"""The client's types are generated from web/schema.json, which is what the server says."""

from __future__ import annotations

from pathlib import Path

from tavolino.server import schema_json

WEB = Path(__file__).parents[2] / "web"


def test_the_written_schema_is_the_servers() -> None:
    told = "run python -m tavolino.server.schema_json web/schema.json"
    assert (WEB / "schema.json").read_text(encoding="utf-8") == schema_json.text() + "\n", told


def test_it_has_messages_of_both_ways_and_the_answers_of_rest() -> None:
    structs = schema_json.schema()["$defs"]
    assert {"Move", "Update", "TableInfo", "Replay", "NewTable", "Me", "Problem"} <= structs.keys()
