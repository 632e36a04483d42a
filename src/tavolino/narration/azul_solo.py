"""Azul: takes, the automa's answers with their priority, the scoring of a round."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from tavolino.game import AnyGame, Seat
from tavolino.games.azul_scoring import round_scoring
from tavolino.games.azul_solo import (
    CENTRE,
    ROUNDS,
    AutomaTurn,
    Fill,
    Holder,
    Roll,
    State,
    Take,
)
from tavolino.narration.sentence import Sentence, Value, sentence, signed

SENTENCES = 1 << 12
"""Of each kind that are kept: there are few different ones."""


def describe_move(
    game: AnyGame, before: State, seat: Seat, move: Any, after: State
) -> Iterator[Sentence]:
    if isinstance(move, Fill):
        yield sentence("az.filled")
        return
    if isinstance(move, Take):
        heap = before.trays[move.source - 1] if move.source else before.centre
        yield _take(move, heap.count(move.colour))
    elif isinstance(move, Roll) and after.answer:
        yield _answer(after.answer)
    yield from _marker(before, move, after)
    if after.round > before.round:
        yield from _round(before, after)


def place(source: int) -> Sentence:
    """For instance «il vassoio 3», for use after a preposition."""
    return sentence("az.place.centre") if source == CENTRE else sentence("az.place.tray", n=source)


def colour(tiles: str) -> Sentence:
    """The colour of these tiles in singular or plural, for instance «rosse»."""
    many = "one" if len(tiles) == 1 else "many"
    return sentence(f"az.colour_{many}.{tiles[0]}")


@lru_cache(SENTENCES)
def _take(move: Take, count: int) -> Sentence:
    tiles = move.colour * count
    taken = sentence("az.tiles", n=len(tiles), colore=colour(tiles))
    to = sentence("az.to_line", n=move.line) if move.line else sentence("az.to_floor")
    return sentence("az.you", piastrelle=taken, luogo=place(move.source), to=to)


@lru_cache(SENTENCES)
def _answer(answer: AutomaTurn) -> Sentence:
    die, tiles = answer.die, answer.tiles
    what = sentence("az.ai_marker", dado=die)
    if answer.priority > 1:
        luogo = place(answer.source)
        what = sentence("az.ai", dado=die, n=len(tiles), colore=colour(tiles), luogo=luogo)
    return sentence(
        "az.answer", what=what, why=sentence(f"az.priority.{answer.priority}", tray=die)
    )


def _marker(before: State, move: Take | Roll, after: State) -> Iterator[Sentence]:
    if isinstance(move, Take):
        if move.source == 1 and before.marker is Holder.TRAY:
            yield sentence("az.marker_centre")
        if move.source == CENTRE and before.marker is Holder.CENTRE:
            yield sentence("az.marker", chi=sentence(f"az.to.{Holder.HUMAN}"))
    elif after.answer and after.answer.marker and after.answer.priority > 1:
        yield sentence("az.marker", chi=sentence(f"az.to.{Holder.AUTOMA}"))


def _round(before: State, after: State) -> Iterator[Sentence]:
    """The points of each row of the wall and the penalty of the floor."""
    scoring = round_scoring(before, after)
    laid: tuple[Sentence, ...] = tuple(
        sentence("az.laid", row=row + 1, colour=sentence(f"az.colour.{colour}"), n=points)
        for row, colour, points in scoring.laid
    )
    bonus = scoring.complete.points
    walls: Value = laid or sentence("az.laid_nothing")
    lost = signed(-scoring.lost) if scoring.lost else 0
    yield sentence("az.round", n=before.round, laid=walls, lost=lost, score=after.score - bonus)
    if after.round <= ROUNDS:
        yield sentence("az.begins", chi=sentence(f"az.who.{after.starter}"))
    elif bonus:
        yield sentence("az.bonus", n=bonus)


def describe_end(game: AnyGame, view: State) -> Sentence:
    human, automa = game.scores(view)
    has_ten = view.marker is Holder.AUTOMA and not view.stopped
    result = "won" if human > automa else "lost" if human < automa else "drawn"
    ten: Value = sentence("az.ten") if has_ten else ""
    return sentence(f"az.{result}", human=human, automa=automa, ten=ten)
