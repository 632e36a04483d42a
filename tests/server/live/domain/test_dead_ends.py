"""A dead end is remembered: the referee is asked again only after a move was taken back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tavolino.chance import deal_seed
from tavolino.game import AnyGame, Stop
from tavolino.games.nove_colonne import NoveColonne
from tavolino.match import Match, new_match, settle
from tavolino.server.live.domain.projection import Projection
from tavolino.server.live.domain.step import Commit


class CountingReferee:
    """Says that a position is a dead end from the third entry on."""

    def __init__(self) -> None:
        self.asked = 0

    def ruling(self, game: AnyGame, history: Sequence[Any]) -> Stop | None:
        return None

    def is_dead_end(self, game: AnyGame, view: Any) -> bool:
        self.asked += 1
        return self.asked >= 3


def test_only_taking_a_move_back_leads_out_of_a_dead_end() -> None:
    match = settle(new_match(NoveColonne(), deal_seed(7), is_practice=True))
    referee = CountingReferee()
    here = Commit.between(Projection.empty(match, 0), Projection.empty(match, 0).after(match, 0))

    def commit(before: Projection, after: Match[Any, Any]) -> Projection:
        return Commit.between(before, before.after(after, 1), referee).after

    first = commit(here.after, _moved(match))
    second = commit(first, _moved(first.match))
    assert (referee.asked, second.dead_ends) == (2, (False,))
    dead = commit(second, _moved(second.match))
    assert (referee.asked, dead.dead_ends) == (3, (True,))
    still = commit(dead, _moved(dead.match))
    assert (referee.asked, still.dead_ends) == (3, (True,))
    undone = commit(still, still.match.undo(0))
    assert (referee.asked, undone.dead_ends) == (4, (True,))
    given_up = commit(undone, undone.match.call(Stop.GIVEN_UP, 0))
    assert (referee.asked, given_up.dead_ends) == (4, (False,))


def _moved(match: Match[Any, Any]) -> Match[Any, Any]:
    return match.move(0, match.legal_moves(0)[0])
