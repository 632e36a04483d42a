"""Azul: takes, the automa's answers with their priority, the count of a round."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tavolino.game import AnyGame, Seat
from tavolino.games.azul_count import round_count
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
from tavolino.narration.told import Told, Value, signed, tell


def told(game: AnyGame, before: State, seat: Seat, move: Any, after: State) -> Iterator[Told]:
    if isinstance(move, Fill):
        yield tell("az.filled")
        return
    if isinstance(move, Take):
        yield _take(before, move)
    elif isinstance(move, Roll) and after.answer:
        yield _answer(after.answer)
    yield from _marker(before, move, after)
    if after.round > before.round:
        yield from _round(before, after)


def place(source: int) -> Told:
    """Such as «il vassoio 3», to stand after a preposition."""
    return tell("az.place.centre") if source == CENTRE else tell("az.place.tray", n=source)


def colour(tiles: str) -> Told:
    """Such as «rosse»: of as many tiles as these."""
    many = "one" if len(tiles) == 1 else "many"
    return tell(f"az.colour_{many}.{tiles[0]}")


def _take(before: State, move: Take) -> Told:
    heap = before.trays[move.source - 1] if move.source else before.centre
    tiles = move.colour * heap.count(move.colour)
    taken = tell("az.tiles", n=len(tiles), colore=colour(tiles))
    to = tell("az.to_line", n=move.line) if move.line else tell("az.to_floor")
    return tell("az.you", piastrelle=taken, luogo=place(move.source), to=to)


def _answer(answer: AutomaTurn) -> Told:
    die, tiles = answer.die, answer.tiles
    what = tell("az.ai_marker", dado=die)
    if answer.priority > 1:
        luogo = place(answer.source)
        what = tell("az.ai", dado=die, n=len(tiles), colore=colour(tiles), luogo=luogo)
    return tell("az.answer", what=what, why=tell(f"az.priority.{answer.priority}", tray=die))


def _marker(before: State, move: Take | Roll, after: State) -> Iterator[Told]:
    if isinstance(move, Take):
        if move.source == 1 and before.marker is Holder.TRAY:
            yield tell("az.marker_centre")
        if move.source == CENTRE and before.marker is Holder.CENTRE:
            yield tell("az.marker", chi=tell(f"az.to.{Holder.HUMAN}"))
    elif after.answer and after.answer.marker and after.answer.priority > 1:
        yield tell("az.marker", chi=tell(f"az.to.{Holder.AUTOMA}"))


def _round(before: State, after: State) -> Iterator[Told]:
    """What the wall gave, row by row, and what the floor cost."""
    count = round_count(before, after)
    laid: tuple[Told, ...] = tuple(
        tell("az.laid", row=row + 1, colour=tell(f"az.colour.{colour}"), n=points)
        for row, colour, points in count.laid
    )
    bonus = count.complete.points
    walls: Value = laid or tell("az.laid_nothing")
    lost = signed(-count.lost) if count.lost else 0
    yield tell("az.round", n=before.round, laid=walls, lost=lost, score=after.score - bonus)
    if after.round <= ROUNDS:
        yield tell("az.begins", chi=tell(f"az.who.{after.starter}"))
    elif bonus:
        yield tell("az.bonus", n=bonus)


def ended(game: AnyGame, view: State) -> Told:
    human, automa = game.scores(view)
    has_ten = view.marker is Holder.AUTOMA and not view.stopped
    result = "won" if human > automa else "lost" if human < automa else "drawn"
    ten: Value = tell("az.ten") if has_ten else ""
    return tell(f"az.{result}", human=human, automa=automa, ten=ten)
