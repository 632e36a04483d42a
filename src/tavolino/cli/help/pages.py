"""Help pages and usage errors of the command line, translated."""

from __future__ import annotations

import re
from typing import Any

import typer

from tavolino.catalogue import BUILT_IN, entries, game_names
from tavolino.game import OptionSpec
from tavolino.translations import text

HELP = {"-h", "--help"}
SENTENCES = {
    r"No such command (?P<got>.+?)\.": "error.command",
    r"Got unexpected extra arguments?(?:\(s\))? \((?P<got>.*)\)": "error.extra",
    r"No such option: (?P<got>\S+)": "error.unknown_option",
    r"Option (?P<what>\S+) requires an argument": "error.no_value",
    r"Option (?P<what>\S+) does not take a value": "error.value_given",
    r"Missing command\.": "error.no_command",
    r"Missing (?:argument|option) (?P<what>.+?)\.": "error.missing",
    r"Invalid value for (?P<what>.+?): .*no name": "error.no_name",
}
"""Messages of the argument parser, and the keys of their translations."""


def usage_error(lang: str, message: str, commands: str) -> str:
    for pattern, key in SENTENCES.items():
        if match := re.match(pattern, message):
            parts = {name: _unquoted(part)[:60] for name, part in match.groupdict().items()}
            return text(lang, key, known=commands, **parts)
    return text(lang, "error.usage", why=message)


def _unquoted(names: str) -> str:
    """
    >>> _unquoted("'--depth' / '-d'")
    '--depth / -d'
    """
    return names.strip("'").replace("' / '", " / ")


def translate_help(command: Any, lang: str, is_help: bool) -> Any:
    """Replaces the help keys of a command and its subcommands with sentences."""
    if is_help:
        # Imported here because a command that runs does not need it, and starts faster.
        from typer import rich_utils

        rich_utils.DEFAULT_STRING = text(lang, "help.default")
        rich_utils.REQUIRED_LONG_STRING = text(lang, "help.required")
    command.help = text(lang, command.help)
    if is_help and any(parameter.help == "help.option" for parameter in command.params):
        command.help += f"\n\n{text(lang, 'help.game_options')}\n{game_options(lang)}"
    command.options_metavar = text(lang, "help.usage_options")
    help_option = command.get_help_option(typer.Context(command, help_option_names=sorted(HELP)))
    usage = command.get_usage
    command.get_usage = lambda context: text(lang, "help.usage") + usage(context)[len("Usage:") :]
    help_option.help, help_option.metavar = "help.help", ""
    games = ", ".join(game_names() if is_help else BUILT_IN)
    for parameter in (*command.params, help_option):
        parameter.help = text(lang, parameter.help, games=games)
        if parameter.metavar:
            parameter.metavar = _translated(lang, parameter.metavar)
        is_argument = parameter.param_type_name == "argument"
        parameter.rich_help_panel = text(lang, f"help.{'arguments' if is_argument else 'options'}")
        if is_argument:
            _name_argument(parameter)
    for sub in getattr(command, "commands", {}).values():
        command.subcommand_metavar = text(lang, "help.usage_commands")
        sub.rich_help_panel = text(lang, "help.commands")
        translate_help(sub, lang, is_help)
    return command


def _name_argument(argument: Any) -> None:
    """By its name alone: without the type in Python, and in brackets only if it is optional."""
    name = argument.metavar if argument.required else f"[{argument.metavar}]"
    argument.get_usage_pieces = lambda context: [name]
    argument.display_type_rich = lambda ctx: None


def _translated(lang: str, metavar: str) -> str:
    """
    >>> _translated("it", "NAME=VALUE"), _translated("it", "it|en")
    ('NOME=VALORE', 'it|en')
    """
    return re.sub("[A-Z]{2,}", lambda word: text(lang, f"metavar.{word[0]}"), metavar)


def game_options(lang: str) -> str:
    """A line for each game with options, listing their values, the default first."""
    lines = []
    for entry in entries():
        options = [
            f"{option.name}={'|'.join(option.choices or _seconds(lang, option))}"
            for option in entry.options
        ]
        if options:
            lines.append(f"  {entry.name}: {', '.join(options)}")
    return "\n".join(lines)


def _seconds(lang: str, option: OptionSpec) -> tuple[str, str]:
    return option.default, text(lang, "help.seconds_or_none")
