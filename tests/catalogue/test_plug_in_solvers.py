"""A game of another package whose solver has no more than it needs: less is said, nothing fails."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.cli import run
from support.plugins import install, plugins_in

from tavolino.bots.warm_up import warm_up_solver
from tavolino.catalogue import entry_of, make_game
from tavolino.chance import deal_seed
from tavolino.contest import Contest
from tavolino.game import AnyGame
from tavolino.learning.fewest_moves import FewestMoves, fewest_moves
from tavolino.learning.reachable import can_reach
from tavolino.match import Match, new_match, settle
from tavolino.record import Record, verify
from tavolino.server.games.listing import games
from tavolino.solvers.nove_colonne import solver as nove_colonne
from tavolino.solvers.referee import ruling
from tavolino.solvers.result import Impossible, Solved, Unknown
from tavolino.solvers.solitario40 import solver as solitario40
from tavolino.solvers.solver import FullSolver, is_winnable, solver_of

SOURCE = """
from dataclasses import dataclass, replace
from itertools import combinations
from typing import ClassVar

from noughts_and_crosses import CELLS, EMPTY, LINES, NoughtsAndCrosses
from tavolino.catalogue import GameEntry, Reference
from tavolino.game import CHANCE, NotationError, Stop
from tavolino.solvers.result import Impossible, Limit, Solved, Unknown

DEALS = [" ".join(cells) for cells in combinations(CELLS, 5)]

@dataclass(frozen=True)
class State:
    cells: str = ""
    stopped: Stop | None = None

    def __str__(self):
        return f"{self.cells or 'undealt'} {self.stopped or ''}".strip()

@dataclass(frozen=True)
class Alone(NoughtsAndCrosses):
    "Chance marks five cells with noughts, the player looks for three crosses in a row."

    name: ClassVar[str] = "alone"
    seats: ClassVar[int] = 1
    stops: ClassVar[frozenset] = frozenset({Stop.TIME_UP})

    def start(self):
        return State()

    def actor(self, state):
        if not state.cells:
            return CHANCE
        return None if state.stopped or self.winners(state) or EMPTY not in state.cells else 0

    def winners(self, state):
        rows = ["".join(state.cells[at : at + 1] for at in line) for line in LINES]
        return (0,) if "XXX" in rows else ()

    def scores(self, state):
        return (len(self.winners(state)),)

    def apply(self, state, move):
        if not state.cells:
            return State("".join("O" if cell in move.split() else EMPTY for cell in CELLS))
        at = CELLS.index(move)
        return State(state.cells[:at] + "X" + state.cells[at + 1 :])

    def chance_move(self, state, rng):
        return DEALS[rng.below(len(DEALS))]

    def can_happen(self, state, move):
        return not state.cells and move in DEALS

    def stop(self, state, why):
        return replace(state, stopped=why)

    def parse_move(self, text):
        if text not in CELLS and text not in DEALS:
            raise NotationError(f"expected a cell or a deal, got {text[:40]!r}")
        return text

def solve(game, state, seconds=None, positions=None):
    if positions == 0:
        return Unknown(Limit.TIME, 0)
    for line in LINES:
        if all(state.cells[at] != "O" for at in line):
            return Solved(tuple(CELLS[at] for at in line if state.cells[at] == EMPTY), 1)
    return Impossible(8)

def warm_up():
    pass

ENTRY = GameEntry(Alone, solver=Reference("tav_alone"))
"""


@pytest.fixture
def alone(tmp_path: Path) -> Iterator[AnyGame]:
    install(tmp_path, "tav_alone", SOURCE)
    with plugins_in(tmp_path):
        yield make_game("alone")


def dealt(game: AnyGame, number: int) -> Match[Any, Any]:
    return settle(new_match(game, deal_seed(number), is_practice=True), ruling)


def of_kind(game: AnyGame, kind: type) -> int:
    """The first deal of which the solver says so."""
    solve = solver_of(game).solve
    states = ((number, dealt(game, number).boards[0].state) for number in range(1, 100))
    return next(number for number, state in states if isinstance(solve(game, state), kind))


def test_the_solvers_of_our_games_have_every_function() -> None:
    solvers: tuple[FullSolver, ...] = (solitario40, nove_colonne)  # mypy compares them
    for solver in solvers:
        names = ("solve", "warm_up", "is_winnable", "best_score", "shortest", "warm_up_shortest")
        assert all(callable(getattr(solver, name)) for name in names)


def test_a_contest_has_deals_that_the_solver_proves(alone: AnyGame) -> None:
    (info,) = [game for game in games() if game.name == "alone"]
    assert info.has_solver and info.contest is not None
    assert "deals" in {option.name for option in info.contest}
    contest = Contest(deals="winnable")
    for number in range(1, 9):
        match = settle(new_match(alone, deal_seed(number), boards=2, contest=contest), ruling)
        state = match.boards[0].state
        assert state == match.boards[1].state and is_winnable(alone, state, 1)
        verify(Record(match, ("Anna", "Bruno"), 1))


def test_the_verdict_comes_from_the_solution(alone: AnyGame) -> None:
    won, lost = (dealt(alone, of_kind(alone, kind)) for kind in (Solved, Impossible))
    assert is_winnable(alone, won.boards[0].state, 1) is True
    assert is_winnable(alone, lost.boards[0].state, 1) is False
    assert is_winnable(alone, won.boards[0].state, 0) is None
    assert isinstance(solver_of(alone).solve(alone, won.boards[0].state, None, 0), Unknown)
    assert can_reach(alone, won.boards[0].state) == (True, None)
    assert can_reach(alone, lost.boards[0].state) == (False, None)


def test_the_fewest_moves_known_are_not_proved(alone: AnyGame) -> None:
    warm_up_solver(alone, with_shortest=True)
    match = dealt(alone, of_kind(alone, Solved))
    line = solver_of(alone).solve(alone, match.boards[0].state)
    assert isinstance(line, Solved)
    (other,) = [cell for cell in alone.legal_moves(match.boards[0].state) if cell not in line.moves]
    for move in (other, *line.moves):
        match = match.move(0, move, ruling)
    found = fewest_moves(Record(match, ("Anna",), 1), 0, seconds=1.0, nodes=1000)
    assert found == FewestMoves(won_in=4, least=3, lower=0) and not found.is_proved


def test_the_terminal_solves_and_refuses_what_the_solver_does_not_have(alone: AnyGame) -> None:
    number = of_kind(alone, Solved)
    assert run("solve", "alone", "-n", number, "--json").json["verdict"] == "solved"
    for option in ("--score", "--shortest"):
        refused = run("--lang", "en", "solve", "alone", "-n", number, option)
        assert refused.code == 2 and "alone" in refused.err and "Traceback" not in refused.err
    played = run("--lang", "en", "play", "alone", "-n", number, typed=["w", "h", "q"])
    assert played.code == 0 and "Traceback" not in played.err
    assert not entry_of("alone").has_difficulty
