"""The command line."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Annotated, Any

import typer
from typer.exceptions import TyperException
from typer.main import get_command

from tavolino.cli import bot_match, deal, perft, play, replay, verify
from tavolino.cli.arguments import ArgumentError
from tavolino.cli.terminal import Terminal, make_streams_safe, printable
from tavolino.game import TavolinoError
from tavolino.record import VerifyError
from tavolino.texts import LANGUAGES, text

INTERRUPTED, BAD_INPUT, NOT_VERIFIED, BROKEN_PIPE = 130, 2, 1, 141

app = typer.Typer(add_completion=False, rich_markup_mode="rich")
for command in (play, deal, replay, verify, perft, bot_match):
    app.add_typer(command.app)


@app.callback(invoke_without_command=True, help="help.tavolino")
def start(
    context: typer.Context,
    lang: Annotated[str, typer.Option("--lang", metavar="it|en", help="help.lang")] = LANGUAGES[0],
    shows_version: Annotated[bool, typer.Option("--version", help="help.version")] = False,
) -> None:
    terminal = context.obj = context.obj or Terminal(lang)
    if lang not in LANGUAGES:
        raise ArgumentError(terminal.say("error.lang", wanted=", ".join(LANGUAGES), got=lang[:40]))
    if shows_version:
        from importlib.metadata import version  # slow, and seldom asked

        terminal.print_plain(f"tavolino {version('tavolino')}")
    elif context.invoked_subcommand is None:
        play.play_command(context)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run, and turn every error into one sentence and an exit code."""
    make_streams_safe()
    words = list(sys.argv[1:] if arguments is None else arguments)
    lang, words = language_first(words)
    try:
        sys.exit(_run(words, lang))
    except BrokenPipeError:
        # Whoever read us has left: nothing more to say, not even at the last flush.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(BROKEN_PIPE)


def _run(words: list[str], lang: str) -> int:
    try:
        command = translated(get_command(app), lang)
        with command.make_context("tavolino", words, obj=Terminal(lang)) as context:
            command.invoke(context)
        sys.stdout.flush()
    except typer.Exit as leaving:
        sys.stdout.flush()
        return leaving.exit_code
    except VerifyError as error:
        return _complain(lang, str(error), NOT_VERIFIED)
    except TavolinoError as error:
        return _complain(lang, str(error), BAD_INPUT)
    except TyperException as error:
        return _complain(lang, error.format_message(), BAD_INPUT)
    except KeyboardInterrupt:
        return INTERRUPTED
    return 0


def _complain(lang: str, sentence: str, code: int) -> int:
    one_line = printable(" ".join(sentence.split()))
    sys.stdout.flush()
    sys.stderr.write(f"{text(lang, 'error.lead')}: {one_line}\n")
    return code


def language_first(words: Sequence[str]) -> tuple[str, list[str]]:
    """``--lang`` may stand anywhere; it also says in which language the help is.

    >>> language_first(["play", "azul_solo", "--lang", "en"])
    ('en', ['--lang', 'en', 'play', 'azul_solo'])
    """
    rest, lang = list(words), LANGUAGES[0]
    for at, word in enumerate(words):
        if word.startswith("--lang=") or (word == "--lang" and at + 1 < len(words)):
            value = word.removeprefix("--lang=") if "=" in word else words[at + 1]
            del rest[at : at + (1 if "=" in word else 2)]
            return value if value in LANGUAGES else lang, ["--lang", value, *rest]
    return lang, rest


def translated(command: Any, lang: str) -> Any:
    """The commands with sentences in the place of their help keys."""
    command.help = text(lang, command.help)
    help_option = command.get_help_option(typer.Context(command))
    help_option.help = "help.help"
    for parameter in (*command.params, help_option):
        parameter.help = text(lang, parameter.help)
        kind = "arguments" if parameter.param_type_name == "argument" else "options"
        parameter.rich_help_panel = text(lang, f"help.{kind}")
    for sub in getattr(command, "commands", {}).values():
        sub.rich_help_panel = text(lang, "help.commands")
        translated(sub, lang)
    return command
