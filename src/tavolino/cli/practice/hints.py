"""A hint in words; ``bots.advice`` decides what it says."""

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


def hint_for(words: Narrator, game: AnyGame, view: Any, seat: int, label: Label) -> list[str]:
    """Sentences; ``label`` is how the player knows a move."""
    # Here, because it loads the compiler.
    from tavolino.bots.advice import advise

    terminal = words.terminal
    # Or compiling would use up the seconds.
    if entry_of(game.name).has_solver:
        warm_up(terminal, game)
    else:
        prepare(terminal, game)
    with terminal.thinking():
        ways = advise(game, view, seat)
    if not ways:
        return [terminal.say("table.hint_none")]
    best, *others = ways
    hint = terminal.say("table.hint", move=label(best.move))
    said = [" ".join([hint, *map(words.sentence, best.told)])]
    return said + [terminal.say("coach.others", ways=_listed(others, label))] * bool(others)


def _listed(others: Sequence[Advice], label: Label) -> str:
    return " · ".join(f"{label(one.move)}{_share(one)}" for one in others)


def _share(one: Advice) -> str:
    """How often the move wins, where the adviser counts that."""
    wins = one.told[0].values.get("wins") if one.told else None
    return f" ({wins})" if wins else ""
