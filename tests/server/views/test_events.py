"""What happened between two moments is told without playing the entries again."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from tavolino.catalogue import make_game
from tavolino.chance import deal_seed
from tavolino.game import AnyGame, Stop
from tavolino.match import Match, new_match, settle
from tavolino.server.views.events import events_between

STALL_AT = 9


def referee(game: AnyGame, history: Sequence[Any]) -> Stop | None:
    """Calls a stall once, early, where the game has one."""
    return Stop.STALL if Stop.STALL in game.stops and len(history) == STALL_AT else None


def replayed(before: Match[Any, Any], after: Match[Any, Any]) -> list[tuple[Any, Any, Any]]:
    """By the rules, entry by entry."""
    found, here = [], before
    for entry in after.log[len(before.log) :]:
        there = here.play(entry)
        found.append((entry, here.watch(0), there.watch(0)))
        here = there
    return found


@pytest.mark.parametrize("is_practice", [True, False])
@pytest.mark.parametrize("name", ["aftaebr", "azul_solo", "solitario40", "nove_colonne"])
def test_as_if_every_entry_were_played_again(name: str, is_practice: bool) -> None:
    rnd = Random(name)
    match = new_match(make_game(name), deal_seed(11), is_practice=is_practice)
    moments = [match, match := settle(match, referee)]
    for n in range(40):
        actor = match.actor(0)
        if actor is None:
            break
        if is_practice and n % 7 == 6:
            match = match.undo(actor, referee)
        elif moves := match.legal_moves(0):
            match = match.move(actor, rnd.choice(moves), referee)
        moments.append(match)
    for before, after in pairwise(moments):
        assert list(events_between(before, after, 0)) == replayed(before, after)
    for before, after in zip(moments, moments[3:]):  # several moves at once
        assert list(events_between(before, after, 0)) == replayed(before, after)
