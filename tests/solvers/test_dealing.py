"""The compiled dealer of solitario40 deals as the rules do."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from tavolino.chance import Rng, deal_seed
from tavolino.games.patience import Deal
from tavolino.games.solitario40 import Solitario40
from tavolino.solvers.solitario40 import dealing
from tavolino.solvers.solitario40.dealing import deal
from tavolino.solvers.solitario40.layout import pack_position, rules_of

GAMES = [Solitario40(*options) for options in product((40, 52), (3, 1), ("king", "any"))]


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_compiled_deal_is_that_of_the_rules(game: Solitario40) -> None:
    rules, rejected = rules_of(game), 0
    for number in range(1, 101):
        for is_guaranteed in (True, False):
            rng = Rng(deal_seed(number), 0)
            by_rules = (
                game.chance_move(game.start(), rng)
                if is_guaranteed
                else Deal(rng.shuffled(game.cards))
            )
            state = game.apply(game.start(), by_rules)
            layout, position = pack_position(rules, game, state)
            dealt = deal(game, rules, number, is_guaranteed)
            assert (dealt.position, dealt.rejected) == (position, by_rules.rejected), number
            assert np.array_equal(dealt.layout, layout), number
            rejected += dealt.rejected
    assert rejected, "no shuffle was thrown away: nothing was tested"


def test_a_deal_reads_on_when_its_words_are_used_up(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Solitario40()
    usual = deal(game, rules_of(game), 7, True)
    monkeypatch.setattr(dealing, "BLOCKS", 1)
    assert deal(game, rules_of(game), 7, True).position == usual.position
