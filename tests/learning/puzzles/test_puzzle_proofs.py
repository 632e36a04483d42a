"""The keys of a sample of the shipped puzzles, proved again; and the proofs themselves.

``make puzzles-check`` proves all of them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tavolino.game import AnyGame
from tavolino.games.nove_colonne import NoveColonne
from tavolino.games.solitario40 import Solitario40
from tavolino.learning.puzzles import azul_solo, solitario40
from tavolino.learning.puzzles.attempt import begin
from tavolino.learning.puzzles.files import puzzle_named, shipped
from tavolino.learning.puzzles.make import check_puzzle, finder_of, make_puzzles
from tavolino.learning.puzzles.puzzle import THEMES, PuzzleError, Theme, position_of
from tavolino.learning.puzzles.questions.only_column import uncovered_column
from tavolino.learning.puzzles.questions.only_step import step_of
from tavolino.solvers.nove_colonne import solver as nove_colonne_solver
from tavolino.solvers.solitario40 import solver as solitario40_solver

SAMPLE = {"azul_solo": 4, "solitario40": 60, "nove_colonne": 20, "aftaebr": 10}


@pytest.mark.parametrize("game", THEMES)
def test_a_sample_is_proved_again(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    puzzles = shipped(game)
    sample = puzzles[:: len(puzzles) // SAMPLE[game]]
    for puzzle in sample:
        check_puzzle(puzzle)
    with capsys.disabled():
        print(f" {game}: {len(sample)} of {len(puzzles)} proved", end="")


@pytest.mark.parametrize("game", THEMES)
def test_a_wrong_key_is_found_out(game: str) -> None:
    for theme in THEMES[game]:
        puzzle = next((one for one in shipped(game) if one.theme is theme), None)
        if puzzle is None:
            continue
        if puzzle.key == puzzle.line[0]:
            start = begin(puzzle)
            legal = map(str, start.game.legal_moves(start.state))
            wrong = next(text for text in legal if text != puzzle.key)
            puzzle = replace(puzzle, line=(wrong, *puzzle.line[1:]))
        else:
            wrong = puzzle.traps[0] if puzzle.traps else str(int(puzzle.key) - 1)
        with pytest.raises(PuzzleError, match=puzzle.id):
            check_puzzle(replace(puzzle, key=wrong))


def test_the_only_step_by_the_plain_rules() -> None:
    """Every position that moves without a step reach, by the rules alone; then the solver."""
    game, compared = Solitario40(), 0
    for puzzle in shipped("solitario40")[::25]:
        if puzzle.theme not in (Theme.STOCK, Theme.UNCOVER):
            continue
        start = position_of(puzzle)
        verdicts: dict[str, set[bool]] = {}
        for state in reached(game, start, lambda a, move, b: step_of(game, a, move) is None):
            for move in game.legal_moves(state):
                if (card := step_of(game, state, move)) is not None:
                    won = solitario40_solver.is_winnable(game, game.apply(state, move))
                    verdicts.setdefault(str(card), set()).add(bool(won))
        if verdicts:
            compared += 1
            assert verdicts.pop(puzzle.key) == {True}
            assert sorted(verdicts) == sorted(puzzle.traps)
            assert all(won == {False} for won in verdicts.values())
    assert compared >= 3


def test_the_only_column_by_the_plain_rules() -> None:
    game, compared = NoveColonne(), 0
    for puzzle in shipped("nove_colonne")[::40]:
        verdicts: dict[str, set[bool]] = {}
        free = lambda a, move, b: a.hidden == b.hidden  # noqa: E731
        for state in reached(game, position_of(puzzle), free, most=400):
            for move in game.legal_moves(state):
                after = game.apply(state, move)
                if column := uncovered_column(state, after):
                    won = nove_colonne_solver.is_winnable(game, after)
                    verdicts.setdefault(str(column), set()).add(bool(won))
        if verdicts:
            compared += 1
            assert verdicts.pop(puzzle.key) == {True}
            assert sorted(verdicts) == sorted(puzzle.traps)
            assert all(won == {False} for won in verdicts.values())
    assert compared >= 1


def reached(game: AnyGame, start: Any, is_free: Any, most: int = 600) -> list[Any]:
    """The positions that free moves reach; none if there are more than ``most``."""
    seen, found = {start}, [start]
    for state in found:  # it grows
        for move in game.legal_moves(state):
            after = game.apply(state, move)
            if is_free(state, move, after) and after not in seen:
                seen.add(after)
                found.append(after)
        if len(found) > most:
            return []
    return found


def test_the_best_take_stays_ahead_on_other_samples() -> None:
    """The proof draws bags and dice from a seed; another seed finds the same take."""
    for puzzle in shipped("azul_solo")[::60]:
        view = azul_solo.GAME.view(position_of(puzzle), 0)
        lead = azul_solo.best_take(view, "another seed")
        assert lead is not None and str(lead.move) == puzzle.key
        assert lead.lead > azul_solo.LEAST_LEAD / 2


def test_the_same_deal_makes_the_same_puzzle() -> None:
    """Those of a patience are on the line that its solver finds first, which changes with it."""
    for puzzle in (shipped("azul_solo")[5], puzzle_named("aftaebr-1209")):
        assert next(make_puzzles(puzzle.game, puzzle.deal)) == puzzle
    chain = puzzle_named("aftaebr-2002")
    assert next(make_puzzles(chain.game, chain.deal, Theme.CHAIN)) == chain
    first, again = (next(filter(None, make_puzzles("solitario40", 518))) for _ in range(2))
    assert first == again
    check_puzzle(first)


def test_a_theme_leaves_out_the_puzzles_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    stock = next(one for one in shipped("solitario40") if one.theme is Theme.STOCK)
    monkeypatch.setattr(solitario40, "find", lambda deal: replace(stock, deal=deal))
    for theme in (None, Theme.STOCK):
        assert next(make_puzzles("solitario40", stock.deal, theme)) == stock
    assert next(make_puzzles("solitario40", stock.deal, Theme.POINTS)) is None


def test_games_without_puzzles_are_refused() -> None:
    with pytest.raises(PuzzleError, match="expected a game with puzzles"):
        finder_of("briscola")
