"""The analysis of Azul: the chance to win before and after each take, by the coach's playouts.

The coach looks for the best take; then that one and the take that was played are compared on the
same new samples, as many for both. Without that the take which the coach happened to overrate would
make every other look like a mistake.
"""

from __future__ import annotations

from itertools import pairwise
from math import sqrt
from typing import NamedTuple

import numpy as np

from tavolino.bots.azul_solo.coach import reasons
from tavolino.bots.azul_solo.search import SUMS, WINS, rate_moves, sample
from tavolino.bots.azul_solo.weights import WEIGHTS
from tavolino.bots.bot import seed_of
from tavolino.chance import Rng
from tavolino.game import AnyGame
from tavolino.games.azul_solo import AzulSolo, State, Take
from tavolino.kernels.azul_solo import pack, pack_move
from tavolino.learning.analysis import Analysis, Judgement, Kind, Moment, Position, Progress
from tavolino.learning.line import Node, line_of, nodes_of
from tavolino.record import Record

PLAYOUTS = 6_000
"""For each search of the best take."""
SAMPLES, BATCHES = 2_000, 20
"""For each of two takes that are compared; the batches give the error of their difference."""
LEAST_LOSS, ERRORS = 0.02, 2.0
"""What a take loses at least if it is a mistake: in chance to win, and in standard errors."""


class Compared(NamedTuple):
    played: float
    """The chance to win after the take that was played."""
    best: float
    best_move: Take
    error: float
    """The standard error of the difference; of the chance, if the best take was played."""


def analyse(record: Record, board: int, progress: Progress = lambda _: None) -> Analysis:
    game, steps = record.match.game, line_of(record, board)
    assert isinstance(game, AzulSolo), f"expected azul_solo, got {game.name}"
    takes = [node for node in nodes_of(steps) if isinstance(node.move, Take)]
    compared: dict[Node, Compared] = {}
    before: dict[Node, float] = {}
    for number, node in enumerate(takes, 1):
        assert node.before is not None, "a take has a position before it"
        compared[node] = compare(game, node.before.state, node.move)
        before[node.before] = max(compared[node].played, compared[node].best)
        progress(number / (len(takes) + 1))
    values = {id(node): _value(game, node, compared, before) for node in nodes_of(steps)}
    positions = tuple(Position(one.entry, value=values[id(one.node)]) for one in steps)
    moments = tuple(
        _moment(game, step.entry, step.node, compared[step.node])
        for step in steps
        if step.is_move and _is_mistake(compared[step.node])
    )
    points = tuple(game.scores(step.node.state)[0] for step in steps)
    drawn = [s.entry for s in steps if s.node in before or game.actor(s.node.state) is None]
    return Analysis(game.name, board, positions, moments, points, None, tuple(drawn))


def compare(game: AzulSolo, state: State, played: Take) -> Compared:
    """The take that was played and the best one, on the same bags and dice."""
    view = game.view(state, 0)
    best = rate_moves(game, view, seed_of("the best take", view), PLAYOUTS)[0].move
    assert isinstance(best, Take), "the human takes tiles"
    rng = Rng(seed_of("two takes", view), 0)
    root, key = pack(game, game.fill(view, rng)), rng.below(1 << 63)
    tried = np.array([pack_move(best), pack_move(played)][: 1 + (best != played)], np.int64)
    totals, each = [np.zeros(len(tried))], SAMPLES // BATCHES
    sums = np.zeros((len(tried), SUMS))
    for batch in range(BATCHES):
        sample(root, tried, WEIGHTS, sums, key, batch * each, each)
        totals.append(sums[:, WINS].copy())
    rates = np.array([(after - earlier) / each for earlier, after in pairwise(totals)])
    means = rates.mean(axis=0)
    spread = rates[:, 0] - rates[:, -1] if len(tried) > 1 else rates[:, 0]
    # Not 0 even if all batches agree, as the coach's error is not.
    error = sqrt(float(spread.var(ddof=1)) / BATCHES + 1 / SAMPLES**2)
    return Compared(float(means[-1]), float(means[0]), best, error)


def _is_mistake(compared: Compared) -> bool:
    loss = compared.best - compared.played
    return loss >= max(LEAST_LOSS, ERRORS * compared.error)


def _value(
    game: AnyGame, node: Node, compared: dict[Node, Compared], before: dict[Node, float]
) -> tuple[float, ...] | None:
    if game.actor(node.state) is None:
        return (float(0 in game.winners(node.state)),)
    if node in before:
        return (before[node],)
    return (compared[node].played,) if node in compared else None


def _moment(game: AzulSolo, entry: int, node: Node, compared: Compared) -> Moment:
    assert node.before is not None, "a take has a position before it"
    return Moment(
        entry,
        0,
        str(node.move),
        (str(compared.best_move),),
        Kind.CHANCE,
        compared.best - compared.played,
        compared.error,
        Judgement.MISTAKE,
        reasons=tuple(reasons(game, game.view(node.before.state, 0), compared.best_move)),
    )
