"""The command line."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from itertools import islice
from typing import Annotated, Any

import typer
from typer._completion_classes import completion_init
from typer.exceptions import TyperException
from typer.main import get_command

from tavolino import __version__
from tavolino.cli import deal, perft, play, solve
from tavolino.cli.arguments import ArgumentError, terminal_of
from tavolino.cli.experiments import bot_match, lab
from tavolino.cli.help import completion, lesson, rules, values
from tavolino.cli.help.pages import HELP, translate_help, usage_error
from tavolino.cli.output.extras import describe_missing
from tavolino.cli.output.files import reason
from tavolino.cli.output.terminal import Terminal, make_streams_safe, printable
from tavolino.cli.practice import puzzles
from tavolino.cli.records import analyse, replay, verify
from tavolino.cli.server import backup, restore, serve
from tavolino.extras import MissingExtraError
from tavolino.game import TavolinoError
from tavolino.record import HiddenSeedError, VerifyError
from tavolino.translations import LANGUAGES, VARIABLE, language_of, text
from tavolino.translations.errors import translate_error

COMPLETE = "_TAVOLINO_COMPLETE"
"""Set by the completion scripts of the shells."""
INTERRUPTED, BAD_INPUT, NOT_VERIFIED, UNKNOWN, BROKEN_PIPE = 130, 2, 1, 3, 141

app = typer.Typer(add_completion=False, rich_markup_mode="rich")
for command in (
    play,
    rules,
    lesson,
    serve,
    deal,
    solve,
    replay,
    analyse,
    puzzles,
    verify,
    perft,
    bot_match,
    lab,
    backup,
    restore,
    completion,
):
    app.add_typer(command.app)
COMMANDS = (
    "play, rules, lesson, serve, deal, solve, replay, analyse, puzzles, verify, perft, "
    "bot-match, lab, backup, restore, completion"
)


@app.callback(invoke_without_command=True, help="help.tavolino")
def start(
    context: typer.Context,
    lang: Annotated[
        str,
        typer.Option("--lang", metavar="it|en", help="help.lang", autocompletion=values.languages),
    ] = "",
    shows_version: Annotated[
        bool, typer.Option("--version", metavar="", help="help.version")
    ] = False,
) -> None:
    terminal = terminal_of(context)
    _check_language(terminal, "--lang", lang)
    _check_language(terminal, VARIABLE, os.environ.get(VARIABLE, ""))
    if shows_version:
        terminal.print_plain(f"tavolino {__version__}")
    elif context.invoked_subcommand is None:
        play.play_command(context)


def _check_language(terminal: Terminal, what: str, got: str) -> None:
    if got and got not in LANGUAGES:
        wanted = ", ".join(LANGUAGES)
        raise ArgumentError(terminal.say("error.lang", what=what, wanted=wanted, got=got[:40]))


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs a command, and turns every error into one sentence and an exit code."""
    make_streams_safe()
    lang, words = split_language(sys.argv[1:] if arguments is None else arguments)
    if COMPLETE in os.environ:  # the shell asks how a line could go on
        completion_init()
        _with_help(lang).main(words, prog_name="tavolino")
    words = _with_number(lang, words)
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


@cache
def _command(lang: str) -> Any:
    """Made once for all commands of a program: most take less time than this."""
    return translate_help(get_command(app), lang, is_help=False)


def _with_help(lang: str) -> Any:
    """With the games and options of other packages, as they are now."""
    return translate_help(get_command(app), lang, is_help=True)


def _run(words: list[str], lang: str) -> int:
    try:
        command = _command(lang) if HELP.isdisjoint(words) else _with_help(lang)
        settings: dict[str, Any] = {"obj": Terminal(lang), "help_option_names": sorted(HELP)}
        with command.make_context("tavolino", words, **settings) as context:
            command.invoke(context)
        sys.stdout.flush()
    except typer.Exit as error:
        sys.stdout.flush()
        return error.exit_code
    except VerifyError as error:
        return print_error(lang, str(error), NOT_VERIFIED)
    except HiddenSeedError as error:
        return print_error(lang, str(error), UNKNOWN)
    except MissingExtraError as error:
        return print_error(lang, describe_missing(lang, error), BAD_INPUT)
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
    one_line = printable(translate_error(lang, " ".join(sentence.split())))
    if sys.stdout:
        sys.stdout.flush()
    with suppress(OSError):  # stderr is closed: the exit code must suffice
        sys.stderr.write(f"{text(lang, 'error.lead')}: {one_line}\n")
        sys.stderr.flush()
    return code


def _with_number(lang: str, words: list[str]) -> list[str]:
    """The number of a deal was called --seed, which now is only the seed of a series of games."""
    if "bot-match" in words or not any(re.fullmatch("--seed(=.*)?", word) for word in words):
        return words
    with suppress(OSError):
        sys.stderr.write(f"{text(lang, 'error.seed_hint')}\n")
    return [re.sub("^--seed(?==|$)", "--number", word) for word in words]


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
        return language_of(os.environ), chosen  # the parser reports the missing value
    lang = chosen[1] if chosen and chosen[1] in LANGUAGES else language_of(os.environ)
    return lang, [*chosen, *rest]
