"""The errors of a client."""

from __future__ import annotations

from tavolino.game import TavolinoError
from tavolino.server import errors
from tavolino.server.errors import Refusal


class NoAnswer(TavolinoError):
    """The server did not answer in time; the command may or may not have been executed."""


class ServerLost(TavolinoError):
    """The connection is lost, and the client does not reconnect."""


REFUSALS: dict[str, type[Refusal]] = {
    kind.code: kind
    for kind in vars(errors).values()
    if isinstance(kind, type) and issubclass(kind, Refusal)
}


def refusal(code: str, text: str) -> Refusal:
    """
    >>> refusal("stale", "expected a command on position 3, got one on 2")
    Stale('expected a command on position 3, got one on 2')
    """
    return REFUSALS.get(code, Refusal)(text)
