"""Positions outside live tables: moves, what happened, and nothing hidden unless cards lie open."""

from __future__ import annotations

import pytest

from tavolino.game import CHANCE, IllegalMoveError
from tavolino.games.aftaebr import Aftaebr
from tavolino.games.azul_solo import AzulSolo, Roll
from tavolino.games.solitario40 import Solitario40
from tavolino.match import Entry, match_at
from tavolino.server.games.listing import practice_match
from tavolino.server.views.aftaebr import AftaebrView
from tavolino.server.views.position import position, positions
from tavolino.server.views.solitario40 import Solitario40View

EMPTY_ROWS = " / ".join([". . . . . ."] * 5)
AFTAEBR = Aftaebr().parse_state(
    "4 3 | verde azzurro | 7 8 7 8, 8 7 8 8 | 1"
    f" | 1A 2B 3A . . . / {EMPTY_ROWS} | captured 0 passed -"
)


def test_a_match_begins_at_a_position_and_refuses_what_is_illegal() -> None:
    match = match_at(Aftaebr(), AFTAEBR)
    first = position(None, match)
    assert (first.count, first.actor, first.told, first.last) == (0, 0, [], None)
    assert "4@d1" in first.moves
    with pytest.raises(IllegalMoveError):
        match.play(match.parse_entry("player 1: 1@d1"))


def test_every_move_of_a_player_has_its_position() -> None:
    before = match_at(Aftaebr(), AFTAEBR)
    after = before
    for line in ("player 1: 4@d1", "player 1: 2@a6", "player 2: 1@f1"):
        after = after.play(after.parse_entry(line))
    shown = positions(before, after)
    assert [one.last for one in shown] == ["4@d1", "2@a6", "1@f1"]
    assert [told.key for told in shown[0].told] == ["af.placed", "af.capture", "af.captured"]
    assert [one.count for one in shown] == [1, 2, 3]
    assert isinstance(shown[0].view, AftaebrView)
    assert shown[0].view.captured == 4


def test_the_roll_of_the_automa_belongs_to_the_move_before_it() -> None:
    before = practice_match(AzulSolo(), 7)
    move = before.legal_moves(0)[0]
    after = before.play(Entry(0, 0, move)).play(Entry(CHANCE, 0, Roll(3)))
    (shown,) = positions(before, after)
    assert shown.last == str(move)
    assert {"az.you", "az.answer"} <= {told.key for told in shown.told}
    assert shown.previews and list(shown.previews) == shown.moves


def test_hidden_cards_are_shown_only_where_cards_lie_open() -> None:
    match = practice_match(Solitario40(), 7)
    closed, opened = position(None, match), position(None, match, is_open=True)
    assert isinstance(closed.view, Solitario40View) and isinstance(opened.view, Solitario40View)
    assert any("??" in column for column in closed.view.columns)
    assert not any("??" in column for column in opened.view.columns)
    assert closed.moves == opened.moves


def test_the_end_is_told() -> None:
    stacks = "2B" * 16, "1B" * 16, "3B" * 16
    text = f"4 3 | verde azzurro | 0 0 0 1, 0 0 0 1 | 1 | {' '.join(stacks)} {'4B' * 14} . ."
    game = Aftaebr()
    before = match_at(game, game.parse_state(f"{text} / {EMPTY_ROWS} | captured 0 passed -"))
    after = before.play(before.parse_entry("player 1: 4@f6"))
    assert [told.key for told in positions(before, after)[0].told] == [
        "af.placed",
        "af.out",
        "af.won",
    ]
