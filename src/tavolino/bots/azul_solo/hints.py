"""Hints for Azul: the coach's three best moves with win rates and reasons."""

from __future__ import annotations

from tavolino.bots.advice import SEED, Advice
from tavolino.bots.azul_solo.coach import explain_moves
from tavolino.game import Seat
from tavolino.games.azul_solo import AzulSolo, State
from tavolino.narration import sentence

SECONDS = 1.5
"""For one hint."""
MOVES = 3
"""The most moves that a hint names."""


def hints(game: AzulSolo, view: State, seat: Seat) -> list[Advice]:
    """The best moves by the coach's playouts: reasons, win probability, expected points."""
    found = []
    for one in explain_moves(game, view, SEED, seconds=SECONDS)[:MOVES]:
        wins = sentence("coach.wins", wins=f"{one.wins:.0%}", error=f"{2 * one.error:.0%}")
        points = sentence("coach.points", human=round(one.human), automa=round(one.automa))
        found.append(Advice(one.move, [*one.reasons, wins, points]))
    return found
