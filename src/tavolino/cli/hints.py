"""What to play, and why, in words; from what the player sees, never from a hidden card."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from tavolino.cli.answers import warm_up
from tavolino.cli.programs import bots_of, prepare
from tavolino.cli.terminal import Terminal
from tavolino.game import AnyGame
from tavolino.games.azul_solo import AzulSolo
from tavolino.games.nove_colonne import NoveColonne
from tavolino.games.solitario40 import Solitario40

Label: TypeAlias = Callable[[Any], str]

SEED = b"tavolino: hints at the table"
"""The same for everybody, so that a hint asked twice is the same hint."""
SECONDS, COACH_SECONDS = 5.0, 2.0
ADVISER = "difficile"
"""The bot that is asked where there is nobody better."""


def hint_for(terminal: Terminal, game: AnyGame, view: Any, seat: int, label: Label) -> list[str]:
    """Sentences; ``label`` is how the player knows a move."""
    if isinstance(game, Solitario40 | NoveColonne):
        return _from_samples(terminal, game, view, label)
    prepare(terminal, game)
    if isinstance(game, AzulSolo):
        return _from_the_coach(terminal, game, view, label)
    with terminal.thinking():
        move = bots_of(terminal, game.name)[ADVISER].choose(game, view, seat, SEED)
    hint, who = terminal.say("table.hint", move=label(move)), terminal.say("hint.as", bot=ADVISER)
    return [f"{hint} {who}"]


def _from_samples(
    terminal: Terminal, game: Solitario40 | NoveColonne, view: Any, label: Label
) -> list[str]:
    # Here, because the solvers load the compiler.
    from tavolino.solvers import nove_colonne, s40_hint

    warm_up(terminal, game)  # or compiling would use up the seconds
    with terminal.thinking():
        if isinstance(game, NoveColonne):
            found: Any = nove_colonne.hint(game, view, SEED, seconds=SECONDS)
        else:
            found = s40_hint.hint(game, view, SEED, seconds=SECONDS)
    if found is None:
        return [terminal.say("table.hint_none")]
    words = [terminal.say("table.hint", move=label(found.move)), terminal.say(found.reason)]
    if found.winnable:
        n, of = found.winnable, found.samples
        words.append(terminal.say("hint.winnable", n=n, samples=of))
    return [" ".join(words)]


def _from_the_coach(terminal: Terminal, game: AzulSolo, view: Any, label: Label) -> list[str]:
    from tavolino.bots.az_coach import advice

    with terminal.thinking():
        best, *others = advice(game, view, SEED, seconds=COACH_SECONDS)
    share = terminal.say("coach.wins", wins=f"{best.wins:.0%}", error=f"{2 * best.error:.0%}")
    points = terminal.say("coach.points", human=f"{best.human:.0f}", automa=f"{best.automa:.0f}")
    why = [
        terminal.say(reason.key, **{k: f"{v:.3g}" for k, v in reason.values.items()})
        for reason in best.reasons
    ]
    said = [
        " ".join([terminal.say("table.hint", move=label(best.move)), share, points]),
        " ".join(why),
    ]
    if others:
        ways = " · ".join(f"{label(one.move)} ({one.wins:.0%})" for one in others[:2])
        said.append(terminal.say("coach.others", ways=ways))
    return said
