"""What can be reached in each position of a line, compared with searches without pruning."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from support.searches.nove_colonne import most_on_bases_plainly, small_position
from support.searches.solitario40 import SmallGame, most_points_fast, small_deal

from tavolino.chance import Rng, deal_seed
from tavolino.games.nove_colonne import KING, NoveColonne
from tavolino.learning.line import Node
from tavolino.learning.reachable import Reachable, reachable
from tavolino.solvers.nove_colonne.solver import best_score
from tavolino.solvers.solitario40 import solver as solitario40

FEW = 1_000
"""Positions of a plain search that is still quick."""


def random_tree(game: Any, state: Any, rnd: Random, plies: int) -> list[Node]:
    """A line of play with moves taken back: every node once, the first first."""
    here = Node(state)
    nodes = [here]
    for _ in range(plies):
        moves = game.legal_moves(here.state)
        if here.before and (not moves or rnd.random() < 0.15):
            here = here.before
        elif moves:
            move = rnd.choice(moves)
            here = here.follow(game.apply(here.state, move), 0, move)
            nodes.append(here)
    return nodes


def test_reachable_points_of_small_decks_equal_a_plain_search(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Small games have too few columns for the kernel, which checks the solver's moves.
    monkeypatch.setattr(solitario40, "_check", lambda *_: None)
    rnd, compared, lost = Random(7), 0, 0
    for size in (12, 16) * 15:
        game = SmallGame(deck=size, draw=rnd.choice((1, 3)))
        start = small_deal(game, rnd, columns=rnd.randint(2, 3))
        nodes = random_tree(game, start, rnd, 20)
        plain = {node: most_points_fast(game, node.state, FEW) for node in nodes}
        if None in plain.values():
            continue
        found = reachable(game, nodes)
        for node in nodes:
            won = plain[node] == most_of(game, node.state)
            assert found[node] == Reachable(won, plain[node]), str(node.state)
            compared += 1
        lost += {found[node].winnable for node in nodes} == {True, False}
    assert compared > 150 and lost > 0


def most_of(game: SmallGame, state: Any) -> int:
    """The points of a won game from here on."""
    n = len(state.columns)
    solved = replace(
        state,
        columns=((),) * n,
        hidden=(0,) * n,
        bases=(game.king,) * 4,
        mazzetto=(),
        mazzo=(),
        unseen=0,
    )
    return game.points(solved)


def test_the_most_cards_on_the_bases_equal_a_plain_search() -> None:
    game, rnd, compared, partial = NoveColonne(), Random(3), 0, 0
    while compared < 80:
        state = small_position(rnd)
        plain = most_on_bases_plainly(state)
        if plain is None:
            continue
        score = best_score(game, state)
        assert score.low == score.high == plain, str(state)
        for move in score.moves:
            assert move in game.legal_moves(state)
            state = game.apply(state, move)
        assert sum(state.bases) == plain
        compared += 1
        partial += plain < 4 * KING
    assert partial > 40


def test_a_small_budget_gives_bounds() -> None:
    game = NoveColonne()
    state = game.apply(game.start(), game.chance_move(game.start(), Rng(deal_seed(28), 0)))
    exact, short = best_score(game, state), best_score(game, state, positions=1)
    assert short.low < exact.low == exact.high == short.high == 4 * KING
