"""What clients get about puzzles."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from tavolino.learning.puzzles.attempt import Verdict
from tavolino.narration import Sentence
from tavolino.server.views.position import Position

MAX_MOVES = 300
"""Of one attempt: manoeuvres are free, but not without end."""
MAX_TEXT = 40


class MyStats(Struct, frozen=True):
    """A player's rating in the puzzles of a game."""

    rating: int
    deviation: Annotated[int, Meta(description="The standard deviation of the rating.")]
    attempts: int
    solved: int
    streak: Annotated[int, Meta(description="Solved in a row, up to the last.")]
    best_streak: int


class GamePuzzles(Struct, frozen=True):
    game: str
    themes: list[str]
    puzzles: Annotated[int, Meta(description="How many there are.")]
    mine: MyStats


class DayPuzzle(Struct, frozen=True):
    day: Annotated[str, Meta(examples=["2026-11-16"])]
    puzzle: Annotated[str, Meta(examples=["solitario40-2"])]
    game: str
    is_solved: Annotated[bool | None, Meta(description="Null if you have not tried it.")]
    streak: Annotated[
        int, Meta(description="Days in a row on which you solved the puzzle of the day.")
    ]


class Puzzles(Struct, frozen=True):
    games: list[GamePuzzles]
    today: DayPuzzle


class MyResult(Struct, frozen=True):
    """The first result; it alone counts."""

    is_solved: bool
    before: Annotated[int, Meta(description="Your rating before.")]
    after: int


class PuzzleInfo(Struct, frozen=True):
    id: Annotated[str, Meta(examples=["solitario40-2"])]
    game: str
    deal: int
    moves: Annotated[list[str], Meta(description="From the deal to the position, of all seats.")]
    goal: Sentence
    seat: Annotated[int, Meta(description="The seat whose moves must be found.")]
    limit: Annotated[int | None, Meta(description="The most moves, if they are counted.")]
    rating: int
    attempts: Annotated[int, Meta(description="How many people have tried it.")]
    solved: int
    position: Position
    stock: Annotated[
        list[str], Meta(description="Of solitario40: the cards to turn, the next first.")
    ]
    mine: Annotated[MyResult | None, Meta(description="Null if the next result will count.")]


class Moves(Struct, frozen=True, forbid_unknown_fields=True):
    moves: Annotated[
        list[Annotated[str, Meta(max_length=MAX_TEXT)]],
        Meta(description="Your moves since the start of the puzzle.", max_length=MAX_MOVES),
    ]


class Attempted(Struct, frozen=True):
    """The position after your last move, and after the replies to it."""

    verdict: Verdict
    positions: list[Position]
    moves_left: int | None
    told: Annotated[list[Sentence], Meta(description="Why it is solved, or has failed.")]
    result: Annotated[MyResult | None, Meta(description="The result that counts, once decided.")]
    is_new: Annotated[bool, Meta(description="Has this attempt decided it?")]
    mine: Annotated[MyStats | None, Meta(description="Your rating and counts, once decided.")]


class PuzzleHint(Struct, frozen=True):
    told: Sentence
    move: Annotated[str | None, Meta(description="To point at; null if none is named.")]
    mine: MyStats


class Solution(Struct, frozen=True):
    line: list[str]
    positions: Annotated[list[Position], Meta(description="From the start, after each move.")]
    told: list[Sentence]
    theme: str
    mine: MyStats


class PastAttempt(Struct, frozen=True):
    puzzle: str
    game: str
    at: int
    is_solved: bool
    before: int
    after: int


class PastAttempts(Struct, frozen=True):
    attempts: list[PastAttempt]
