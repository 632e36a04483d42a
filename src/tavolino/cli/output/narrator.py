"""Narration as sentences: with the players' names and the chosen card faces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from tavolino.cards import FRANCESI
from tavolino.cli.drawings.faces import Faces
from tavolino.cli.output.terminal import Terminal
from tavolino.match import Entry, Match
from tavolino.narration import Sentence, Value, describe_entry, describe_outcome, describe_standings

ARTICLED = {"luogo", "chi"}
"""Placeholders whose values begin with an article."""


class Narrator:
    def __init__(self, terminal: Terminal, names: Sequence[str], faces: str = FRANCESI) -> None:
        self.terminal, self.names, self.faces = terminal, names, Faces(terminal, faces)

    def describe_entry(
        self, entry: Entry[Any], before: Match[Any, Any], after: Match[Any, Any]
    ) -> Iterator[str]:
        """What a log entry did."""
        return self._sentences(describe_entry(entry, before, after))

    def describe_outcome(self, match: Match[Any, Any], board: int = 0) -> Iterator[str]:
        """How the game on a board ended; nothing if it is not over."""
        return self._sentences(describe_outcome(match, board))

    def describe_standings(self, match: Match[Any, Any]) -> Iterator[str]:
        return self._sentences(describe_standings(match))

    def _sentences(self, sentences: Iterable[Sentence]) -> Iterator[str]:
        return map(self.sentence, sentences)

    def sentence(self, event: Sentence) -> str:
        values = {name: self._format(name, value) for name, value in event.values.items()}
        sentence = self.terminal.say(event.key, **values)
        return contracted(sentence) if ARTICLED & values.keys() else sentence

    def _format(self, name: str, value: Value) -> str | int:
        if isinstance(value, tuple):
            return ", ".join(str(self._format(name, one)) for one in value)
        if isinstance(value, Sentence):
            return self.sentence(value)
        if name == "giocatore":
            return self.names[int(value)]
        if isinstance(value, float):
            return _rounded(value).replace(".", self.terminal.say("told.decimal"))
        if name == "bot":
            return self.terminal.level_of(str(value))
        return self.faces.name(str(value)) if name == "card" else value


def _rounded(number: float) -> str:
    """
    >>> _rounded(5 / 6), _rounded(2.0)
    ('0.8', '2')
    """
    return f"{number:.1f}".removesuffix(".0")


def contracted(sentence: str) -> str:
    """Contracts Italian prepositions with articles.

    >>> contracted("Passa da il centro a l'Automa.")
    "Passa dal centro all'Automa."
    """
    return sentence.replace(" da il ", " dal ").replace(" a l'", " all'")
