"""The client's types are generated from web/schema.json, which is what the server says."""

from __future__ import annotations

import message_schema


def test_the_written_schema_is_the_servers() -> None:
    told = "run .venv/bin/python scripts/message_schema.py"
    assert message_schema.SCHEMA.read_text(encoding="utf-8") == message_schema.text() + "\n", told


def test_it_has_messages_of_both_ways_and_the_answers_of_rest() -> None:
    structs = message_schema.schema()["$defs"]
    assert {"Move", "Update", "TableInfo", "Replay", "NewTable", "Me", "Problem"} <= structs.keys()
