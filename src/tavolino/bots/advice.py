"""What to play, and why; from what the player sees, never from a hidden card.

The reasons are told, not said: the terminal and the browser have the words.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from tavolino.game import AnyGame, Seat
from tavolino.games.azul_solo import AzulSolo
from tavolino.games.nove_colonne import NoveColonne
from tavolino.games.solitario40 import Solitario40
from tavolino.narration import Told, tell

SEED = b"tavolino: hints at the table"
"""The same for everybody, so that a hint asked twice is the same hint."""
SECONDS, COACH_SECONDS = 3.0, 1.5
ADVISER = "difficile"
"""The bot that is asked where there is nobody better."""
WAYS = 3


class Advice(NamedTuple):
    move: Any
    told: list[Told]


def advise(game: AnyGame, view: Any, seat: Seat) -> list[Advice]:
    """The best first; nothing if there is nothing to gain."""
    if isinstance(game, Solitario40 | NoveColonne):
        return _from_samples(game, view)
    if isinstance(game, AzulSolo):
        return _from_the_coach(game, view)
    from tavolino.bots import BOTS

    move = BOTS[game.name][ADVISER].choose(game, view, seat, SEED)
    return [Advice(move, [tell("hint.as", bot=ADVISER)])]


def _from_samples(game: Solitario40 | NoveColonne, view: Any) -> list[Advice]:
    from tavolino.solvers.nove_colonne import solver as nove_colonne
    from tavolino.solvers.solitario40 import hints as s40_hint

    if isinstance(game, NoveColonne):
        found: Any = nove_colonne.hint(game, view, SEED, seconds=SECONDS)
    else:
        found = s40_hint.hint(game, view, SEED, seconds=SECONDS)
    if found is None:
        return []
    said = [tell(found.reason)]
    if found.winnable:
        said.append(tell("hint.winnable", n=found.winnable, samples=found.samples))
    return [Advice(found.move, said)]


def _from_the_coach(game: AzulSolo, view: Any) -> list[Advice]:
    from tavolino.bots.azul_solo.coach import advice

    ways = []
    for one in advice(game, view, SEED, seconds=COACH_SECONDS)[:WAYS]:
        wins = tell("coach.wins", wins=f"{one.wins:.0%}", error=f"{2 * one.error:.0%}")
        points = tell("coach.points", human=round(one.human), automa=round(one.automa))
        ways.append(Advice(one.move, [wins, points, *one.reasons]))
    return ways
