"""The errors of a client."""

from __future__ import annotations

from tavolino.game import TavolinoError
from tavolino.server import errors
from tavolino.server.errors import Refusal


class NoAnswer(TavolinoError):
    """The server did not answer in time; the command may or may not have been executed."""


class ServerLost(TavolinoError):
    """The connection is lost, and the client does not reconnect."""


class UnfairTable(TavolinoError):
    """The seed of a table is not the one that this client has contributed to."""


REFUSALS: dict[str, type[Refusal]] = {
    kind.code: kind
    for kind in vars(errors).values()
    if isinstance(kind, type) and issubclass(kind, Refusal)
}
"""Exceptions by the code in the server's messages."""


def refusal(code: str, text: str) -> Refusal:
    """The exception for an error code of the server; a ``Refusal`` for a code that is not known.

    >>> refusal("stale", "expected a command on position 3, got one on 2")
    Stale('expected a command on position 3, got one on 2')
    """
    return REFUSALS.get(code, Refusal)(text)
