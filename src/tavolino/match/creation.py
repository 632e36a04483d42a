"""A match before its first entry."""

from __future__ import annotations

from typing import TypeVar

from tavolino.contest import Contest, Tally
from tavolino.game import Game, OptionError
from tavolino.match.board import Board, fresh_boards
from tavolino.match.limits import check_contest
from tavolino.match.match import Match

S = TypeVar("S")
M = TypeVar("M")


def new_match(
    game: Game[S, M],
    seed: bytes | None = None,
    *,
    boards: int = 1,
    contest: Contest | None = None,
    is_practice: bool = False,
) -> Match[S, M]:
    """A match before the first entry. Without a seed, the caller has to enter the chance moves."""
    if boards > 1 or contest:
        contest = contest or Contest()
        check_contest(game, boards, contest)
        if is_practice:
            raise OptionError("expected a table with one board for practice, got a contest")
    return Match(game, fresh_boards(game, boards), seed, contest, is_practice)


def match_at(game: Game[S, M], state: S) -> Match[S, M]:
    """A match with one board that begins at a position, for instance of a lesson.

    It has no seed: the caller enters the chance moves.
    """
    return Match(game, (Board(state, tally=Tally(game.scores(state)[0])),), is_practice=True)
