"""A puzzle: a position of a practice deal, what to find there, and the proved answer.

The position is a deal number and the moves of all players since the deal, so it can be played on as
a practice table. In a file each puzzle is one line of JSON.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from typing import Any

from tavolino.catalogue import BUILT_IN, entry_of
from tavolino.chance import deal_seed
from tavolino.errors import TavolinoError
from tavolino.game import AnyGame, after_chance

LEAST_GRADE, MOST_GRADE = 600, 2600
LISTS = ("moves", "line", "traps", "fails")
"""Fields that are words of one text in a file."""


class PuzzleError(TavolinoError):
    """A line that is no puzzle, or a puzzle whose answer is wrong."""


class Theme(StrEnum):
    """What is to be found."""

    STOCK = "stock"
    """The only next step that keeps the win, which plays a card of the stock."""
    UNCOVER = "uncover"
    """The only next step that keeps the win, which takes a card from where it was dealt."""
    POINTS = "points"
    """The most points that can be reached."""
    FEWEST = "fewest"
    """The win in the fewest moves."""
    COLUMN = "column"
    """The only column whose next card may be uncovered without losing the win."""
    LINE = "line"
    """The best take, which completes a pattern line."""
    BUILD = "build"
    """The best take, which lays tiles on a line that stays incomplete."""
    FLOOR = "floor"
    """The best take, which drops all its tiles."""
    CAPTURE = "capture"
    """The only placement that wins, which captures."""
    EXTRA_TURN = "extra_turn"
    """The only placements that win: a capture, and what to do with the extra turn."""
    QUIET = "quiet"
    """The only placement that wins, which captures nothing."""
    CHAIN = "chain"
    """The most pieces that one turn takes, with only one placement to begin with."""


THEMES = {
    name: tuple(Theme(theme) for theme in entry.puzzles)
    for name, entry in BUILT_IN.items()
    if entry.puzzles
}
"""The games that have puzzles, in the order of the catalogue."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    game: str
    deal: int
    moves: tuple[str, ...]
    """The moves of all players from the deal to the position."""
    theme: Theme
    key: str
    """The card or column of the step, the points, moves or pieces, or the first move."""
    line: tuple[str, ...]
    """Moves of all players that solve it."""
    traps: tuple[str, ...] = ()
    """Answers that look possible and are wrong."""
    chances: tuple[int, ...] = ()
    """Of azul_solo: the percentage of games won after the take, and after the next best one."""
    limit: int = 0
    """The most moves of the player; 0 if they are not counted."""
    grade: int = 1500
    """How hard it is, on the scale of ratings, until people have tried it."""
    fails: tuple[str, ...] = ()
    """Bots that do not solve it."""

    @property
    def id(self) -> str:
        """There is one puzzle a deal."""
        return f"{self.game}-{self.deal}"

    def __str__(self) -> str:
        data = asdict(self)
        for field in LISTS:
            data[field] = " ".join(data[field])
        shown = {name: value for name, value in data.items() if value not in (0, "", ())}
        return json.dumps(shown, separators=(",", ":"))

    def graded(self, grade: float, fails: tuple[str, ...]) -> Puzzle:
        return replace(self, grade=round(min(MOST_GRADE, max(LEAST_GRADE, grade))), fails=fails)


def parse_puzzle(text: str) -> Puzzle:
    """Inverse of ``str(puzzle)``; raises ``PuzzleError``."""
    try:
        data = json.loads(text)
        for field in LISTS:
            data[field] = tuple(data.get(field, "").split())
        chances = tuple(map(int, data.get("chances", ())))
        puzzle = Puzzle(**{**data, "theme": Theme(data["theme"]), "chances": chances})
        for number in (puzzle.deal, puzzle.limit, puzzle.grade):
            if type(number) is not int:
                raise TypeError(f"{str(number)[:20]!r} is no number")
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise PuzzleError(f"expected a puzzle as JSON, got {text[:60]!r}: {error}") from None
    if puzzle.theme not in THEMES.get(puzzle.game, ()):
        raise PuzzleError(f"expected a theme of {puzzle.game}, got {puzzle.theme}")
    return puzzle


def game_of(puzzle: Puzzle) -> AnyGame:
    return entry_of(puzzle.game).rules()


def position_of(puzzle: Puzzle) -> Any:
    """The position of a puzzle, by the rules; every card counts as seen."""
    game, seed = game_of(puzzle), deal_seed(puzzle.deal)
    state, stream = after_chance(game, game.start(), seed, 0)
    for text in puzzle.moves:
        state, stream = after_chance(game, play(game, state, text), seed, stream)
    return entry_of(puzzle.game).laid_open(state)


def play(game: AnyGame, state: Any, text: str) -> Any:
    """The position after a move; raises an error of the rules if it is not legal."""
    move = game.parse_move(text)
    if move not in game.legal_moves(state):
        raise PuzzleError(f"expected a legal move, got {text!r} in {state}")
    return game.apply(state, move)
