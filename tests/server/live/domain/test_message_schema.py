"""The client's types are generated from web/schema.json, which must be up to date."""

from __future__ import annotations

import message_schema


def test_the_stored_schema_is_up_to_date() -> None:
    advice = "run .venv/bin/python scripts/message_schema.py"
    assert message_schema.SCHEMA.read_text(encoding="utf-8") == message_schema.text() + "\n", advice


def test_it_has_messages_in_both_directions_and_the_responses_of_rest() -> None:
    structs = message_schema.schema()["$defs"]
    assert {"Move", "Update", "TableInfo", "Replay", "NewTable", "Me", "Problem"} <= structs.keys()
