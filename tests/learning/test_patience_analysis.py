"""The analysis of patiences: fatal moves are fatal, their alternatives win, luck is told."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from support.matches.lost_games import WINNABLE, after, lost_game, lost_line, start
from support.random_play import play_randomly

from tavolino.bots import bots_of
from tavolino.bots.arena import play_on
from tavolino.cards import UNSEEN, Card, Pile
from tavolino.catalogue import make_game
from tavolino.chance import deal_seed
from tavolino.game import AnyGame, Stop, dealt
from tavolino.games.nove_colonne import NoveColonne
from tavolino.learning import possible_deals
from tavolino.learning.analyse import analyse
from tavolino.learning.analysis import Analysis, Kind, as_data
from tavolino.match import new_match, settle
from tavolino.record import Record
from tavolino.solvers.nove_colonne import solver as nove_colonne
from tavolino.solvers.referee import ruling
from tavolino.solvers.result import Impossible, Solved
from tavolino.solvers.solitario40 import solver as solitario40

SOLVERS: dict[str, Any] = {"solitario40": solitario40, "nove_colonne": nove_colonne}


def bot_game(name: str, bot: str, number: int) -> Record:
    match = settle(new_match(make_game(name), deal_seed(number), is_practice=True), ruling)
    return Record(play_on(match, [bots_of(name)[bot]], b""), ("Anna",), number)


def wins(game: AnyGame, state: Any, moves: tuple[Any, ...]) -> bool:
    for move in moves:
        assert move in game.legal_moves(state), f"{move} in {state}"
        state = game.apply(state, move)
    return bool(game.winners(state))


def check_moments(record: Record, analysis: Analysis) -> int:
    """Every claim of the moments, by solutions that are replayed; the number of lost wins."""
    game, states = record.match.game, [m.boards[0].state for m in record.matches()]
    solver, fatal = SOLVERS[game.name], 0
    for moment in analysis.moments:
        before, after = states[moment.entry - 1], states[moment.entry]
        assert str(record.match.log[moment.entry - 1].act) == moment.move
        assert moment.better and moment.move not in moment.better
        if moment.kind is not Kind.WIN:
            assert moment.loss > 0
            continue
        fatal += 1
        assert isinstance(solver.solve(game, after), Impossible)
        assert wins(game, before, tuple(map(game.parse_move, moment.line)))
        for better in map(game.parse_move, moment.better):
            assert better in game.legal_moves(before)
            there = game.apply(before, better)
            solved = solver.solve(game, there)
            assert isinstance(solved, Solved) and wins(game, there, solved.moves)
    return fatal


@pytest.mark.parametrize(
    "name, bot, numbers",
    [("solitario40", "greedy", range(1, 7)), ("nove_colonne", "greedy", (4, 11))],
)
def test_in_games_of_bots_lost_wins_are_lost_and_better_moves_win(
    name: str, bot: str, numbers: Sequence[int]
) -> None:
    fatal = 0
    for number in numbers:
        record = bot_game(name, bot, number)
        analysis = analyse(record)
        fatal += check_moments(record, analysis)
        assert [p.entry for p in analysis.positions] == list(range(1, len(record.match.log) + 1))
        for earlier, later in pairwise(analysis.positions):
            assert earlier.best is None or later.best is None or earlier.best >= later.best
            assert not (earlier.winnable is False and later.winnable)
        for position, points in zip(analysis.positions, analysis.points):
            assert position.best is None or position.best >= points
        is_won = bool(record.match.game.winners(record.match.boards[0].state))
        assert not is_won or all(position.winnable for position in analysis.positions)
    assert fatal


def test_an_analysis_is_the_same_each_time() -> None:
    record = lost_game()
    shares = list[float]()
    analysis = analyse(record, 0, shares.append)
    assert as_data(analysis) == as_data(analyse(record))
    assert shares == sorted(shares) and shares[-1] == 1.0
    assert check_moments(record, analysis) == 1


# Moves taken back


def test_after_an_undo_the_game_goes_on_from_the_position_before() -> None:
    moves, winning = lost_line()
    match = after(start(), *moves, "undo", *winning)
    analysis = analyse(Record(match, ("Anna",), WINNABLE))
    lost = len(moves) + 1
    verdicts = {position.entry: position.winnable for position in analysis.positions}
    assert [entry for entry, verdict in verdicts.items() if not verdict] == [lost]
    assert [moment.entry for moment in analysis.moments] == [lost]
    assert analysis.positions[-1].honest == 1.0


def test_cards_seen_before_an_undo_stay_where_they_are() -> None:
    game = make_game("nove_colonne")
    state = settle(new_match(game, deal_seed(2)), ruling).boards[0].state
    seen = possible_deals.cards_seen(game, state) | {state.columns[4][0], state.columns[8][2]}
    view = possible_deals.known_view(game, state, seen)
    assert view.columns[4][0] == state.columns[4][0] and view.columns[4][1] == UNSEEN
    for deal in possible_deals.drawn_deals(game, view, 20):
        assert deal.columns[4][0] == state.columns[4][0]
        assert deal.columns[8][2] == state.columns[8][2]
        assert game.view(deal, 0) == game.view(state, 0)
    assert len({deal.columns[4][1] for deal in possible_deals.drawn_deals(game, view, 20)}) > 5


class Forgetful(NoveColonne):
    """A patience that lets its players remember nothing."""

    def known_view(self, state: Any, seen: Collection[Card]) -> Any:
        return super().known_view(state, ())

    def piles(self, state: Any) -> tuple[Pile, ...]:
        return super().piles(state)[:1]


def test_the_game_says_what_its_players_see_and_remember() -> None:
    game, state = Forgetful(), dealt(NoveColonne(), 2)
    every_card = frozenset(card for column in state.columns for card in column)
    assert possible_deals.known_view(game, state, every_card) == game.view(state, 0)
    assert possible_deals.known_view(NoveColonne(), state, every_card) == state
    assert possible_deals.cards_seen(game, state) == {state.columns[0][0]}


# What the player could know


def test_the_honest_share_is_that_of_all_deals_that_look_the_same() -> None:
    """With three cards unseen there are six such deals, and all can be searched."""
    game, rnd, compared = make_game("solitario40"), Random(5), set[float]()
    for number in range(1, 25):
        state = settle(new_match(game, deal_seed(number)), ruling).boards[0].state
        hidden = [card for c, h in zip(state.columns, state.hidden) for card in c[:h]]
        unseen = rnd.sample([*hidden, *state.mazzo], 3)
        seen = frozenset({*hidden, *state.mazzo} - {*unseen})
        view = possible_deals.known_view(game, state, seen)
        deals = set(possible_deals.drawn_deals(game, view, 60))
        assert len(deals) == 6
        share = possible_deals.share(possible_deals.is_winnable(game, deal) for deal in deals)
        (drawn,) = possible_deals.shares_along(game, view, (), samples=150)
        assert share is not None and drawn is not None and abs(share - drawn) < 0.2
        compared.add(share)
    assert len(compared) > 2


def _shows_nothing(game: AnyGame, state: Any, move: Any, seen: frozenset[Card]) -> bool:
    return possible_deals.cards_seen(game, game.apply(state, move)) <= seen


def test_along_a_line_each_share_is_the_share_of_its_own_position() -> None:
    game, rnd = make_game("solitario40"), Random(2)
    # After a turn of the whole stock moves with it show nothing new.
    match = after(start(10), *["turn"] * 3, "redeal")
    state = match.boards[0].state
    seen = possible_deals.cards_seen(game, state)
    view, moves, here = possible_deals.known_view(game, state, seen), list[Any](), state
    for _ in range(6):
        quiet = [m for m in game.legal_moves(here) if _shows_nothing(game, here, m, seen)]
        if quiet:
            moves.append(rnd.choice(quiet))
            here = game.apply(here, moves[-1])
    deals = possible_deals.drawn_deals(game, view, 12)
    for at, share in enumerate(possible_deals.shares_along(game, view, moves, samples=12)):
        after_moves = list(deals)
        for move in moves[:at]:
            after_moves = [game.apply(deal, move) for deal in after_moves]
        assert share == possible_deals.share(
            possible_deals.is_winnable(game, deal) for deal in after_moves
        )
    assert len(moves) > 3, moves


def test_a_move_is_clearly_better_only_beyond_chance() -> None:
    few, many = [True] * 3 + [False] * 97, [True] * 40 + [False] * 60
    none: list[bool | None] = [False] * 100
    assert possible_deals.is_clearly_better(many, none) and not possible_deals.is_clearly_better(
        few, none
    )
    assert not possible_deals.is_clearly_better(none, many)
    assert not possible_deals.is_clearly_better([None] * 100, none)
    assert possible_deals.is_clearly_better(
        [True], [False]
    )  # everything is known: no chance is left


def test_mistakes_and_bad_luck_are_both_found() -> None:
    found = set()
    for number in range(1, 60):
        match = play_randomly(start(number), Random(number), 30)
        for moment in analyse(Record(match, ("Anna",), number)).moments:
            if moment.kind is Kind.WIN:
                assert moment.honest is not None
                found.add(moment.judgement)
        if len(found) == 2:
            return
    raise AssertionError(f"only {found}")


def test_a_referees_call_changes_nothing_that_can_be_reached() -> None:
    match = settle(new_match(make_game("nove_colonne"), deal_seed(2), is_practice=True), ruling)
    ended = match.call(Stop.GIVEN_UP, 0, ruling)
    positions = analyse(Record(ended, ("Anna",), 2)).positions
    assert positions[0].winnable is True and positions[-1].winnable is True
