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
from tavolino.cli.help_pages import translated, usage_error
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
        from importlib.metadata import version  # slow, and seldom asked

        terminal.print_plain(f"tavolino {version('tavolino')}")
    elif context.invoked_subcommand is None:
        play.play_command(context)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run, and turn every error into one sentence and an exit code."""
    make_streams_safe()
    words = list(sys.argv[1:] if arguments is None else arguments)
    lang, words = language_first(words)
    if sys.stdout is None:
        closed = text(lang, "error.stream", why=text(lang, "errno.closed"))
        sys.exit(complain(lang, closed, BAD_INPUT))
    try:
        sys.exit(_run(words, lang))
    except BrokenPipeError:
        # Whoever read us has left: nothing more to say.
        _forget_output()
        sys.exit(BROKEN_PIPE)
    except OSError as error:
        _forget_output()
        said = text(lang, "error.stream", why=reason(Terminal(lang), error))
        sys.exit(complain(lang, said, BAD_INPUT))


def _forget_output() -> None:
    """What could not be written is not tried again at the last flush."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(words: list[str], lang: str) -> int:
    try:
        command = translated(get_command(app), lang, is_help="--help" in words)
        with command.make_context("tavolino", words, obj=Terminal(lang)) as context:
            command.invoke(context)
        sys.stdout.flush()
    except typer.Exit as leaving:
        sys.stdout.flush()
        return leaving.exit_code
    except VerifyError as error:
        return complain(lang, str(error), NOT_VERIFIED)
    except TavolinoError as error:
        return complain(lang, str(error), BAD_INPUT)
    except TyperException as error:
        return complain(lang, usage_error(lang, error.format_message(), COMMANDS), BAD_INPUT)
    except KeyboardInterrupt:
        return INTERRUPTED
    except SystemExit as leaving:
        # Only the printer of the help pages leaves so: their reader is gone.
        if leaving.code == 1:
            return BROKEN_PIPE
        raise
    return 0


def complain(lang: str, sentence: str, code: int) -> int:
    one_line = printable(" ".join(sentence.split()))
    if sys.stdout:
        sys.stdout.flush()
    with suppress(OSError):  # nobody listens: the code has to do
        sys.stderr.write(f"{text(lang, 'error.lead')}: {one_line}\n")
        sys.stderr.flush()
    return code


def language_first(words: Sequence[str]) -> tuple[str, list[str]]:
    """``--lang`` may stand anywhere, the last one counts; the help is in its language too.

    >>> language_first(["play", "azul_solo", "--lang", "en"])
    ('en', ['--lang', 'en', 'play', 'azul_solo'])
    """
    rest: list[str] = []
    chosen: list[str] = []
    coming = iter(words)
    for word in coming:
        if word.startswith("--lang="):
            chosen = ["--lang", word.removeprefix("--lang=")]
        elif word == "--lang":
            chosen = ["--lang", *islice(coming, 1)]
        else:
            rest.append(word)
    if len(chosen) == 1:
        return LANGUAGES[0], chosen  # for the parser, which says what is missing
    return (chosen[1] if chosen and chosen[1] in LANGUAGES else LANGUAGES[0]), [*chosen, *rest]
