"""AFTAEBR: placements, captures, passes and players who are out."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from tavolino.game import AnyGame, Seat
from tavolino.games.aftaebr import Colour, Draw, Place, State, cell_name
from tavolino.narration.sentence import Sentence, sentence


def describe_move(
    game: AnyGame, before: State, seat: Seat, move: Any, after: State
) -> Iterator[Sentence]:
    if isinstance(move, Draw):
        drawn = tuple(sentence("af.drew", giocatore=i, n=n) for i, n in enumerate(move.black))
        yield sentence("af.drawn", drawn=drawn, giocatore=after.turn or 0)
    elif isinstance(move, Colour):
        yield sentence("af.chosen", giocatore=seat, colour=sentence(f"af.colour.{move}"))
    else:
        yield from _placed(before, seat, move, after)


def _placed(before: State, seat: Seat, move: Place, after: State) -> Iterator[Sentence]:
    yield _place(seat, move)
    if after.note.captured:
        yield sentence("af.capture", giocatore=seat)
        yield sentence("af.captured", n=after.note.captured)
    for other, hand in enumerate(after.hands):
        if not any(hand) and any(before.hands[other]):
            yield sentence("af.out", giocatore=other)
    for other in after.note.passed:
        yield sentence("af.pass", giocatore=other)


@lru_cache(1 << 12)  # there are few different ones
def _place(seat: Seat, move: Place) -> Sentence:
    return sentence("af.placed", giocatore=seat, n=move.number, cell=cell_name(move.cell))


def describe_end(game: AnyGame, view: State) -> Sentence:
    winners = game.winners(view)
    key = "af.won" if len(winners) == 1 else "af.shared"
    return sentence(key, giocatore=tuple(winners), n=max(game.scores(view)))
