"""The analysis of AFTAEBR: what each position is worth to each seat.

Searched values zigzag with the side to move. So a loss is the difference of two searches of the
same kind, one after the move that was played and one after the best, and the curve has one point a
round. Where the endgame is searched to the last piece, values and losses are exact.
"""

from __future__ import annotations

from math import sqrt
from typing import Any, NamedTuple

from tavolino.bots.aftaebr.endgame import EndgameSearch
from tavolino.bots.aftaebr.hints import reasons_for
from tavolino.bots.aftaebr.playout import share
from tavolino.bots.aftaebr.search import FEW_PIECES, POSITIONS, grow_tree
from tavolino.bots.aftaebr.tree import PROVEN, VISITS, WON, best_move
from tavolino.bots.bot import seed_of
from tavolino.game import AnyGame, Seat
from tavolino.games.aftaebr import Aftaebr, Place, State
from tavolino.kernels.aftaebr import pack, unpack_move
from tavolino.learning.analysis import Analysis, Judgement, Kind, Moment, Position, Progress
from tavolino.learning.line import Node, Step, line_of, nodes_of
from tavolino.record import Record

SIMULATIONS = 3_000
LEAST_LOSS, ERRORS = 0.1, 2.0
"""What a move loses at least if it is a mistake: in worth, and in standard errors."""


class Worth(NamedTuple):
    """What a position is worth to each seat, and the best move there."""

    values: tuple[float, ...]
    best: Place | None
    is_exact: bool

    def error(self, seat: Seat) -> float:
        """The standard error of a value, as if the simulations were independent."""
        value = (self.values[seat] * SIMULATIONS + 2) / (SIMULATIONS + 4)
        return 0.0 if self.is_exact else sqrt(value * (1 - value) / (SIMULATIONS + 4))


def worth(game: Aftaebr, state: State, endgames: EndgameSearch) -> Worth:
    seats = range(game.seats)
    if game.actor(state) is None:
        winners = game.winners(state)
        return Worth(tuple((s in winners) / max(1, len(winners)) for s in seats), None, True)
    position = pack(state)
    if sum(map(sum, state.hands)) <= FEW_PIECES:
        won = endgames.winners(position, POSITIONS * SIMULATIONS)
        if won:
            best = _exact_best(game, state, won, endgames)
            return Worth(tuple(share(won, seat) for seat in seats), best, True)
    key = int.from_bytes(seed_of("analysis", state)[:7], "little") + 1
    nodes, worths = grow_tree(position, key, SIMULATIONS)
    move = unpack_move(best_move(nodes, state.turn or 0)) if len(nodes) > 1 else None
    proven, visits = int(nodes[0, PROVEN]), max(1, int(nodes[0, VISITS]))
    values = [share(proven, s) if proven else float(worths[0, WON + s] / visits) for s in seats]
    return Worth(tuple(values), move if isinstance(move, Place) else None, bool(proven))


def _exact_best(game: Aftaebr, state: State, won: int, endgames: EndgameSearch) -> Place | None:
    """A move after which the winners are those of best play."""
    for move in game.legal_moves(state):
        after = game.apply(state, move)
        if game.actor(after) is None:
            winners = sum(1 << seat for seat in game.winners(after))
        else:
            winners = endgames.winners(pack(after), POSITIONS * SIMULATIONS)
        if winners == won and isinstance(move, Place):
            return move
    return None


class _Game:
    """The searches of one record; each position is searched once."""

    def __init__(self, game: Aftaebr) -> None:
        self.game, self.endgames = game, EndgameSearch()
        self.known: dict[Any, Worth] = {}

    def worth(self, state: State) -> Worth:
        if state not in self.known:
            self.known[state] = worth(self.game, state, self.endgames)
        return self.known[state]


def analyse(record: Record, board: int, progress: Progress = lambda _: None) -> Analysis:
    game, steps = record.match.game, line_of(record, board)
    assert isinstance(game, Aftaebr), f"expected aftaebr, got {game.name}"
    searches, moments = _Game(game), dict[Node, Moment | None]()
    played = [node for node in nodes_of(steps) if isinstance(node.move, Place)]
    entry_of = {id(step.node): step.entry for step in reversed(steps)}
    for number, node in enumerate(played, 1):
        moments[node] = _moment(searches, entry_of[id(node)], node)
        progress(number / len(played))
    positions = tuple(Position(one.entry, value=_values(searches, one)) for one in steps)
    return Analysis(
        game.name,
        board,
        positions,
        tuple(found for found in moments.values() if found),
        tuple(game.scores(step.node.state)[0] for step in steps),
        None,
        _curve(game, steps, positions),
    )


def _values(searches: _Game, step: Step) -> tuple[float, ...] | None:
    state = step.node.state
    is_open = state.colours and None not in state.colours
    return searches.worth(state).values if is_open else None


def _curve(game: AnyGame, steps: list[Step], positions: tuple[Position, ...]) -> tuple[int, ...]:
    """One point a round: where the seat is to move that began, and the end."""
    valued = [(s, p) for s, p in zip(steps, positions) if p.value is not None]
    if not valued:
        return ()
    first = game.actor(valued[0][0].node.state)
    last = valued[-1][1].entry
    return tuple(p.entry for s, p in valued if p.entry == last or game.actor(s.node.state) == first)


def _moment(searches: _Game, entry: int, node: Node) -> Moment | None:
    game, before = searches.game, node.before
    assert before is not None and before.state.turn is not None, "a placement has a position before"
    seat, best = before.state.turn, searches.worth(before.state).best
    after = searches.worth(node.state)
    if best is None or best == node.move:
        return None
    other = searches.worth(game.apply(before.state, best))
    loss = other.values[seat] - after.values[seat]
    error = sqrt(other.error(seat) ** 2 + after.error(seat) ** 2)
    if loss < max(LEAST_LOSS, ERRORS * error):
        return None
    return Moment(
        entry,
        seat,
        str(node.move),
        (str(best),),
        Kind.CHANCE,
        loss,
        error or None,
        Judgement.MISTAKE,
        reasons=tuple(reasons_for(game, before.state, seat, best)),
    )
