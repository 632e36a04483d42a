"""AFTAEBR: pieces laid and taken, players passed over and out. Players are numbered like seats."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tavolino.game import AnyGame, Seat
from tavolino.games.aftaebr import Colour, Draw, Place, State, cell_name
from tavolino.narration.told import Told, tell


def told(game: AnyGame, before: State, seat: Seat, move: Any, after: State) -> Iterator[Told]:
    if isinstance(move, Draw):
        drawn = tuple(tell("af.drew", giocatore=i, n=n) for i, n in enumerate(move.black))
        yield tell("af.drawn", drawn=drawn, giocatore=after.turn or 0)
    elif isinstance(move, Colour):
        yield tell("af.chosen", giocatore=seat, colour=tell(f"af.colour.{move}"))
    else:
        yield from _placed(before, seat, move, after)


def _placed(before: State, seat: Seat, move: Place, after: State) -> Iterator[Told]:
    yield tell("af.placed", giocatore=seat, n=move.number, cell=cell_name(move.cell))
    if after.note.captured:
        yield tell("af.capture", giocatore=seat)
        yield tell("af.captured", n=after.note.captured)
    for other, hand in enumerate(after.hands):
        if not any(hand) and any(before.hands[other]):
            yield tell("af.out", giocatore=other)
    for other in after.note.passed:
        yield tell("af.pass", giocatore=other)


def ended(game: AnyGame, view: State) -> Told:
    winners = game.winners(view)
    key = "af.won" if len(winners) == 1 else "af.shared"
    return tell(key, giocatore=tuple(winners), n=max(game.scores(view)))
