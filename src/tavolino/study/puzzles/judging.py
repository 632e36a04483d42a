"""Judges an attempt at a puzzle, move by move, by the rules and the proved answer alone.

Only the rest of a chain of captures is searched.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from tavolino.cards import Card
from tavolino.game import AnyGame, Seat
from tavolino.games.patience import Carry
from tavolino.study.puzzles.chain_search import most_pieces
from tavolino.study.puzzles.puzzle import Puzzle, Theme, game_of, play, position_of

STEPS = {Theme.STOCK, Theme.UNCOVER}
"""Themes in which moves that can be undone are free."""
COUNTED = {Theme.POINTS, Theme.FEWEST}
"""Themes with a number of moves."""


class Verdict(StrEnum):
    OPEN = "open"
    SOLVED = "solved"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Attempt:
    """A puzzle after some moves of the player, and the replies of the other players."""

    puzzle: Puzzle
    game: AnyGame
    state: Any
    seat: Seat
    """Whose moves are to be found."""
    played: tuple[str, ...] = ()
    """The moves of all players."""
    own: int = 0
    """How many of them are the player's."""
    taken: int = 0
    """Of a chain: the pieces that it has captured so far."""
    verdict: Verdict = Verdict.OPEN

    @property
    def moves_left(self) -> int | None:
        return self.puzzle.limit - self.own if self.puzzle.limit else None


def begin(puzzle: Puzzle) -> Attempt:
    game, state = game_of(puzzle), position_of(puzzle)
    seat = game.actor(state)
    assert seat is not None, f"expected a player to move in {puzzle.id}"
    return Attempt(puzzle, game, state, seat)


def proceed(attempt: Attempt, text: str) -> Attempt:
    """The attempt after one more move of the player; raises an error of the rules if illegal."""
    before, after = attempt.state, play(attempt.game, attempt.state, text)
    attempt = replace(attempt, state=after, played=(*attempt.played, text), own=attempt.own + 1)
    theme = attempt.puzzle.theme
    if theme in STEPS:
        step = step_of(attempt.game, before, attempt.game.parse_move(text))
        return _decided(attempt, None if step is None else str(step))
    if theme is Theme.COLUMN:
        column = uncovered_column(before, after)
        return _decided(attempt, None if column is None else str(column))
    if theme in COUNTED:
        return _counted(attempt)
    if theme is Theme.CHAIN:
        return _chained(attempt)
    return _followed(attempt, text)


def follow(puzzle: Puzzle, moves: tuple[str, ...]) -> Attempt:
    """The attempt after these moves of the player; those after the verdict are not looked at."""
    attempt = begin(puzzle)
    for text in moves:
        if attempt.verdict is not Verdict.OPEN:
            break
        attempt = proceed(attempt, text)
    return attempt


# Steps that cannot be undone


def step_of(game: Any, state: Any, move: Any) -> Card | None:
    """The card that a move of solitario40 takes from its place for good.

    None if the move can be undone by moves: the card can return to the card on which it lay, to the
    empty column or to its base.
    """
    if not isinstance(move, Carry) or state.bases[move.card.suit] >= move.card.rank:
        return None
    if state.mazzetto[-1:] == (move.card,):
        return move.card
    is_king = move.card.rank == game.king
    source = next(at for at, column in enumerate(state.columns) if move.card in column)
    if state.columns[source][state.hidden[source]] != move.card:
        return None
    may_return = state.hidden[source] == 0 and (game.empty_column == "any" or is_king)
    return None if may_return else move.card


def uncovered_column(before: Any, after: Any) -> int | None:
    """The column, from 1, of which a move uncovers a card."""
    changed = (n for n, (a, b) in enumerate(zip(before.hidden, after.hidden), 1) if b < a)
    return next(changed, None)


def _decided(attempt: Attempt, step: str | None) -> Attempt:
    if step is None:
        is_stuck = attempt.game.actor(attempt.state) is None
        return replace(attempt, verdict=Verdict.FAILED) if is_stuck else attempt
    is_right = step == attempt.puzzle.key
    return replace(attempt, verdict=Verdict.SOLVED if is_right else Verdict.FAILED)


# A number of moves


def _counted(attempt: Attempt) -> Attempt:
    puzzle, game, state = attempt.puzzle, attempt.game, attempt.state
    left = puzzle.limit - attempt.own
    if puzzle.theme is Theme.POINTS:
        is_solved, is_late = game.scores(state)[0] >= int(puzzle.key), left <= 0
    else:
        # Every card that is not on its base needs a move.
        missing = sum(map(len, state.columns)) + len(state.mazzetto) + len(state.mazzo)
        is_solved, is_late = bool(game.winners(state)), missing > left
    if is_solved or is_late or game.actor(state) is None:
        return replace(attempt, verdict=Verdict.SOLVED if is_solved else Verdict.FAILED)
    return attempt


# A chain of captures


def _chained(attempt: Attempt) -> Attempt:
    """Any chain will do, as long as the rest of the turn can take what is missing."""
    state, wanted = attempt.state, int(attempt.puzzle.key)
    attempt = replace(attempt, taken=attempt.taken + state.note.captured)
    if attempt.taken >= wanted:
        return replace(attempt, verdict=Verdict.SOLVED)
    rest = most_pieces(state, attempt.seat) if state.note.captured else 0
    if attempt.taken + rest < wanted:
        return replace(attempt, verdict=Verdict.FAILED)
    return attempt


# A line of moves


def _followed(attempt: Attempt, text: str) -> Attempt:
    """The player's move is the next of the line; the others reply as the line says."""
    line, at = attempt.puzzle.line, len(attempt.played) - 1
    if text != line[at]:
        return replace(attempt, verdict=Verdict.FAILED)
    game, state, played = attempt.game, attempt.state, attempt.played
    while len(played) < len(line) and game.actor(state) != attempt.seat:
        state = play(game, state, line[len(played)])
        played = (*played, line[len(played)])
    verdict = Verdict.SOLVED if len(played) == len(line) else Verdict.OPEN
    return replace(attempt, state=state, played=played, verdict=verdict)
