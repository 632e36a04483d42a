"""The analysis of the two patiences: what could be reached, what was lost, who could know."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from typing import Any

from tavolino.cards import Card
from tavolino.game import AnyGame
from tavolino.learning import possible_deals
from tavolino.learning.analysis import Analysis, Judgement, Kind, Moment, Position, Progress
from tavolino.learning.line import Node, Step, line_of, nodes_of
from tavolino.learning.reachable import Reachable, can_reach, reachable
from tavolino.record import Record
from tavolino.solvers.result import Solved
from tavolino.solvers.solver import solver_of

REACHABLE_SHARE, MOMENTS_SHARE = 0.15, 0.25
"""Of the work, for the progress: what can be reached and the moments; the rest is honest."""


def analyse(record: Record, board: int, progress: Progress = lambda _: None) -> Analysis:
    game, steps = record.match.game, line_of(record, board)
    nodes = nodes_of(steps)
    searches = iter(range(1, len(nodes) + 1))
    found = reachable(
        game, nodes, lambda: progress(REACHABLE_SHARE * next(searches, 0) / len(nodes))
    )
    moments = []
    fallen = [step for step in steps if step.is_move and _has_fallen(step, found)]
    for number, step in enumerate(fallen, 1):
        moments.append(_moment(game, steps, step, found))
        progress(REACHABLE_SHARE + MOMENTS_SHARE * number / len(fallen))
    start = REACHABLE_SHARE + MOMENTS_SHARE
    shares: dict[int, float | None] = {}
    for entries, stretch in _stretches(game, steps):
        shares.update(zip(entries, stretch))
        progress(start + (1 - start) * len(shares) / len(steps))
    positions = tuple(
        Position(step.entry, *found[step.node], honest=shares[step.entry]) for step in steps
    )
    points = tuple(game.scores(step.node.state)[0] for step in steps)
    return Analysis(
        game.name,
        board,
        positions,
        tuple(moments),
        points,
        max((one.best for one in positions if one.best is not None), default=None),
        tuple(one.entry for one in positions),
    )


# Moments


def _has_fallen(step: Step, found: dict[Node, Reachable]) -> bool:
    before = step.node.before and found.get(step.node.before)
    if not before:
        return False
    after = found[step.node]
    if before.winnable and after.winnable is False:
        return True
    return before.best is not None and after.best is not None and after.best < before.best


def _moment(game: AnyGame, steps: list[Step], step: Step, found: dict[Node, Reachable]) -> Moment:
    before = step.node.before
    assert before is not None, "a move has a position before it"
    was, now = found[before], found[step.node]
    is_win = bool(was.winnable)
    loss = float((was.best or 0) - (now.best or 0))
    view = possible_deals.known_view(game, before.state, _seen_before(game, steps, step))
    moves = [move for move in game.legal_moves(before.state) if move != step.node.move]
    kept = {str(move) for move in moves if _keeps(game, before.state, move, was)}
    if not is_win:
        return Moment(step.entry, 0, str(step.node.move), _in_order(moves, kept), Kind.POINTS, loss)
    played, *others = possible_deals.compare_moves(game, view, [step.node.move, *moves])
    by_move = {str(move): row for move, row in zip(moves, others)}
    better = sorted(_in_order(moves, kept), key=lambda move: -sum(map(bool, by_move[move])))
    is_mistake = any(possible_deals.is_clearly_better(row, played) for row in others)
    best = max(filter(None, map(possible_deals.share, others)), default=0.0)
    return Moment(
        step.entry,
        0,
        str(step.node.move),
        tuple(better),
        Kind.WIN,
        loss,
        judgement=Judgement.MISTAKE if is_mistake else Judgement.BAD_LUCK,
        honest=(possible_deals.share(played) or 0.0, best),
        line=_winning_line(game, before.state),
    )


def _keeps(game: AnyGame, state: Any, move: Any, was: Reachable) -> bool:
    after = can_reach(game, game.apply(state, move))
    return bool(after.winnable) if was.winnable else after.best == was.best


def _in_order(moves: list[Any], kept: set[str]) -> tuple[str, ...]:
    return tuple(str(move) for move in moves if str(move) in kept)


def _winning_line(game: AnyGame, state: Any) -> tuple[str, ...]:
    solved = solver_of(game).solve(game, state)
    return tuple(map(str, solved.moves)) if isinstance(solved, Solved) else ()


# What the player could know


def _seen_before(game: AnyGame, steps: list[Step], step: Step) -> frozenset[Card]:
    """The cards of this deal that the player had seen before the step."""
    return possible_deals.seen_at_end(game, takewhile(lambda one: one is not step, steps))


def _stretches(game: AnyGame, steps: list[Step]) -> Iterator[tuple[list[int], list[float | None]]]:
    """Entries during which the player learns nothing new, with their honest shares."""
    seen: frozenset[Card] = frozenset()
    entries: list[int] = []
    moves: list[Any] = []
    first: Any = None

    def shares() -> list[float | None]:
        return possible_deals.shares_along(
            game, possible_deals.known_view(game, first, seen), moves
        )

    for step in steps:
        node = step.node
        now = possible_deals.cards_seen(game, node.state)
        now = now if step.is_chance else seen | now
        if entries and step.is_move and now == seen:
            entries.append(step.entry)
            moves.append(node.move)
            continue
        if entries:
            yield entries, shares()
        entries, moves, first, seen = [step.entry], [], node.state, now
    if entries:
        yield entries, shares()
