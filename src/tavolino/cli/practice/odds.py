"""Can this still be won, and in how few moves could it be won? As sentences for the player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tavolino.catalogue import entry_of
from tavolino.cli.output.terminal import Terminal
from tavolino.cli.solve_jobs import warm_up
from tavolino.game import AnyGame, IllegalMoveError
from tavolino.record import Record

if TYPE_CHECKING:
    from tavolino.learning.deals.difficulty import DealClass

LEAST_SECONDS = 30.0
"""After which bounds are given instead of the fewest moves."""


def _check_solver(terminal: Terminal, game: AnyGame) -> None:
    if not entry_of(game.name).has_difficulty:
        raise IllegalMoveError(terminal.say("odds.none"))


def odds_for(terminal: Terminal, record: Record, with_truth: bool) -> list[str]:
    """From what the player has seen; the truth is a spoiler and comes when asked again."""
    # Imported here because it loads the compiler.
    from tavolino.learning.odds import odds

    game = record.match.game
    _check_solver(terminal, game)
    warm_up(terminal, game)
    with terminal.thinking():
        found = odds(record, with_truth)
    if with_truth or found.deals == 1:
        verdict = found.winnable if with_truth else bool(found.share)
        name = {True: "yes", False: "no", None: "unknown"}[verdict]
        lead = "known" if found.deals == 1 else "truth"
        return [terminal.say(f"odds.{lead}_{name}" if verdict is not None else "odds.unknown")]
    if found.share is None:
        return [terminal.say("odds.undecided"), terminal.say("odds.again")]
    share = f"{found.share:.0%}"
    return [terminal.say("odds.share", share=share), terminal.say("odds.again")]


def fewest_moves_for(terminal: Terminal, record: Record) -> list[str]:
    """The player's moves and the fewest that win, after a win."""
    from tavolino.learning.fewest_moves import fewest_moves

    game = record.match.game
    _check_solver(terminal, game)
    warm_up(terminal, game, asks_shortest=True)
    with terminal.thinking(terminal.say("odds.searching")):
        found = fewest_moves(record, 0, LEAST_SECONDS)
    if not found.is_proved:
        key = "odds.least_bounds"
    else:
        key = "odds.least_reached" if found.won_in == found.least else "odds.least"
    return [terminal.say(key, n=found.won_in, least=found.least, lower=found.lower)]


def class_sentence(terminal: Terminal, found: DealClass) -> str:
    """What kind of deal a number is."""
    if found.winnable is None:
        return terminal.say("odds.unknown")
    if not found.winnable:
        return terminal.say("odds.impossible")
    if found.difficulty is None:
        return terminal.say("odds.winnable")
    return terminal.say(f"odds.{found.difficulty}")
