"""Narration can be sent: it has a schema, and reads back unchanged."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from support.random_play import EVERY_GAME, play_randomly, start_match

from tavolino.game import AnyGame
from tavolino.match import steps
from tavolino.narration import Sentence, describe_entry, describe_outcome
from tavolino.record import before_first_entry


@pytest.mark.parametrize("game", EVERY_GAME, ids=str)
def test_it_reads_back(game: AnyGame) -> None:
    match = play_randomly(start_match(game, 1), Random(1), 60)
    here, sentences = before_first_entry(match), list(describe_outcome(match))
    for entry, after in zip(match.log, steps(here, match.log)):
        sentences += describe_entry(entry, here, after)
        here = after
    assert msgspec.json.decode(msgspec.json.encode(sentences), type=list[Sentence]) == sentences


def test_the_schema_allows_nested_sentences() -> None:
    (reference,), parts = msgspec.json.schema_components([Sentence])
    assert reference in parts["Sentence"]["properties"]["values"]["additionalProperties"]["anyOf"]
