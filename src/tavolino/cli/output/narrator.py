"""Narration as sentences: with the players' names and the chosen card faces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from tavolino.cli.drawings.faces import FRANCESI, Faces
from tavolino.cli.output.terminal import Terminal
from tavolino.match import Entry, Match
from tavolino.narration import Told, Value, outcome, ranking, told

ARTICLED = {"luogo", "chi"}
"""Placeholders whose values begin with an article."""


class Narrator:
    def __init__(self, terminal: Terminal, names: Sequence[str], faces: str = FRANCESI) -> None:
        self.terminal, self.names, self.faces = terminal, names, Faces(terminal, faces)

    def told(
        self, entry: Entry[Any], before: Match[Any, Any], after: Match[Any, Any]
    ) -> Iterator[str]:
        """What a log entry did."""
        return self._sentences(told(entry, before, after))

    def outcome(self, match: Match[Any, Any], board: int = 0) -> Iterator[str]:
        """How the game on a board ended; nothing if it is not over."""
        return self._sentences(outcome(match, board))

    def ranking(self, match: Match[Any, Any]) -> Iterator[str]:
        return self._sentences(ranking(match))

    def _sentences(self, events: Iterable[Told]) -> Iterator[str]:
        return map(self.sentence, events)

    def sentence(self, event: Told) -> str:
        values = {name: self._format(name, value) for name, value in event.values.items()}
        sentence = self.terminal.say(event.key, **values)
        return contracted(sentence) if ARTICLED & values.keys() else sentence

    def _format(self, name: str, value: Value) -> str | int:
        if isinstance(value, tuple):
            return ", ".join(str(self._format(name, one)) for one in value)
        if isinstance(value, Told):
            return self.sentence(value)
        if name == "giocatore":
            return self.names[int(value)]
        if isinstance(value, float):
            return _rounded(value).replace(".", self.terminal.say("told.decimal"))
        return self.faces.name(str(value)) if name == "card" else value


def _rounded(number: float) -> str:
    """
    >>> _rounded(5 / 6), _rounded(2.0)
    ('0.8', '2')
    """
    return f"{number:.1f}".removesuffix(".0")


def contracted(sentence: str) -> str:
    """Contracts Italian prepositions with articles.

    >>> contracted("Passa da il centro a l'AI.")
    "Passa dal centro all'AI."
    """
    return sentence.replace(" da il ", " dal ").replace(" a l'", " all'")
