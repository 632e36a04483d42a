"""The default, for games without a narration of their own: moves, winners and points."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tavolino.catalogue import entry_of
from tavolino.game import CHANCE, AnyGame, Seat, has_points
from tavolino.narration.sentence import Sentence, Value, sentence


def describe_move(
    game: AnyGame, before: Any, seat: Seat, move: Any, after: Any
) -> Iterator[Sentence]:
    if seat != CHANCE:
        yield sentence("told.played", giocatore=seat, move=str(move))
    elif isinstance(move, entry_of(game.name).public_chance):
        yield sentence("told.chance_public", move=str(move))
    else:
        yield sentence("told.chance")


def describe_end(game: AnyGame, view: Any) -> Sentence:
    winners = game.winners(view)
    if game.seats == 1 and not winners:
        return sentence("told.points", n=game.scores(view)[0])
    if not winners:
        return sentence("told.no_winner", scores=_scores(game, view))
    key = "told.won" if len(winners) == 1 else "told.shared"
    return sentence(key, giocatore=winners, scores=_scores(game, view))


def _scores(game: AnyGame, view: Any) -> Value:
    """Empty in a game without points."""
    if not has_points(game, view):
        return ""
    scores = game.scores(view)[: game.seats]
    points = tuple(sentence("told.score_of", giocatore=seat, n=n) for seat, n in enumerate(scores))
    return sentence("told.scores", points=points)
