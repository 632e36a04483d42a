"""Which deal to play: a number, or a random one of the kind that the player asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tavolino.catalogue import entries, entry_of
from tavolino.cli.arguments import ArgumentError, parse_number
from tavolino.cli.output.terminal import Terminal
from tavolino.cli.solve_jobs import warm_up
from tavolino.game import AnyGame
from tavolino.learning.deals.finder import check_deal_kind, find_deal
from tavolino.learning.deals.kinds import ANY, DEAL_KINDS

if TYPE_CHECKING:
    from tavolino.learning.deals.difficulty import DealClass


def choose_deal(
    terminal: Terminal, game: AnyGame, number: str | None, difficulty: str | None
) -> int:
    kind = next((one for one in DEAL_KINDS if one == (difficulty or ANY)), None)
    if kind is None:
        wanted, got = ", ".join(DEAL_KINDS), (difficulty or "")[:40]
        raise ArgumentError(terminal.say("error.difficulty", wanted=wanted, got=got))
    if difficulty and number:
        raise ArgumentError(terminal.say("error.difficulty_alone"))
    if kind == ANY:
        return parse_number(terminal, number)
    _check_difficulty(terminal, game)
    check_deal_kind(game, kind)
    warm_up(terminal, game)
    with terminal.thinking():
        return find_deal(game, kind)


def class_of(terminal: Terminal, game: AnyGame, number: int) -> DealClass:
    # Imported here because it loads the compiler.
    from tavolino.learning.deals.difficulty import classify

    _check_difficulty(terminal, game)
    warm_up(terminal, game)
    with terminal.thinking():
        return classify(game, number)


def _check_difficulty(terminal: Terminal, game: AnyGame) -> None:
    if not entry_of(game.name).has_difficulty:
        games = ", ".join(entry.name for entry in entries() if entry.has_difficulty)
        raise ArgumentError(terminal.say("error.no_difficulty", games=games, game=game.name))
