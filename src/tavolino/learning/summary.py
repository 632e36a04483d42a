"""An analysis in sentences, for the terminal and the browser."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tavolino.game import AnyGame
from tavolino.learning.analysis import Analysis, Judgement, Kind, Moment
from tavolino.learning.line import Node, line_of
from tavolino.narration import Sentence, narration_of, sentence
from tavolino.record import Record

SHOWN_BETTER = 3
"""Better moves that are described."""


@dataclass(frozen=True, slots=True)
class DescribedMove:
    move: str
    told: tuple[Sentence, ...]


@dataclass(frozen=True, slots=True)
class DescribedMoment:
    """A moment in sentences."""

    played: DescribedMove
    lost: tuple[Sentence, ...]
    """What the move lost, and whether the player could have known."""
    better: tuple[DescribedMove, ...]
    before: tuple[str, ...]
    """The moves of all seats to the position before; those taken back are left out."""


def percent(share: float) -> str:
    return f"{share:.0%}"


def summary(record: Record, analysis: Analysis) -> tuple[Sentence, ...]:
    """The whole game in a few sentences."""
    if not analysis.positions:
        return (sentence("analysis.nothing"),)
    if analysis.positions[0].value is None and analysis.most is not None:
        return tuple(_patience(record.match.game, analysis))
    if all(position.honest is None and position.value is None for position in analysis.positions):
        return (sentence("analysis.nothing"),)
    return tuple(_mistakes(record, analysis))


def _patience(game: AnyGame, analysis: Analysis) -> Iterator[Sentence]:
    last, fatal = analysis.positions[-1], analysis.fatal
    start = analysis.positions[0]
    if fatal:
        yield sentence("analysis.fatal", entry=fatal.entry)
        yield from _judged(fatal)
    elif start.winnable is False:
        yield sentence("analysis.impossible")
    elif last.winnable and last.best == analysis.points[-1]:
        yield sentence("analysis.won")
    elif last.winnable:
        yield sentence("analysis.open")
    else:
        yield sentence("analysis.undecided")
    if start.honest is not None:
        yield sentence("analysis.odds", share=percent(start.honest))
    if start.best is not None:
        yield sentence("analysis.reached", points=analysis.points[-1], best=start.best)


def _judged(moment: Moment) -> Iterator[Sentence]:
    if moment.judgement is None or moment.honest is None:
        return
    played, best = map(percent, moment.honest)
    is_mistake = moment.judgement is Judgement.MISTAKE
    key = "analysis.mistake" if is_mistake else "analysis.bad_luck"
    yield sentence(key, played=played, best=best)


def _mistakes(record: Record, analysis: Analysis) -> Iterator[Sentence]:
    seats = record.match.game.seats
    for seat in range(seats):
        lost = [moment.loss for moment in analysis.moments if moment.seat == seat]
        player = analysis.board * seats + seat
        if not lost:
            yield sentence("analysis.no_mistakes", giocatore=player)
        else:
            worst = percent(max(lost))
            yield sentence("analysis.mistakes", giocatore=player, n=len(lost), worst=worst)


def describe_moments(record: Record, analysis: Analysis) -> list[DescribedMoment]:
    """The moments in sentences, in their order."""
    nodes = {step.entry: step.node for step in line_of(record, analysis.board)}
    game = record.match.game
    return [_described(game, nodes[moment.entry], moment) for moment in analysis.moments]


def _described(game: AnyGame, node: Node, moment: Moment) -> DescribedMoment:
    assert node.before is not None, "a move has a position before it"
    state, moves = node.before.state, list[str]()
    earlier: Node | None = node.before
    while earlier:
        moves += [str(earlier.move)] if earlier.seat >= 0 and earlier.move is not None else []
        earlier = earlier.before

    def described(move: str) -> DescribedMove:
        parsed = game.parse_move(move)
        after = game.view(game.apply(state, parsed), None)
        sentences = narration_of(game).describe_move(
            game, game.view(state, None), moment.seat, parsed, after
        )
        return DescribedMove(move, tuple(sentences)[:1])

    better = tuple(described(move) for move in moment.better[:SHOWN_BETTER])
    if better and moment.reasons:
        first = better[0]
        better = (DescribedMove(first.move, (*first.told, *moment.reasons)), *better[1:])
    before = tuple(reversed(moves))
    return DescribedMoment(described(moment.move), tuple(_lost(moment)), better, before)


def _lost(moment: Moment) -> Iterator[Sentence]:
    if moment.kind is Kind.WIN:
        yield sentence("analysis.lost_win")
        yield from _judged(moment)
    elif moment.kind is Kind.POINTS:
        yield sentence("analysis.lost_points", n=round(moment.loss))
    elif moment.error is None:
        yield sentence("analysis.lost_exactly", loss=percent(moment.loss))
    else:
        error = percent(2 * moment.error)
        yield sentence("analysis.lost_chance", loss=percent(moment.loss), error=error)
