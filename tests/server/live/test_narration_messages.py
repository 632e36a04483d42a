"""Narration can be sent: it has a schema, and reads back unchanged."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from support.random_play import EVERY_GAME, play_randomly, start_match

from tavolino.game import AnyGame
from tavolino.match import steps
from tavolino.narration import Told, outcome, told
from tavolino.record import before_first_entry


@pytest.mark.parametrize("game", EVERY_GAME, ids=str)
def test_it_reads_back(game: AnyGame) -> None:
    match = play_randomly(start_match(game, 1), Random(1), 60)
    here, said = before_first_entry(match), list(outcome(match))
    for entry, after in zip(match.log, steps(here, match.log)):
        said += told(entry, here, after)
        here = after
    assert msgspec.json.decode(msgspec.json.encode(said), type=list[Told]) == said


def test_the_schema_allows_nested_sentences() -> None:
    (reference,), parts = msgspec.json.schema_components([Told])
    assert reference in parts["Told"]["properties"]["values"]["additionalProperties"]["anyOf"]
