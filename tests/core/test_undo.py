"""Undo and redo in practice, the same for the terminal and the server (R-S40-46, R-N9-24)."""

from __future__ import annotations

from typing import Any

import pytest

from tavolino.catalogue import make_game
from tavolino.chance import deal_seed
from tavolino.game import REFEREE, IllegalMoveError, Stop
from tavolino.match import Entry, Match, by_the_rules, new_match, settle
from tavolino.match.undo import UndoStack, redo, undo, undoing_player
from tavolino.record import before_first_entry


def practice(name: str, **options: str) -> Match[Any, Any]:
    return settle(new_match(make_game(name, options), deal_seed(7), is_practice=True))


def stack_of(match: Match[Any, Any]) -> UndoStack:
    return UndoStack().following(match.log)


def played(match: Match[Any, Any], moves: int) -> Match[Any, Any]:
    """The first legal move, ``moves`` times."""
    for _ in range(moves):
        seat = match.actor(0)
        assert seat is not None
        match = match.move(seat, match.legal_moves(0)[0])
    return match


def test_undo_and_redo_come_back_to_the_same_position() -> None:
    after = played(practice("nove_colonne"), 2)
    back = undo(after, stack_of(after), 0, by_the_rules)
    assert back.boards[0].state == after.boards[0].past[-1][1]
    again = redo(back, stack_of(back), [0], by_the_rules)
    assert again.boards[0].state == after.boards[0].state
    assert stack_of(again) == stack_of(after)


def test_the_replies_of_bots_go_back_and_forward_with_the_move() -> None:
    start = practice("aftaebr", players="3")
    after = played(start, 9)
    person = 0
    stack = stack_of(after)
    at = max(i for i, (player, _) in enumerate(stack.played) if player == person)
    back = undo(after, stack, person, by_the_rules)
    assert stack_of(back).undone == tuple(reversed(stack.played[at:]))
    again = redo(back, stack_of(back), [person], by_the_rules)
    assert again.boards[0].state == after.boards[0].state and not stack_of(again).undone


def test_another_move_forgets_what_was_taken_back() -> None:
    after = played(practice("nove_colonne"), 1)
    back = undo(after, stack_of(after), 0, by_the_rules)
    other = back.move(0, back.legal_moves(0)[1])
    assert stack_of(other).next_player() is None


@pytest.mark.parametrize("moves", [0, 1, 3])
@pytest.mark.parametrize("game", ["nove_colonne", "solitario40"])
def test_giving_up_is_taken_back_alone_and_the_log_only_grows(game: str, moves: int) -> None:
    here = played(practice(game), moves)
    given_up = here.call(Stop.GIVEN_UP, 0)
    assert given_up.is_over and undoing_player(given_up, stack_of(given_up), [0]) == 0
    on = undo(given_up, stack_of(given_up), 0, by_the_rules)
    assert on.boards[0].state == here.boards[0].state and not on.is_over
    assert on.log[: len(given_up.log)] == given_up.log
    assert stack_of(on).played == stack_of(here).played and not stack_of(on).undone
    again = before_first_entry(on)
    for entry in on.log:
        again = again.play(again.parse_entry(str(entry)))
    assert again.boards[0].state == on.boards[0].state


def test_without_a_move_there_is_nothing_to_take_back() -> None:
    start = practice("nove_colonne")
    assert undoing_player(start, stack_of(start), [0]) is None
    with pytest.raises(IllegalMoveError):
        undo(start, stack_of(start), 0, by_the_rules)


def test_after_a_stall_one_may_give_up_and_take_that_back_rules_8_14() -> None:
    here = played(practice("solitario40"), 1)
    stalled = here.play(Entry(REFEREE, 0, Stop.STALL))
    given_up = stalled.call(Stop.GIVEN_UP, 0)
    assert not stalled.is_over and given_up.is_over
    on = undo(given_up, stack_of(given_up), 0, by_the_rules)
    assert not on.is_over and on.boards[0].state == here.boards[0].state
    with pytest.raises(IllegalMoveError):
        given_up.call(Stop.GIVEN_UP, 0)
