"""Arguments and options shared by several commands, and their parsers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, TypeAlias

import typer

from tavolino.cards import FACES
from tavolino.catalogue import BUILT_IN, entry_of, game_names, make_game
from tavolino.chance import MAX_DEAL_NUMBER, deal_seed, new_deal_number
from tavolino.cli.help import values
from tavolino.cli.output.terminal import Terminal
from tavolino.game import AnyGame, OptionError, TavolinoError
from tavolino.learning.deals.kinds import DEAL_KINDS
from tavolino.match import Match, Referee, new_match, settle

# Help texts are translation keys; ``help.pages.translate_help`` replaces them by sentences.
GameName: TypeAlias = Annotated[
    str, typer.Argument(metavar="GAME", help="help.game", autocompletion=game_names)
]
AnyGameName: TypeAlias = Annotated[
    str | None, typer.Argument(metavar="GAME", help="help.game", autocompletion=game_names)
]
"""One may be given."""


def file_path(text: str) -> Path:
    if not text:
        raise ValueError("no name")  # translated by ``help.pages.usage_error``
    return Path(text)


RecordFile: TypeAlias = Annotated[
    Path, typer.Argument(metavar="FILE", help="help.file", parser=file_path)
]
Number: TypeAlias = Annotated[
    str | None, typer.Option("--number", "-n", metavar="N", help="help.number")
]
DifficultyOption: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--difficulty",
        metavar="|".join(DEAL_KINDS),
        help="help.difficulty",
        autocompletion=values.difficulties,
    ),
]
Options: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        "-o",
        metavar="NAME=VALUE",
        help="help.option",
        autocompletion=values.game_options,
    ),
]
Json: TypeAlias = Annotated[bool, typer.Option("--json", metavar="", help="help.json")]
Open: TypeAlias = Annotated[bool, typer.Option("--open", metavar="", help="help.open")]
Faces: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--faces", metavar="|".join(FACES), help="help.faces", autocompletion=values.faces
    ),
]


class ArgumentError(TavolinoError):
    """An invalid argument or option."""


def terminal_of(context: typer.Context) -> Terminal:
    assert isinstance(context.obj, Terminal)
    return context.obj


def game_named(name: str) -> str | None:
    """A game by its name or by a unique prefix of it."""
    if name in BUILT_IN:
        return name  # without loading plug-ins, which takes a moment
    matching = [game for game in game_names() if game.startswith(name)] if name else []
    return name if name in matching else matching[0] if len(matching) == 1 else None


def parse_game(terminal: Terminal, name: str, options: Sequence[str] | None = None) -> AnyGame:
    """A game by its name or by a unique prefix; options as ``name=value``."""
    game = game_named(name)
    if game is None:
        known = ", ".join(game_names())
        raise ArgumentError(terminal.say("error.game", games=known, got=name[:40]))
    texts: dict[str, str] = {}
    for option in options or ():
        key, equals, value = option.partition("=")
        if not equals or not key:
            raise ArgumentError(terminal.say("error.option_form", got=option[:60]))
        if key.strip() in texts:
            raise ArgumentError(terminal.say("error.option_twice", name=key.strip()[:40]))
        texts[key.strip()] = value.strip()
    try:
        return make_game(game, texts)
    except OptionError:
        raise _option_error(terminal, game, texts) from None


def _option_error(terminal: Terminal, game: str, texts: dict[str, str]) -> ArgumentError:
    """The error of ``make_game`` in the player's language."""
    choices = {option.name: option.choices for option in entry_of(game).options}
    for name, value in texts.items():
        if name not in choices:
            known = ", ".join(choices) or terminal.say("error.no_options")
            got = name[:40]
            return ArgumentError(terminal.say("error.option_name", game=game, known=known, got=got))
        known_values = choices[name]
        if known_values is not None and value not in known_values:
            wanted = ", ".join(known_values)
            message = terminal.say("error.option_value", name=name, wanted=wanted, got=value[:40])
            return ArgumentError(message)
    limits = [(name, value) for name, value in texts.items() if choices[name] is None]
    name, value = limits[-1]
    return ArgumentError(terminal.say("error.option_seconds", name=name, got=value[:40]))


def faces_or_default(terminal: Terminal, faces: str | None, game: str) -> str:
    """The chosen card faces, or those of the game."""
    return faces or entry_of(game).default_faces(terminal.lang)


def check_faces(terminal: Terminal, faces: str | None) -> None:
    if faces is not None and faces not in FACES:
        message = terminal.say("error.faces", wanted=", ".join(FACES), got=faces[:40])
        raise ArgumentError(message)


def parse_number(terminal: Terminal, text: str | None, what: str = "--number") -> int:
    """A deal number; a random one if none is given."""
    if text is None:
        return new_deal_number()
    if re.fullmatch("[0-9]{1,12}", text, re.ASCII) and 1 <= int(text) <= MAX_DEAL_NUMBER:
        return int(text)
    message = terminal.say("error.number", what=what, most=MAX_DEAL_NUMBER, got=text[:40])
    raise ArgumentError(message)


def parse_count(terminal: Terminal, what: str, text: str, least: int, most: int) -> int:
    if re.fullmatch("[0-9]{1,9}", text, re.ASCII) and least <= int(text) <= most:
        return int(text)
    message = terminal.say("error.count", what=what, least=least, most=most, got=text[:40])
    raise ArgumentError(message)


def parse_seconds(terminal: Terminal, what: str, text: str) -> float:
    if re.fullmatch(r"[0-9]{0,9}\.?[0-9]{1,9}", text, re.ASCII) and float(text) > 0:
        return float(text)
    raise ArgumentError(terminal.say("error.seconds", what=what, got=text[:40]))


def practice_match(game: AnyGame, number: int, referee: Referee) -> Match[Any, Any]:
    """A practice match after the deal."""
    return settle(new_match(game, deal_seed(number), is_practice=True), referee)
