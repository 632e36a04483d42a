"""The line of play of one board: its positions in the order of the log.

Where moves were taken back the positions form a tree: an undo returns to a position that was there
before, and the next move begins a branch.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tavolino.game import CHANCE, Seat
from tavolino.learning.analysis import AnalysisError
from tavolino.match import Call, Lots
from tavolino.record import Record


@dataclass(eq=False, slots=True)
class Node:
    """A position, and how it arose from the one before."""

    state: Any
    before: Node | None = None
    seat: Seat = CHANCE
    """Who acted on the position before."""
    move: Any = None
    """None for a call of the referee."""
    branches: list[Node] = field(default_factory=list)

    def follow(self, state: Any, seat: Seat, move: Any) -> Node:
        node = Node(state, self, seat, move)
        self.branches.append(node)
        return node


@dataclass(frozen=True, slots=True)
class Step:
    """An entry of the log that concerns the board, and the position after it."""

    entry: int
    node: Node
    is_move: bool
    """Is it a player's move? Not an undo, chance or a call."""
    is_chance: bool


def line_of(record: Record, board: int) -> list[Step]:
    """The steps from the deal on; what comes before the first deal is left out."""
    boards = len(record.match.boards)
    if not 0 <= board < boards:
        raise AnalysisError(f"expected a board from 1 to {boards}, got {board + 1}")
    return [step for step in _steps(record, board) if not _is_undealt(record, step)]


def _steps(record: Record, board: int) -> Iterator[Step]:
    game, matches = record.match.game, record.matches()
    path = [Node(next(matches).boards[board].state)]
    """From the first position to the present one, as long as ``Board.past`` and one more."""
    for number, (entry, match) in enumerate(zip(record.match.log, matches), 1):
        if entry.board not in (None, board) or isinstance(entry.act, Lots):
            continue
        here = match.boards[board]
        if entry.act is Call.NEW_GAME:
            path = [Node(here.state)]
        elif len(here.past) == len(path):
            is_act = entry.actor >= 0 or entry.actor == CHANCE
            seat = entry.actor % game.seats if entry.actor >= 0 else entry.actor
            path.append(path[-1].follow(here.state, seat, entry.act if is_act else None))
        else:
            del path[len(here.past) + 1 :]
        is_move = entry.actor >= 0 and entry.act is not Call.UNDO
        yield Step(number, path[-1], is_move, entry.actor == CHANCE)


def _is_undealt(record: Record, step: Step) -> bool:
    return step.node.before is None and record.match.game.actor(step.node.state) == CHANCE


def nodes_of(steps: list[Step]) -> list[Node]:
    """Every position once, in the order in which they arose."""
    return list({id(step.node): step.node for step in steps}.values())
