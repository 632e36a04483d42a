"""Why a move or a command is refused, in the user's words."""

from __future__ import annotations

from tavolino.cli.output.extras import describe_missing
from tavolino.cli.output.terminal import Terminal
from tavolino.extras import MissingExtraError
from tavolino.game import IllegalMoveError, TavolinoError
from tavolino.translations import find_text


def refusal_text(terminal: Terminal, error: TavolinoError) -> str:
    if isinstance(error, MissingExtraError):
        return describe_missing(terminal.lang, error)
    if not isinstance(error, IllegalMoveError) or not error.clause:
        return str(error)
    why = find_text(terminal.lang, f"refusal.{error.clause}") or error
    return terminal.say("s40.refused", motivo=f"{why} ({error.clause})")
