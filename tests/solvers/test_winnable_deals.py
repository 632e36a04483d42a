"""Deals of a contest that can be won: each step from the seed to the deal is proved."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from typing import Any

import pytest

from tavolino.catalogue import entry_of, make_game
from tavolino.chance import FairSeed, Rng, deal_seed
from tavolino.contest import Contest
from tavolino.game import AnyGame, NotationError, OptionError, Stop
from tavolino.match import STREAMS_PER_GAME, Entry, Match, OverBudget, new_match, settle
from tavolino.record import Record, VerifyError, parse_record, sealed, verify
from tavolino.server.workers.referee import QuickReferee
from tavolino.solvers.referee import ruling
from tavolino.solvers.result import Solved
from tavolino.solvers.winnable_deal import POSITIONS

WINNABLE = Contest(deals="winnable")
DEALS = [("solitario40", n) for n in range(1, 9)] + [("nove_colonne", n) for n in range(1, 7)]


def contest(game: AnyGame, seed: bytes, rules: Contest = WINNABLE) -> Match[Any, Any]:
    return settle(new_match(game, seed, boards=2, contest=rules), ruling)


def is_won(game: AnyGame, state: Any) -> bool:
    """Whether the solver wins, by moves that the rules replay."""
    solver = entry_of(game.name).solver
    assert solver is not None
    found = solver.load().solve(game, state, None, POSITIONS)
    for move in found.moves if isinstance(found, Solved) else ():
        assert move in game.legal_moves(state)
        state = game.apply(state, move)
    return bool(game.winners(state))


def first_winnable(game: AnyGame, seed: bytes, stream: int) -> tuple[Any, int]:
    """Shuffle by shuffle, with the deck that chance shuffles: the cards, and how many before."""
    rng, start = Rng(seed, stream), game.start()
    dealt = game.chance_move(start, Rng(seed, stream)).cards
    deck = sorted(dealt, key=lambda card: (card.suit, card.rank))
    for number in count():
        shuffle = game.parse_move(f"deal {' '.join(map(str, rng.shuffled(deck)))} rejected 0")
        state = game.apply(start, shuffle)
        offers = getattr(game, "offers_points", lambda s: bool(game.legal_moves(s)))
        if offers(state) and is_won(game, state):
            return shuffle.cards, number
    raise AssertionError("a stream has no end")


@pytest.mark.parametrize("name, number", DEALS)
def test_small_print_8_16_the_first_shuffle_that_can_be_won_is_dealt(
    name: str, number: int
) -> None:
    game, seed = make_game(name), deal_seed(number)
    deals: list[Any] = [entry.act for entry in contest(game, seed).log[1:3]]
    assert deals[0] == deals[1], "all players get the same deal"
    assert (deals[0].cards, deals[0].rejected) == first_winnable(game, seed, 0)


def test_small_print_8_16_some_deals_are_thrown_away() -> None:
    """Otherwise the tests above show nothing."""
    game = make_game("solitario40")
    plain: list[Any] = [contest(game, deal_seed(n), Contest()).log[1].act for n in range(1, 9)]
    chosen: list[Any] = [contest(game, deal_seed(n)).log[1].act for n in range(1, 9)]
    assert 0 < sum(a == b for a, b in zip(plain, chosen)) < len(plain)
    assert all(a.rejected <= b.rejected for a, b in zip(plain, chosen))


def thrown_away(game: AnyGame) -> FairSeed:
    """A fair seed whose first deal cannot be won."""
    for number in count():
        opened = FairSeed.new()
        fair = FairSeed(opened.commitment, ("0a", f"{number:x}"), opened.secret)
        if contest(game, fair.seed(), Contest()).log[1] != contest(game, fair.seed()).log[1]:
            return fair
    raise AssertionError


def test_small_print_8_16_verify_proves_the_deal() -> None:
    game = make_game("solitario40")
    fair = thrown_away(game)
    record = Record(contest(game, fair.seed()), ("Anna", "Bruno"), fair)
    text = str(record)
    assert "\ncontest deals winnable\n" in text and parse_record(text) == record
    verify(record, ruling)
    any_deal = contest(game, fair.seed(), Contest())
    for forged in (
        # The same seed, with the deal that everybody else would get.
        replace(any_deal, contest=WINNABLE),
        # Another count of shuffles.
        _with_deal(record.match, lambda deal: deal._replace(rejected=deal.rejected + 1)),
        # A deal that was searched, in a contest that did not ask for it.
        replace(record.match, contest=Contest()),
    ):
        with pytest.raises(VerifyError, match="entry 2: expected"):
            verify(Record(forged, record.names, fair), ruling)


def _with_deal(match: Match[Any, Any], change: Any) -> Match[Any, Any]:
    start = new_match(match.game, match.seed, boards=2, contest=match.contest)
    for entry in match.log:
        is_deal = hasattr(entry.act, "rejected")
        act = change(entry.act) if is_deal else entry.act
        start = start.play(Entry(entry.actor, entry.board, act))
    return start


def test_small_print_8_16_a_new_game_after_a_tie_can_be_won_too() -> None:
    game, seed = make_game("solitario40"), deal_seed(3)
    match = contest(game, seed, Contest("replay", deals="winnable"))
    for board in range(2):
        match = match.call(Stop.GIVEN_UP, board, ruling)
    assert match.new_games == 1
    deal = next(entry.act for entry in reversed(match.log) if hasattr(entry.act, "rejected"))
    assert (deal.cards, deal.rejected) == first_winnable(game, seed, STREAMS_PER_GAME)


def test_a_record_of_any_deals_has_no_such_line() -> None:
    """Records of contests that were played before this rule are read as they are."""
    match = contest(make_game("solitario40"), deal_seed(5), Contest())
    text = str(Record(match, ("Anna", "Bruno"), 5))
    assert "contest deals" not in text and parse_record(text).match == match
    body = text.replace("contest time_limit 300\n", "contest time_limit 300\ncontest deals any\n")
    with pytest.raises(NotationError, match="expected 'table rated', got 'contest deals any'"):
        parse_record(sealed(body[: body.rindex("end ")], len(match.log)))


def test_only_a_solver_can_prove_a_deal() -> None:
    with pytest.raises(OptionError, match=r"solitario40 or nove_colonne .* got azul_solo"):
        new_match(make_game("azul_solo"), deal_seed(1), boards=2, contest=WINNABLE)
    with pytest.raises(OptionError, match="any or winnable for deals"):
        Contest(deals="easy")


def test_the_event_loop_proves_nothing() -> None:
    """Its referee leaves the deal to a thread, and deals the others at once."""
    game, quick = make_game("solitario40"), QuickReferee(is_loaded=True)
    with pytest.raises(OverBudget):
        settle(new_match(game, deal_seed(1), boards=2, contest=WINNABLE), quick.ruling)
    any_deal = new_match(game, deal_seed(1), boards=2, contest=Contest())
    assert settle(any_deal, quick.ruling) == settle(any_deal, ruling)
