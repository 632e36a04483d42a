"""What to play, and why, in words; from what the player sees, never from a hidden card."""

from __future__ import annotations

from typing import Any

from tavolino.cli.answers import warm_up
from tavolino.cli.terminal import Terminal
from tavolino.game import AnyGame, IllegalMoveError
from tavolino.games.nove_colonne import NoveColonne
from tavolino.games.solitario40 import Solitario40

SEED = b"tavolino: hints at the table"
"""The same for everybody, so that a hint asked twice is the same hint."""
SECONDS = 5.0


def hint_for(terminal: Terminal, game: AnyGame, view: Any) -> str:
    if not isinstance(game, Solitario40 | NoveColonne):
        raise IllegalMoveError(terminal.say("table.no_hint"))
    with terminal.thinking():
        # Here, because the solvers load the compiler.
        from tavolino.solvers import nove_colonne, s40_hint

        warm_up(terminal, game)  # or compiling would use up the seconds
        if isinstance(game, NoveColonne):
            found: Any = nove_colonne.hint(game, view, SEED, seconds=SECONDS)
        else:
            found = s40_hint.hint(game, view, SEED, seconds=SECONDS)
    if found is None:
        return terminal.say("table.hint_none")
    words = [terminal.say("table.hint", move=found.move), terminal.say(found.reason)]
    if found.winnable:
        n, of = found.winnable, found.samples
        words.append(terminal.say("hint.winnable", n=n, samples=of))
    return " ".join(words)
