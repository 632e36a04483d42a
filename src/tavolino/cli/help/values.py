"""The values that a shell completes: games, options, bots, studies.

The shell keeps those that begin with what was typed. ``ctx`` holds what stands on the line so far.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress

import typer

from tavolino.cards import FACES
from tavolino.catalogue import entries
from tavolino.catalogue.entry import GameEntry
from tavolino.catalogue.own_bots import installed_bots
from tavolino.extras import MissingExtraError
from tavolino.game import OptionSpec, option_specs
from tavolino.learning.deals.kinds import DEAL_KINDS
from tavolino.translations import LANGUAGES


def one_of(*values: str) -> Callable[[], tuple[str, ...]]:
    """Always the same values."""
    return lambda: values


faces = one_of(*FACES)
languages = one_of(*LANGUAGES)
difficulties = one_of(*DEAL_KINDS)


def solved_games() -> list[str]:
    return [entry.name for entry in entries() if entry.has_solver]


def puzzle_games() -> list[str]:
    from tavolino.learning.puzzles.puzzle import THEMES

    return list(THEMES)


def game_options(ctx: typer.Context) -> list[str]:
    """``NAME=VALUE`` for the options of the game on the line, or of all games."""
    return _pairs(option for entry in _named(ctx) for option in entry.options)


def bots(ctx: typer.Context) -> list[str]:
    """The bots of the game on the line, or of all games, and installed ones."""
    return _unique([*_bots(_named(ctx)), *installed_bots()])


def bots_in_seats(ctx: typer.Context) -> list[str]:
    """``SEAT=BOT`` for every seat there can be."""
    found = _named(ctx)
    seats = max(max(entry.seat_counts) for entry in found)
    names = _unique([*_bots(found), *installed_bots()])
    return [f"{seat}={name}" for seat in range(1, seats + 1) for name in names]


def studies() -> list[str]:
    with suppress(MissingExtraError):
        from tavolino.lab.studies import STUDIES

        return list(STUDIES)
    return []


def study_options(ctx: typer.Context) -> list[str]:
    with suppress(MissingExtraError):
        from tavolino.lab.studies import STUDIES

        named = STUDIES.get(_first_argument(ctx))
        chosen = [named] if named else STUDIES.values()
        return _pairs(option for study in chosen for option in option_specs(study))
    return []


def themes(ctx: typer.Context) -> list[str]:
    """The themes of the puzzles of the game on the line, or of all games."""
    from tavolino.learning.puzzles.puzzle import THEMES

    return _unique(theme for entry in _named(ctx) for theme in THEMES.get(entry.name, ()))


def _named(ctx: typer.Context) -> list[GameEntry]:
    """The games whose name begins with the one on the line; all if there is none."""
    typed = _first_argument(ctx)
    return [entry for entry in entries() if entry.name.startswith(typed)] or list(entries())


def _first_argument(ctx: typer.Context) -> str:
    """The game, the puzzle or the study on the line; "" if there is none yet."""
    first = next(one.name for one in ctx.command.params if one.param_type_name == "argument")
    # The parser gives up at an option without its value and leaves the words before it.
    words = [str(ctx.params.get(first) or ""), *ctx.args]
    return next(filter(None, words), "")


def _bots(found: Iterable[GameEntry]) -> Iterator[str]:
    return (name for entry in found for name in entry.bot_names)


def _pairs(options: Iterable[OptionSpec]) -> list[str]:
    values = (
        f"{option.name}={value}"
        for option in options
        for value in option.choices or (option.default,)
    )
    return _unique(values)


def _unique(names: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(names))
