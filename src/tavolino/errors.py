"""Errors that every part raises for bad input; ``tavolino.game`` exports them too."""

from __future__ import annotations


class TavolinoError(ValueError):
    """Bad input, described in one sentence. The command line and the server show it to the user."""


class NotationError(TavolinoError):
    """A text that cannot be parsed: what was expected, what was found, and where."""


class OptionError(TavolinoError):
    """An option that does not exist, or a value that it cannot have."""


class IllegalMoveError(TavolinoError):
    """A move that the rules forbid here. Nothing has changed (R-ALL-05)."""

    def __init__(self, message: str, clause: str | None = None) -> None:
        super().__init__(message)
        self.clause = clause
        """The clause of the rules that forbids it, such as ``R-S40-15`` (R-ALL-02)."""
