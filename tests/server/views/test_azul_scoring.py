"""Previews and round counts of Azul agree with ``apply``."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

import msgspec
from support.random_play import play_randomly, start_match

from tavolino.game import CHANCE
from tavolino.games.azul_solo import (
    FLOOR,
    MARKER,
    ROUNDS,
    AzulSolo,
    Holder,
    State,
    bonuses,
    floor_penalty,
    wall_column,
)
from tavolino.server.views.azul_scoring import Preview, RoundCount, previews, round_count

GAME = AzulSolo()


def turns(number: int) -> Iterator[tuple[State, State]]:
    """Every position of a random game with the one after it, as seen by the human."""
    match = play_randomly(start_match(GAME, number), Random(number), 200)
    history = [GAME.view(state, 0) for state in match.boards[0].history]
    return pairwise(history)


def human_views(games: int) -> Iterator[State]:
    for number in range(1, games + 1):
        yield from (view for view, _ in turns(number) if GAME.actor(view) == 0)


def test_every_legal_move_has_a_preview() -> None:
    for view in human_views(3):
        assert list(previews(view, GAME.legal_moves(view))) == list(
            map(str, GAME.legal_moves(view))
        )
    assert previews(State(), GAME.legal_moves(State())) == {}


def test_a_preview_says_where_the_tiles_go() -> None:
    for view in human_views(4):
        for text, preview in previews(view, GAME.legal_moves(view)).items():
            move: Any = GAME.parse_move(text)
            after = GAME.apply(view, move)
            if after.round != view.round:
                continue  # the board is tidied up: the round counts below look at this
            grown = sum(map(len, after.lines)) - sum(map(len, view.lines))
            assert preview.line == grown
            fallen = after.floor[len(view.floor) :].replace(MARKER, "")
            assert preview.floor == len(fallen)
            assert preview.out == len(after.discards) - len(view.discards)
            has_marker = after.marker is Holder.HUMAN and view.marker is not Holder.HUMAN
            assert preview.marker == has_marker
            assert preview.cost == floor_penalty(len(after.floor))
            if move.line != FLOOR:
                is_complete = len(after.lines[move.line - 1]) == move.line
                assert (preview.points is not None) == is_complete


def test_a_preview_predicts_the_last_move_of_a_round() -> None:
    complete = 0
    for view in human_views(40):
        for text, preview in previews(view, GAME.legal_moves(view)).items():
            after = GAME.apply(view, GAME.parse_move(text))
            count = round_count(view, after)
            if count is None:
                continue
            line = GAME.parse_move(text)[-1]
            points = [tile.points for tile in count.tiles if tile.row == line]
            assert points == ([] if preview.points is None else [preview.points])
            gained = view.score + sum(tile.points for tile in count.tiles)
            assert count.lost == min(preview.cost, gained)
            complete += bool(points)
    assert complete


def test_a_round_count_is_the_change_of_the_score() -> None:
    kinds = set()
    for number in range(1, 31):
        counts = 0
        for before, after in turns(number):
            count = round_count(before, after)
            if after.round == before.round or not before.round:
                assert count is None
                continue
            assert count is not None
            counts += 1
            check(before, after, count)
            kinds |= {bool(count.lost), bool(count.tiles)}
        assert counts == ROUNDS
    assert kinds == {True, False}


def check(before: State, after: State, count: RoundCount) -> None:
    points = sum(tile.points for tile in count.tiles)
    assert before.score + points - count.lost + count.bonus == after.score == count.score
    assert count.bonus == 7 * len(count.columns) + 10 * len(count.colours)
    assert count.bonus == (bonuses(after.wall) if after.round > ROUNDS else 0)
    wall = list(before.wall)
    for tile in count.tiles:
        assert tile.column == wall_column(tile.row - 1, tile.colour) + 1
        wall[tile.row - 1] += tile.colour
    assert list(map(sorted, wall)) == list(map(sorted, after.wall))
    assert [tile.row for tile in count.tiles] == sorted(tile.row for tile in count.tiles)


def test_complete_columns_and_colours_are_named() -> None:
    # All of column 3, and black on every row.
    column = ["BYRKW"[(2 - row) % 5] for row in range(5)]
    wall = tuple("".join(c for c in "BYRKW" if c in {column[row], "K"}) for row in range(5))
    before = State("BYRKW", round=ROUNDS, wall=wall, trays=("B", *[""] * 5), mover=Holder.HUMAN)
    after = GAME.apply(before, GAME.parse_move("1B>f"))
    count = round_count(before, after)
    assert count is not None
    assert (count.columns, count.colours, count.bonus) == ([3], "K", 17)
    assert count.tiles == [] and count.lost == 0  # nothing below zero (R-AZ-S11)
    assert count.score == after.score == 17


def test_previews_and_counts_read_back() -> None:
    for before, after in turns(1):
        if GAME.actor(before) == CHANCE:
            continue
        shown = previews(before, GAME.legal_moves(before))
        assert msgspec.json.decode(msgspec.json.encode(shown), type=dict[str, Preview]) == shown
        count = round_count(before, after)
        data = msgspec.json.encode(count)
        assert msgspec.json.decode(data, type=RoundCount | None) == count
