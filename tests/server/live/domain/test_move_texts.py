"""The cache of move texts agrees with the moves."""

from __future__ import annotations

from random import Random

import pytest
from support.random_play import EVERY_GAME, play_randomly, start_match

from tavolino.game import AnyGame
from tavolino.server.live.domain.updates import MAX_TEXTS, TEXTS, MoveTexts


@pytest.mark.parametrize("game", EVERY_GAME, ids=repr)
def test_texts_are_those_of_the_moves(game: AnyGame) -> None:
    """All games of one name share them, whatever their options."""
    match, rnd = start_match(game, 3), Random(3)
    while not match.is_over and len(match.log) < 120:
        moves = match.legal_moves(0)
        assert moves == game.legal_moves(match.boards[0].state)
        assert [TEXTS[game.name][move] for move in moves] == [str(move) for move in moves]
        match = play_randomly(match, rnd, 1)


def test_the_cache_of_texts_is_bounded() -> None:
    texts = MoveTexts()
    assert [texts[n] for n in range(MAX_TEXTS + 10)] == list(map(str, range(MAX_TEXTS + 10)))
    assert len(texts) == MAX_TEXTS
