"""What the search for nove_colonne leaves out may be left out, and not a hair more.

Each position can be won. The search finds that; made a little bolder it would call it impossible.
"""

from __future__ import annotations

import pytest

from tavolino.games.nove_colonne import NoveColonne
from tavolino.solvers.nove_colonne.search import Search
from tavolino.solvers.nove_colonne.search.best_first import Status
from tavolino.solvers.nove_colonne.search.estimate import WEIGHTS
from tavolino.solvers.nove_colonne.search.settling import (
    BARE,
    DEEP,
    OPPOSITE,
    PRUNING,
    RETURN,
    TWIN,
)
from tavolino.solvers.nove_colonne.solver import _pack_face_up, solve
from tavolino.solvers.result import Solved

GAME = NoveColonne()

TOO_BOLD = {
    "cards of the other colour two ranks behind": (
        OPPOSITE,
        3,
        "7D 7H 3C 8S | - - - - - - | (6C 9S) QS / (5C JD) QH / (4C 9D) JS / (8H 8C) KC / "
        "(7C JH) QC / (9H JC) QD / (8D 10S) KH / (10D 9C) KD / (10C 10H) KS",
    ),
    "the twin suit three ranks behind": (
        TWIN,
        4,
        "5D 6H 6C 2S | - - - - JC - | (3S 8D QS) 10D / (5S 8H KC) 9D / (8C 10S JS) KD / "
        "(9C 6S 10C) KH / (6D 7S KS) QD / (9S JD) QH / (4S QC) JH / (7D 7H) 7C / (8S 9H) 10H",
    ),
    "up at once only from where it could come back to": (
        RETURN,
        2,
        "AD JH QC JS | - - - - - - | (2D) QD / (7D) QH / 10D / (4D) KC / (3D) JD / (8D) KS / "
        "(9D) QS / (6D) KH / (5D) KD",
    ),
    "base cards may come down to empty columns": (
        BARE,
        0,
        "2D AH KC 9S | - - - - - - | (7H QS) 6D / (10D 4H) KH / (5H 9H) KS / - / "
        "(3D 8H 5D) 3H / (7D 10H 10S) QH / (6H JD) 4D / (JS 8D JH) KD / (9D QD) 2H",
    ),
    "cards come down for the sake of those below": (
        DEEP,
        0,
        "KD 8H 2C AS | JC 2S 3C 10C KS KH | (JS) QC / (7C 6C) 8S / (9H JH) QS / (7S) 10H / "
        "(10S) 4C / (6S) 9C / (3S QH) 8C / (9S 4S) KC / (5S) 5C",
    ),
}


@pytest.mark.parametrize("rule, value, position", TOO_BOLD.values(), ids=TOO_BOLD)
def test_a_bolder_rule_would_be_wrong(rule: int, value: int, position: str) -> None:
    state = GAME.parse_state(position)
    bolder = list(PRUNING)
    bolder[rule] = value
    assert _outcome(position, tuple(bolder)) == Status.EXHAUSTED
    assert _outcome(position, PRUNING) == Status.WON
    assert isinstance(solve(GAME, state), Solved)  # replayed through the rules


def _outcome(position: str, pruning: tuple[int, ...]) -> Status:
    search = Search(_pack_face_up(GAME.parse_state(position)), WEIGHTS[0], pruning)
    while (status := search.advance()) == Status.PAUSED:
        pass
    return status
