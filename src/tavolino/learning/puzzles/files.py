"""Files of puzzles, one a line, compressed if the name ends in ``.gz``; and the shipped ones.

A file is the same for the same puzzles: the compressed form has no date.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from tavolino.learning.puzzles.puzzle import THEMES, Puzzle, PuzzleError, parse_puzzle

FOLDER = Path(__file__).parent / "data"
MOST_BYTES = 50_000_000
"""Of a file, uncompressed."""


def read_puzzles(path: Path) -> list[Puzzle]:
    """The puzzles of a file; raises ``PuzzleError`` with the line that is wrong."""
    try:
        with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
        lines = data.decode().splitlines()
    except (OSError, EOFError, ValueError) as error:
        raise PuzzleError(f"expected a file of puzzles, got {path.name}: {error}") from None
    if len(data) > MOST_BYTES:
        raise PuzzleError(f"expected at most {MOST_BYTES} bytes of puzzles in {path.name}")
    puzzles: dict[str, Puzzle] = {}
    for number, line in enumerate(lines, 1):
        try:
            puzzle = parse_puzzle(line)
        except PuzzleError as error:
            raise PuzzleError(f"{path.name}, line {number}: {error}") from None
        if puzzle.id in puzzles:
            raise PuzzleError(f"{path.name}, line {number}: expected one puzzle a deal")
        puzzles[puzzle.id] = puzzle
    return list(puzzles.values())


def write_puzzles(path: Path, puzzles: Iterable[Puzzle]) -> None:
    data = "".join(f"{puzzle}\n" for puzzle in puzzles).encode()
    path.write_bytes(gzip.compress(data, mtime=0) if path.suffix == ".gz" else data)


@cache
def shipped(game: str) -> tuple[Puzzle, ...]:
    """The puzzles that come with Tavolino, the easiest first."""
    found = read_puzzles(FOLDER / f"{game}.jsonl.gz") if game in THEMES else []
    return tuple(sorted(found, key=lambda puzzle: (puzzle.grade, puzzle.deal)))


@cache
def _by_id(game: str) -> dict[str, Puzzle]:
    return {puzzle.id: puzzle for puzzle in shipped(game)}


def puzzle_named(name: str) -> Puzzle:
    """The shipped puzzle with this id, such as ``aftaebr-12``; raises ``PuzzleError``."""
    puzzle = _by_id(name.rpartition("-")[0]).get(name)
    if puzzle is None:
        raise PuzzleError(f"expected the name of a puzzle such as solitario40-2, got {name[:40]!r}")
    return puzzle
