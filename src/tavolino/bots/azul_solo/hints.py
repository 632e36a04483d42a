"""Hints for Azul: the three best moves of the coach, how often they win, and why."""

from __future__ import annotations

from tavolino.bots.advice import SEED, Advice
from tavolino.bots.azul_solo.coach import advice
from tavolino.game import Seat
from tavolino.games.azul_solo import AzulSolo, State
from tavolino.narration import sentence

SECONDS = 1.5
WAYS = 3


def hints(game: AzulSolo, view: State, seat: Seat) -> list[Advice]:
    ways = []
    for one in advice(game, view, SEED, seconds=SECONDS)[:WAYS]:
        wins = sentence("coach.wins", wins=f"{one.wins:.0%}", error=f"{2 * one.error:.0%}")
        points = sentence("coach.points", human=round(one.human), automa=round(one.automa))
        ways.append(Advice(one.move, [wins, points, *one.reasons]))
    return ways
