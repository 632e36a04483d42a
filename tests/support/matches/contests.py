"""Contests of the Solitario on given deals, and what came of them."""

from __future__ import annotations

from typing import Any

from tavolino.chance import deal_seed
from tavolino.contest import Contest
from tavolino.game import CHANCE, Stop
from tavolino.games.solitario40 import Move, Solitario40, State
from tavolino.match import (
    Entry,
    Lots,
    Match,
    new_match,
    settle,
)
from tavolino.record import Record

GAME = Solitario40()
Table = Match[State, Move]

RICH = GAME.parse_move(
    "deal AD 2D AH KC KS 2S QC QS JC 4H 3C 3S 4C 4S 6H 5C 5S 6C 6S JS KD 7C 7S 2C 3D 3H 5D QD "
    "5H 7H AC AS 4D 2H JH QH 6D KH 7D JD rejected 0"
)
"""AD>b is worth 10, AH>b 15, AC>b 15, then 2D>b 10; AD>3 takes the ace down onto 2S."""

DRY = GAME.parse_move(
    "deal AH 2C 3D 3C 4C 4D 5C 6C 7C 5D JC QC KC AC 6D 2S 3S 4S 5S 6S 7D "
    "7S JS QS KS AS AD JD 2H KH 3H KD QD 4H 2D QH 5H 7H JH 6H rejected 0"
)
"""All that is free is red: AH>b is the only gain there will ever be."""


def contest(
    players: int, deal: Move = RICH, *, lots: tuple[int, ...] = (), rules: Contest | None = None
) -> Table:
    """A contest on a given deal, without a seed; ``lots`` counts players from 1."""
    match: Table = new_match(GAME, boards=players, contest=rules or Contest())
    order = Lots(n - 1 for n in lots) or Lots(range(players))
    match = match.play(Entry(CHANCE, None, order))
    for board in range(players):
        match = match.play(Entry(CHANCE, board, deal))
    return match


def seeded(players: int, number: int = 1, rules: Contest | None = None) -> Table:
    return settle(new_match(GAME, deal_seed(number), boards=players, contest=rules or Contest()))


def went(match: Table, *entries: str) -> Table:
    """``1 AD>b``: the first player takes the ace of denari to its base."""
    for entry in entries:
        number, _, text = entry.partition(" ")
        match = match.move(int(number) - 1, GAME.parse_move(text))
    return match


def time_up(match: Table) -> Table:
    return match.call(Stop.TIME_UP)


def ranking(match: Match[Any, Any]) -> list[int]:
    """The players from the first place down, counted from 1."""
    return [standing.player + 1 for standing in match.standings()]


def places(match: Table) -> list[int]:
    return [standing.place for standing in match.standings()]


def points(match: Table) -> list[int]:
    return [board.tally.points for board in match.boards]


def first_gain(match: Table, player: int) -> Move:
    """There is one in every deal (R-S40-11)."""
    state = match.boards[player].state
    legal = GAME.legal_moves(state)
    return next(m for m in legal if GAME.points(GAME.apply(state, m)) > GAME.points(state))


def fillers(match: Table, player: int, count: int) -> Table:
    """Turning and redealing, over and over."""
    for _ in range(count):
        mazzo = match.boards[player - 1].state.mazzo
        match = went(match, f"{player} {'turn' if mazzo else 'redeal'}")
    return match


def record_of(match: Match[Any, Any], number: int | None) -> Record:
    return Record(match, tuple(f"Giocatore {n + 1}" for n in range(match.players)), number)
