"""Analyses a record of any game that has an analysis."""

from __future__ import annotations

from collections.abc import Callable

from tavolino.catalogue import entries, entry_of
from tavolino.learning.analysis import Analysis, AnalysisError, Progress
from tavolino.record import Record


def analyse(record: Record, board: int = 0, progress: Progress = lambda _: None) -> Analysis:
    """The analysis of one board; the same for the same record.

    ``progress`` is called with the share that is done, and ends the analysis by raising.
    """
    name = record.match.game.name
    reference = entry_of(name).analysis
    if reference is None:
        names = ", ".join(entry.name for entry in entries() if entry.analysis)
        raise AnalysisError(f"expected a record of {names} for an analysis, got {name}")
    if not 0 <= board < len(record.match.boards):
        most = len(record.match.boards)
        raise AnalysisError(f"expected a board from 1 to {most}, got {board + 1}")
    function: Callable[[Record, int, Progress], Analysis] = reference.load()
    return function(record, board, progress)
