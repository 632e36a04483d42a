"""The command line."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from itertools import islice
from typing import Annotated

import typer
from typer.exceptions import TyperException
from typer.main import get_command

from tavolino.cli import backup, bot_match, deal, perft, play, replay, serve, solve, verify
from tavolino.cli.arguments import ArgumentError
from tavolino.cli.help_pages import translate_help, usage_error
from tavolino.cli.output.files import reason
from tavolino.cli.output.terminal import Terminal, make_streams_safe, printable
from tavolino.game import TavolinoError
from tavolino.record import VerifyError
from tavolino.translations import LANGUAGES, text

INTERRUPTED, BAD_INPUT, NOT_VERIFIED, BROKEN_PIPE = 130, 2, 1, 141

app = typer.Typer(add_completion=False, rich_markup_mode="rich")
for command in (play, serve, deal, solve, replay, verify, perft, bot_match, backup):
    app.add_typer(command.app)
COMMANDS = "play, serve, deal, solve, replay, verify, perft, bot-match, backup"


@app.callback(invoke_without_command=True, help="help.tavolino")
def start(
    context: typer.Context,
    lang: Annotated[str, typer.Option("--lang", metavar="it|en", help="help.lang")] = LANGUAGES[0],
    shows_version: Annotated[
        bool, typer.Option("--version", metavar="", help="help.version")
    ] = False,
) -> None:
    terminal = context.obj = context.obj or Terminal(lang)
    if lang not in LANGUAGES:
        raise ArgumentError(terminal.say("error.lang", wanted=", ".join(LANGUAGES), got=lang[:40]))
    if shows_version:
        from importlib.metadata import version  # slow, and rarely needed

        terminal.print_plain(f"tavolino {version('tavolino')}")
    elif context.invoked_subcommand is None:
        play.play_command(context)


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs a command, and turns every error into one sentence and an exit code."""
    make_streams_safe()
    lang, words = split_language(sys.argv[1:] if arguments is None else arguments)
    if sys.stdout is None:
        closed = text(lang, "error.stream", why=text(lang, "errno.closed"))
        sys.exit(print_error(lang, closed, BAD_INPUT))
    try:
        sys.exit(_run(words, lang))
    except BrokenPipeError:
        _discard_output()
        sys.exit(BROKEN_PIPE)
    except OSError as error:
        _discard_output()
        message = text(lang, "error.stream", why=reason(Terminal(lang), error))
        sys.exit(print_error(lang, message, BAD_INPUT))


def _discard_output() -> None:
    """Prevents Python from writing the buffered output again when it exits."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(words: list[str], lang: str) -> int:
    try:
        command = translate_help(get_command(app), lang, is_help="--help" in words)
        with command.make_context("tavolino", words, obj=Terminal(lang)) as context:
            command.invoke(context)
        sys.stdout.flush()
    except typer.Exit as error:
        sys.stdout.flush()
        return error.exit_code
    except VerifyError as error:
        return print_error(lang, str(error), NOT_VERIFIED)
    except TavolinoError as error:
        return print_error(lang, str(error), BAD_INPUT)
    except TyperException as error:
        return print_error(lang, usage_error(lang, error.format_message(), COMMANDS), BAD_INPUT)
    except KeyboardInterrupt:
        return INTERRUPTED
    except SystemExit as error:
        # Raised when the output of a help page is closed.
        if error.code == 1:
            return BROKEN_PIPE
        raise
    return 0


def print_error(lang: str, sentence: str, code: int) -> int:
    one_line = printable(" ".join(sentence.split()))
    if sys.stdout:
        sys.stdout.flush()
    with suppress(OSError):  # stderr is closed: the exit code must suffice
        sys.stderr.write(f"{text(lang, 'error.lead')}: {one_line}\n")
        sys.stderr.flush()
    return code


def split_language(words: Sequence[str]) -> tuple[str, list[str]]:
    """Moves ``--lang`` to the front: it may be anywhere, and the last one counts.

    >>> split_language(["play", "azul_solo", "--lang", "en"])
    ('en', ['--lang', 'en', 'play', 'azul_solo'])
    """
    rest: list[str] = []
    chosen: list[str] = []
    remaining = iter(words)
    for word in remaining:
        if word.startswith("--lang="):
            chosen = ["--lang", word.removeprefix("--lang=")]
        elif word == "--lang":
            chosen = ["--lang", *islice(remaining, 1)]
        else:
            rest.append(word)
    if len(chosen) == 1:
        return LANGUAGES[0], chosen  # the parser reports the missing value
    return (chosen[1] if chosen and chosen[1] in LANGUAGES else LANGUAGES[0]), [*chosen, *rest]
