"""Hints as sentences; ``bots.advice`` finds them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from tavolino.catalogue import entry_of
from tavolino.cli.output.narrator import Narrator
from tavolino.cli.practice.bots import prepare
from tavolino.cli.solve_jobs import warm_up
from tavolino.game import AnyGame

if TYPE_CHECKING:
    from tavolino.bots.advice import Advice

Label: TypeAlias = Callable[[Any], str]


def hint_for(narrator: Narrator, game: AnyGame, view: Any, seat: int, label: Label) -> list[str]:
    """Sentences; ``label`` formats a move for the player."""
    # Imported here because it loads the compiler.
    from tavolino.bots.advice import advise

    terminal = narrator.terminal
    # Compile first: it would use up the time for the search.
    if entry_of(game.name).has_solver:
        warm_up(terminal, game)
    else:
        prepare(terminal, game)
    with terminal.thinking():
        advice = advise(game, view, seat)
    if not advice:
        return [terminal.say("table.hint_none")]
    best, *others = advice
    hint = terminal.say("table.hint", move=label(best.move))
    sentences = [" ".join([hint, *map(narrator.sentence, best.reasons)])]
    if others:
        sentences.append(terminal.say("coach.others", ways=_listed(others, label)))
    return sentences


def _listed(others: Sequence[Advice], label: Label) -> str:
    return " · ".join(f"{label(one.move)}{_share(one)}" for one in others)


def _share(one: Advice) -> str:
    """The share of wins, if the adviser counts them."""
    wins = one.reasons[0].values.get("wins") if one.reasons else None
    return f" ({wins})" if wins else ""
