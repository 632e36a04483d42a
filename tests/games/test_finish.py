"""The automatic finish of the patiences (R-S40-47)."""

from __future__ import annotations

from typing import Any

import pytest

from tavolino.catalogue import entry_of
from tavolino.game import AnyGame, Stop
from tavolino.games.nove_colonne import NoveColonne
from tavolino.games.patience import finishing_moves
from tavolino.games.solitario40 import Solitario40
from tavolino.match import Board, Entry, Match

OPEN = [
    (Solitario40(), "7D 7H 7C 7S | - | - | KD QC JH / KS QH JC / KH QS JD / KC QD JS / - / - / -"),
    (
        NoveColonne(),
        "10D JH JC JS | QC - KS - - - | KH QS JD / KC QD / KD / QH / - / - / - / - / -",
    ),
]


@pytest.mark.parametrize(("game", "text"), OPEN, ids=str)
def test_every_card_that_is_left_goes_to_its_base(game: AnyGame, text: str) -> None:
    state = game.parse_state(text)
    assert entry_of(game.name).can_finish(game, state)
    moves = list(finishing_moves(game, state))
    match: Match[Any, Any] = Match(game, (Board(state),))
    for move in moves:
        match = match.play(Entry(0, 0, move))
    end = match.boards[0].state
    assert game.winners(end) == (0,)
    assert len(moves) == sum(end.bases) - sum(state.bases) == match.mossa


@pytest.mark.parametrize(
    ("game", "text"),
    [
        (OPEN[0][0], OPEN[0][1].replace("KD QC", "(KD) QC")),
        (OPEN[0][0], OPEN[0][1].replace("| - | - |", "| JS | - |").replace("QD JS", "QD")),
        (OPEN[0][0], OPEN[0][1].replace("| - | - |", "| - | JS |").replace("QD JS", "QD")),
        (OPEN[1][0], OPEN[1][1].replace("KC QD", "(KC) QD")),
        (OPEN[0][0], "KD KH KC KS | - | - | - / - / - / - / - / - / -"),
        (OPEN[0][0], "undealt"),
        (OPEN[1][0], "undealt"),
    ],
)
def test_not_while_a_card_is_hidden_or_in_the_stock_nor_at_the_end(
    game: AnyGame, text: str
) -> None:
    assert not entry_of(game.name).can_finish(game, game.parse_state(text))


@pytest.mark.parametrize(("game", "text"), OPEN, ids=str)
def test_not_after_the_referee_has_called(game: AnyGame, text: str) -> None:
    assert not entry_of(game.name).can_finish(game, game.stop(game.parse_state(text), Stop.TIME_UP))
