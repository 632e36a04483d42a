"""A lesson as a value: read from its file, and checked by the rules."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from tavolino.catalogue import make_game
from tavolino.game import AnyGame, IllegalMoveError, NotationError
from tavolino.match import Entry, Match, match_at
from tavolino.narration import Sentence, describe_entry, describe_outcome, sentence
from tavolino.narration.sentence import Value

PLAYER = 0
"""The one who is taught has the first seat."""
ANY = "any"
"""As the move of a step: whatever is legal."""


class LessonError(ValueError):
    """A lesson that does not hold: the file, the step, and what is wrong."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a move in a step leads to."""

    is_right: bool
    """Is it one of the moves that the step asks for?"""
    after: Match[Any, Any]
    """With what follows; the position of the step itself if the move is not the right one."""
    sentence: Sentence
    """What the teacher says."""


@dataclass(frozen=True, slots=True)
class Step:
    """Something to see, or a move to make and then to see what happens."""

    game: str
    name: str
    start: Match[Any, Any]
    """A match with one board, before the move."""
    moves: tuple[str, ...] = ()
    """The moves to make, any of them; empty if there is only something to see."""
    follows: tuple[str, ...] = ()
    """Entries after the move: the other player's, and what chance enters."""
    effects: tuple[str, ...] = ()
    """Keys of the narration: all of this must happen."""
    cards: Mapping[str, str] = field(default_factory=dict)
    """Cards that the sentences name."""

    @property
    def say(self) -> Sentence:
        """What is to be seen or done."""
        return self._sentence("say")

    def play(self, move: str) -> Answer:
        """Judge a move; raises ``IllegalMoveError`` or ``NotationError`` if the rules refuse it."""
        parsed = self.start.game.parse_move(move)
        after = self.start.play(Entry(PLAYER, 0, parsed))
        if str(parsed) not in self.moves:
            return Answer(False, self.start, self._sentence("nudge"))
        for line in self.follows:
            after = after.play(after.parse_entry(line))
        return Answer(True, after, self._sentence("done"))

    def sentences(self) -> Iterator[Sentence]:
        """Everything the teacher may say here."""
        yield self.say
        if self.moves:
            yield self._sentence("done")
        if 0 < len(self.moves) < len(self.start.legal_moves(0)):
            yield self._sentence("nudge")

    def _sentence(self, part: str) -> Sentence:
        """A card besides the first is a sentence of its own: only ``card`` has a card's name."""
        cards: dict[str, Value] = {
            name: card if name == "card" else sentence("lesson.card", card=card)
            for name, card in self.cards.items()
        }
        return sentence(f"lesson.{self.game}.{self.name}.{part}", **cards)


@dataclass(frozen=True, slots=True)
class Lesson:
    """The steps that teach a game."""

    game: str
    steps: tuple[Step, ...]


def lesson_games() -> tuple[str, ...]:
    """The games that have a lesson."""
    names = (file.name for file in files(__package__).iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))


@cache
def lesson_of(game: str) -> Lesson:
    """The lesson of a game, which is one of ``lesson_games``."""
    return parse_lesson(game, files(__package__).joinpath(f"{game}.toml").read_text("utf-8"))


def parse_lesson(game: str, text: str) -> Lesson:
    """Read a lesson and play it once; raises ``LessonError`` if anything in it does not hold."""
    data = tomllib.loads(text)
    rules = make_game(game, data.get("options", {}))
    steps: list[Step] = []
    for number, part in enumerate(data["step"], 1):
        try:
            steps.append(_parse_step(rules, part, steps[-1] if steps else None))
        except (KeyError, ValueError) as error:
            raise LessonError(f"{game}, step {number} ({part.get('name')}): {error}") from error
    return Lesson(game, tuple(steps))


_FIELDS = {"name", "position", "move", "then", "effects", "cards"}


def _parse_step(rules: AnyGame, part: dict[str, Any], before: Step | None) -> Step:
    if unknown := part.keys() - _FIELDS:
        raise LessonError(f"expected {', '.join(sorted(_FIELDS))}, got {', '.join(unknown)}")
    start = _start(rules, part.get("position"), before)
    step = Step(
        rules.name,
        part["name"],
        start,
        _moves(start, part.get("move", [])),
        tuple(part.get("then", ())),
        tuple(part.get("effects", ())),
        part.get("cards", {}),
    )
    _check(step)
    return step


def _start(rules: AnyGame, text: str | None, before: Step | None) -> Match[Any, Any]:
    """The position of the step, or the one in which the step before ends."""
    if text is not None:
        return match_at(rules, rules.parse_state(" ".join(text.split())))
    if before is None or len(before.moves) > 1:
        raise LessonError("expected a position: the step before can end in several")
    if not before.moves:
        return before.start
    return match_at(rules, before.play(before.moves[0]).after.boards[0].state)


def _moves(start: Match[Any, Any], move: str | Sequence[str]) -> tuple[str, ...]:
    if move == ANY:
        return tuple(map(str, start.legal_moves(0)))
    return (move,) if isinstance(move, str) else tuple(move)


def _check(step: Step) -> None:
    """Every move is legal and leads where the step says."""
    if not step.moves and (step.follows or step.effects):
        raise LessonError("expected a move before what follows")
    for move in step.moves:
        try:
            after = step.play(move).after
        except (IllegalMoveError, NotationError) as error:
            raise LessonError(f"{move}: {error}") from error
        keys = [one.key for one in sentences_after(step.start, after)]
        if missing := [key for key in step.effects if key not in keys]:
            raise LessonError(f"expected {', '.join(missing)} after {move}, got {', '.join(keys)}")


def sentences_after(before: Match[Any, Any], after: Match[Any, Any]) -> Iterator[Sentence]:
    """What happens between two moments of a lesson, and the end of the game if it is reached."""
    here = before
    for entry in after.log[len(before.log) :]:
        there = here.play(entry)
        yield from describe_entry(entry, here, there)
        here = there
    if after.is_over and not before.is_over:
        yield from describe_outcome(after)
