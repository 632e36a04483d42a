"""A game that has no narration of its own: who plays what, who wins, the points."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tavolino.catalogue import entry_of
from tavolino.game import CHANCE, AnyGame, Seat
from tavolino.narration.told import Told, Value, tell


def told(game: AnyGame, before: Any, seat: Seat, move: Any, after: Any) -> Iterator[Told]:
    if seat != CHANCE:
        yield tell("told.played", giocatore=seat, move=str(move))
    elif isinstance(move, entry_of(game.name).public_chance):
        yield tell("told.chance_public", move=str(move))
    else:
        yield tell("told.chance")


def ended(game: AnyGame, view: Any) -> Told:
    winners = game.winners(view)
    if game.seats == 1 and not winners:
        return tell("told.points", n=game.scores(view)[0])
    if not winners:
        return tell("told.no_winner", scores=_scores(game, view))
    key = "told.won" if len(winners) == 1 else "told.shared"
    return tell(key, giocatore=winners, scores=_scores(game, view))


def _scores(game: AnyGame, view: Any) -> Value:
    """Nothing where nobody has any, as in games that are won without points."""
    scores = game.scores(view)[: game.seats]
    if not any(scores):
        return ""
    points = tuple(tell("told.score_of", giocatore=seat, n=n) for seat, n in enumerate(scores))
    return tell("told.scores", points=points)
