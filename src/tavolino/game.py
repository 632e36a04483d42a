"""The interface of a game: seats, chance, the referee, options."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import field, fields
from enum import StrEnum
from typing import Any, ClassVar, Final, NamedTuple, Protocol, TypeAlias, TypeVar

from tavolino.chance import Rng, deal_seed
from tavolino.errors import IllegalMoveError as IllegalMoveError
from tavolino.errors import NotationError as NotationError
from tavolino.errors import OptionError as OptionError
from tavolino.errors import TavolinoError as TavolinoError

Seat: TypeAlias = int
"""0, 1, … around one board; or ``CHANCE`` or ``REFEREE``."""

CHANCE: Final[Seat] = -1
"""Shuffles, deals and rolls: its moves are entries of the log like any other."""
REFEREE: Final[Seat] = -2
"""Calls a stall, a repetition, or the end of time."""


class Stop(StrEnum):
    """What the referee may call on a board."""

    TIME_UP = "time up"
    """The time limit has passed (R-S40-45, R-AF-28)."""
    STALL = "stall"
    """Nothing more can be gained (R-S40-12)."""
    ENDLESS = "endless"
    """The same position for the third time, or too many plies (R-AF-36)."""
    GIVEN_UP = "given up"
    """The player gives up, or ends their own game in a contest (R-N9-19, RULES 8.14)."""


S = TypeVar("S")
M = TypeVar("M")


class Game(Protocol[S, M]):
    """The rules and options of one board; never a position.

    A game is a frozen dataclass whose fields are its options. A state is a value: frozen,
    hashable, without seed, generator or log. ``str(move)`` and ``str(state)`` are its notation.
    """

    name: ClassVar[str]
    """The name in code and records, such as ``solitario40``."""
    version: ClassVar[int]
    """Rises when an old record could replay differently."""
    stops: ClassVar[frozenset[Stop]]
    """What the referee may call in this game."""

    @property
    def seats(self) -> int:
        """The number of seats at one board."""

    def start(self) -> S:
        """The position before anything has been dealt."""

    def actor(self, state: S) -> Seat | None:
        """The seat to move, ``CHANCE``, or None when the game is over."""

    def legal_moves(self, state: S) -> Sequence[M]:
        """All legal moves of the seat to move, in an order that is part of the rules.

        For ``CHANCE``, the faces of a die; nothing for a deal, which has too many outcomes to list.
        """

    def broken_rule(self, state: S, move: M) -> str:
        """The clause that forbids a move that is not among ``legal_moves``."""

    def chance_move(self, state: S, rng: Rng) -> M:
        """The move of chance in this position, drawn from ``rng``."""

    def can_happen(self, state: S, move: M) -> bool:
        """Whether chance could make this move here."""

    def apply(self, state: S, move: M) -> S:
        """The position after a move of a seat or of ``CHANCE``; ``state`` stays as it is.

        It does not check legality: ``Match.play`` does.
        """

    def ruling(self, history: Sequence[S]) -> Stop | None:
        """What the referee has to call, from the positions of the board so far, the present last.

        It uses nothing that the player cannot know.
        """

    def stop(self, state: S, why: Stop) -> S:
        """The position after the referee's call."""

    def scores(self, state: S) -> tuple[int, ...]:
        """The score of each seat; in ``azul_solo`` also that of the automa."""

    def winners(self, state: S) -> tuple[Seat, ...]:
        """The seats that have won; none while the game is on, or when it is lost."""

    def view(self, state: S, seat: Seat | None) -> S:
        """What a seat may see, with blanks for the rest. ``None`` is a spectator."""

    def fill(self, view: S, rng: Rng) -> S:
        """A random position that looks like this view, all equally likely."""

    def parse_move(self, text: str) -> M:
        """Inverse of ``str(move)``; raises ``NotationError`` for any other text."""

    def parse_state(self, text: str) -> S:
        """Inverse of ``str(state)``; raises ``NotationError`` for any other text."""


AnyGame: TypeAlias = Game[Any, Any]
"""A game whatever its states and moves are."""


def dealt(game: AnyGame, number: int) -> Any:
    """The first position of a practice deal in which a player is to move.

    >>> from tavolino.games.nove_colonne import NoveColonne
    >>> print(*dealt(NoveColonne(), 1).reserve)
    4D QS 9S 9H 8C KC
    """
    return after_chance(game, game.start(), deal_seed(number), 0)[0]


def after_chance(game: AnyGame, state: Any, seed: bytes, stream: int) -> tuple[Any, int]:
    """The position when it is no more the turn of chance, and the stream of its next event.

    As in a match of one board, each event has a stream of its own, from 0 on.
    """
    while game.actor(state) == CHANCE:
        state = game.apply(state, game.chance_move(state, Rng(seed, stream)))
        stream += 1
    return state, stream


def option(default: Any, *others: Any) -> Any:
    """A field of a game: its default and the other values it may have (RULES section 6)."""
    return field(default=default, metadata={"choices": (default, *others)})


def seconds(default: float | None) -> Any:
    """A field that holds a number of seconds; None (no limit) only if that is its default."""
    return field(default=default, metadata={"choices": None})


def check_options(game: Any) -> None:
    """Raise ``OptionError`` for an invalid value; call it from ``__post_init__``."""
    for f in fields(game):
        value, choices = getattr(game, f.name), f.metadata["choices"]
        if choices is not None:
            is_known, wanted = value in choices and not isinstance(value, bool), _one_of(choices)
        else:
            is_known = _is_positive(value) or (value is None and f.default is None)
            wanted = f"a positive number of seconds{' or none' if f.default is None else ''}"
        if not is_known:
            raise OptionError(f"expected {wanted} for {f.name}, got {str(value)[:40]!r}")


def _is_positive(value: Any) -> bool:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return is_number and 0 < value < math.inf


def options_of(game: Any) -> dict[str, str]:
    """Every option as text.

    >>> from tavolino.games.solitario40 import Solitario40
    >>> options_of(Solitario40(draw=1))
    {'deck': '40', 'draw': '1', 'empty_column': 'king'}
    """
    return {f.name: _option_text(getattr(game, f.name)) for f in fields(game)}


def has_points(game: AnyGame, view: Any) -> bool:
    """Do the scores say more than who has won? Without points, a winner has 1 and others have 0."""
    winners = game.winners(view)
    return any(points != (seat in winners) for seat, points in enumerate(game.scores(view)))


class OptionSpec(NamedTuple):
    """An option with its values as text."""

    name: str
    """The name of its field, such as ``draw``."""
    default: str
    """The value that it has unless another one is given."""
    choices: tuple[str, ...] | None
    """The values it may have, the default first; None: a positive number of seconds."""


def option_specs(kind: Any) -> tuple[OptionSpec, ...]:
    """The options of a game (or of the rules of a contest), in their order."""
    return tuple(
        OptionSpec(f.name, _option_text(f.default), choices and tuple(map(_option_text, choices)))
        for f, choices in ((f, f.metadata["choices"]) for f in fields(kind))
    )


def with_options(kind: Any, texts: Mapping[str, str]) -> Any:
    """A game, or the rules of a contest, with these options; the inverse of ``options_of``.

    Raises ``OptionError`` for an option or a value that it does not have.

    >>> from tavolino.games.solitario40 import Solitario40
    >>> with_options(Solitario40, {"draw": "2"})
    Traceback (most recent call last):
    tavolino.errors.OptionError: expected 3 or 1 for draw, got '2'
    """
    known = {f.name: f.metadata["choices"] for f in fields(kind)}
    values: dict[str, Any] = {}
    for name, text in texts.items():
        if not known:
            raise OptionError(f"expected no options of {kind.name}, got {name[:40]!r}")
        if name not in known:
            names = _one_of(tuple(known))
            raise OptionError(f"expected {names} as an option of {kind.name}, got {name[:40]!r}")
        values[name] = _parse_option(text, known[name])
    return kind(**values)


def _parse_option(text: str, choices: tuple[Any, ...] | None) -> Any:
    """Inverse of ``_option_text``; what cannot be read stays text, which no option has."""
    for choice in choices or (None,):
        if _option_text(choice) == text:
            return choice
    if choices is None and re.fullmatch(r"[0-9.e+-]{1,24}", text):
        try:
            return int(text) if text.isdecimal() else float(text)
        except ValueError:
            return text
    return text


def _option_text(value: Any) -> str:
    return "none" if value is None else str(value)


def _one_of(choices: Sequence[Any]) -> str:
    *most, last = map(str, choices)
    return f"{', '.join(most)} or {last}" if most else last
