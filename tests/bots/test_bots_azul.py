"""The bots and the coach of Azul in solitario."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest
from support.random_play import EVERY_GAME, start_match

from tavolino.bots import bots_of
from tavolino.bots.azul_solo.coach import CoachBot, explain_moves
from tavolino.bots.azul_solo.search import phases, rate_moves
from tavolino.bots.bot import seed_of
from tavolino.games.azul_solo import AzulSolo, Holder, State, Take, floor_penalty, tile_score
from tavolino.narration import Value

GAMES = [game for game in EVERY_GAME if isinstance(game, AzulSolo)]
GAME = GAMES[0]
SEED = seed_of("azul")


def line_of_play(game: AzulSolo, number: int) -> Iterator[State]:
    """The positions of a random game in which the human is to move."""
    rnd, state = Random(number), start_match(game, number).boards[0].state
    while game.actor(state) is not None:
        if state.mover is Holder.HUMAN:
            yield state
        state = game.apply(state, rnd.choice(game.legal_moves(state)))


# Every bot


@pytest.mark.parametrize("game", GAMES, ids=str)
@pytest.mark.parametrize("name", [name for name in bots_of("azul_solo") if name != "maestro"])
def test_bots_make_legal_moves_and_the_same_ones_again(game: AzulSolo, name: str) -> None:
    bot = bots_of("azul_solo")[name]
    for ply, state in enumerate(line_of_play(game, 11)):
        view, seed = game.view(state, 0), seed_of(name, ply)
        move = bot.choose(game, view, 0, seed)
        assert move in game.legal_moves(view)
        assert bot.choose(game, view, 0, seed) == move


@pytest.mark.parametrize("name", bots_of("azul_solo"))
def test_the_order_of_the_bag_changes_nothing(name: str) -> None:
    """Even if somebody forgets to hide it."""
    bot = CoachBot(300) if name == "maestro" else bots_of("azul_solo")[name]
    for state in line_of_play(GAME, 12):
        answers = {
            str(bot.choose(GAME, state._replace(bag=bag), 0, SEED))
            for bag in (state.bag, state.bag[::-1], "?" * len(state.bag))
        }
        assert len(answers) == 1


def test_levels_differ_by_what_they_may_spend() -> None:
    levels = [bots_of("azul_solo")[name] for name in ("facile", "medio", "difficile", "maestro")]
    spent = [level.playouts for level in levels if isinstance(level, CoachBot)]
    assert len(spent) == 4 and spent == sorted(set(spent))


# The greedy bot


def points_at_once(state: State, move: Take) -> int:
    """By the plain rules: the wall as it would be tiled now, less the floor."""
    source, colour, line = move
    heap = state.trays[source - 1] if source else state.centre
    lines, tiles = list(state.lines), heap.count(colour)
    fallen = len(state.floor) + (source == 0 and state.marker is Holder.CENTRE)
    if line:
        fitting = min(tiles, line - len(lines[line - 1]))
        lines[line - 1] += colour * fitting
        tiles -= fitting
    wall, points = list(state.wall), 0
    for row, held in enumerate(lines):
        if len(held) == row + 1:
            wall[row] += held[0]
            points += tile_score(wall, row, held[0])
    return points - floor_penalty(min(7, fallen + tiles))


def test_greedy_is_greedy() -> None:
    greedy, positions = bots_of("azul_solo")["greedy"], 0
    for number in range(20, 26):
        for state in line_of_play(GAME, number):
            if state.round < 4:  # the bonuses of the last round are another matter
                chosen = greedy.choose(GAME, GAME.view(state, 0), 0, SEED)
                moves = [move for move in GAME.legal_moves(state) if isinstance(move, Take)]
                gains = {move: points_at_once(state, move) for move in moves}
                assert gains[chosen] == max(gains.values())
                positions += 1
    assert positions > 80


# The coach


def test_advice_is_about_all_moves_and_the_best_known_come_first() -> None:
    for state in line_of_play(GAME, 13):
        said = explain_moves(GAME, GAME.view(state, 0), SEED, playouts=600)
        assert {one.move for one in said} == set(GAME.legal_moves(state))
        assert all(0 <= one.wins <= 1 and 0 < one.error < 0.5 for one in said)
        assert all(one.human >= 0 and one.automa >= len(state.pile) for one in said)
        rated = rate_moves(GAME, GAME.view(state, 0), SEED, 600)
        assert [one.move for one in rated] == [one.move for one in said]
        for better, worse in pairwise(rated):
            assert better.games > worse.games or (
                better.games == worse.games and better.value >= worse.value
            )


def test_there_is_no_advice_for_the_automa_or_after_the_end() -> None:
    *_, state = line_of_play(GAME, 13)
    for other in (GAME.start(), state._replace(mover=Holder.AUTOMA), state._replace(round=5)):
        assert explain_moves(GAME, GAME.view(other, 0), SEED, playouts=10) == ()


def test_playouts_are_shared_out_by_halving() -> None:
    assert phases(1) == [1]
    assert phases(30) == [30, 15, 8, 4, 3]
    state = next(line_of_play(GAME, 14))
    rated = rate_moves(GAME, GAME.view(state, 0), SEED, 5000)
    assert 4500 <= sum(one.games for one in rated) <= 5000
    assert rated[0].games == rated[1].games == rated[2].games > rated[3].games


def test_advice_is_the_same_for_a_seed_and_differs_between_seeds() -> None:
    view = GAME.view(next(line_of_play(GAME, 15)), 0)
    once, again, other = (explain_moves(GAME, view, seed_of(n), playouts=500) for n in (1, 1, 2))
    assert once == again
    assert [one.wins for one in once] != [one.wins for one in other]


def test_a_coach_who_is_stopped_says_what_he_knows() -> None:
    view = GAME.view(next(line_of_play(GAME, 16)), 0)
    asked = []

    def stop() -> bool:
        asked.append(1)
        return len(asked) > 3

    rated = rate_moves(GAME, view, SEED, 10**9, stop=stop)
    assert len(rated) == len(GAME.legal_moves(view))
    assert sum(one.games for one in rated) < 5000
    at_once = CoachBot(10**9).choose(GAME, view, 0, SEED, lambda: True)
    assert at_once in GAME.legal_moves(view)


def test_a_coach_whose_time_is_over_says_what_he_knows() -> None:
    view = GAME.view(next(line_of_play(GAME, 17)), 0)
    said = explain_moves(GAME, view, SEED, playouts=10**9, seconds=0.05)
    assert {one.move for one in said} == set(GAME.legal_moves(view))


LAST_TURN = (
    "round 4 human human | sequence KRWYB | bag - | trays - - - - - - | centre RW | marker human | "
    "score {score} | lines - YY RR - WW | wall YRW BK BK BY - | floor M | discards {rest} | "
    "pile {pile} | answer -"
)


def last_turn(score: int, automa: int) -> State:
    """Red fits line 3; white may go to line 5 or elsewhere. The automa takes what is left."""
    laid = "RWYYRRWWYRWBKBKBY"
    left = "".join(c * (19 - laid.count(c)) for c in "BYRKW")
    pile, rest = left[:automa], left[automa:]
    return GAME.parse_state(LAST_TURN.format(score=score, rest=rest, pile=pile))


def test_a_win_that_is_there_in_the_last_turn_is_found() -> None:
    """By the rules, exhaustively: red to line 3 wins whatever the die says, nothing else does."""
    state = last_turn(30, 34)
    certain = {
        move
        for move in GAME.legal_moves(state)
        if all(GAME.winners(end) == (0,) for end in endings(GAME.apply(state, move)))
    }
    assert certain == {Take(0, "R", 3)}
    best, *others = explain_moves(GAME, GAME.view(state, 0), SEED, playouts=200)
    assert best.move in certain and best.wins == 1
    assert all(one.wins == 0 for one in others)


def endings(state: State) -> Iterator[State]:
    if GAME.actor(state) is None:
        yield state
    for move in GAME.legal_moves(state):
        yield from endings(GAME.apply(state, move))


# Why


def why(state: State, move: Take) -> dict[str, dict[str, Value]]:
    said = explain_moves(GAME, GAME.view(state, 0), SEED, playouts=10)
    (found,) = [one for one in said if one.move == move]
    return {reason.key: dict(reason.values) for reason in found.reasons}


def test_the_coach_says_what_a_take_completes_builds_drops_and_leaves() -> None:
    state = last_turn(30, 34)
    laid = tile_score(("YRW", "BKY", "BKR", "BY", ""), 2, "R")
    assert why(state, Take(0, "R", 3)) == {
        "coach.completes": {"line": 3, "points": laid},
        "coach.leaves": {"tiles": 1.0},
    }
    assert why(state, Take(0, "W", 5)) == {
        "coach.builds": {"line": 5, "tiles": 3, "missing": 2},
        "coach.leaves": {"tiles": 1.0},
    }
    assert why(state, Take(0, "W", 0))["coach.floor"] == {"tiles": 1, "points": 1}


def test_the_coach_says_who_takes_the_marker() -> None:
    state = last_turn(30, 34)._replace(marker=Holder.CENTRE, floor="")
    said = why(state, Take(0, "W", 5))
    assert said["coach.marker"] == {}
    assert said["coach.floor"] == {"tiles": 0, "points": 1}
