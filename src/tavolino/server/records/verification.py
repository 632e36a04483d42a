"""Verification of a record: is it genuine?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from time import thread_time
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from tavolino.chance import FairSeed
from tavolino.game import CHANCE, REFEREE, AnyGame, Stop
from tavolino.match import OverBudget
from tavolino.record import HiddenSeedError, Record, VerifyError, verify
from tavolino.solvers.limits import Budget

FIRST_POSITIONS = 50_000
"""Of a question to the referee, before the clock is looked at again: some 150 ms."""
TOO_LONG = "takes too long here; verify it with `tavolino verify`"


class Counts(Struct, frozen=True):
    entries: int
    chance: Annotated[int, Meta(description="Chance entries, drawn again and compared.")]
    calls: Annotated[int, Meta(description="Referee calls, computed again and compared.")]
    trusted: Annotated[
        int, Meta(description='"Time up" and "given up", which do not follow from the position.')
    ]


class Difference(Struct, frozen=True):
    """The first entry that is not what chance, the rules and the referee give."""

    entry: Annotated[int, Meta(description="Its number, from 1.")]
    expected: Annotated[str, Meta(description="Empty if no entry was due.")]
    got: Annotated[str, Meta(description="Empty at the end of the record.")]


class Origin(Struct, frozen=True):
    """Where the seed comes from, as in the header of the record."""

    deal: int | None = None
    commitment: str | None = None
    nonces: Annotated[list[str], Meta(description="In the order of the players.")] = []
    secret: Annotated[str | None, Meta(description="Null until it is revealed.")] = None


class Verification(Struct, frozen=True):
    is_genuine: Annotated[
        bool | None,
        Meta(
            description="Null if it cannot be verified here: its seed is secret, or it takes long."
        ),
    ]
    why: Annotated[
        str,
        Meta(
            description="Why not; empty if genuine.",
            examples=["entry 2: expected 'dealer 1: roll 3', got 'dealer 1: roll 4'"],
        ),
    ]
    counts: Counts
    game: str
    names: list[str]
    origin: Origin
    difference: Annotated[Difference | None, Meta(description="If it is not genuine.")] = None
    unknown: Annotated[
        Literal["secret", "time"] | None,
        Meta(description="Why it cannot be verified: its secret, or the time that it takes."),
    ] = None


class TooLongError(Exception):
    """The verification was stopped."""


def verification_of(
    record: Record, seconds: float = inf, must_stop: Callable[[], bool] = lambda: False
) -> Verification:
    """Slow: draws all chance again and asks the referee after every entry.

    ``seconds`` of CPU time in this thread; ``must_stop`` is asked now and then.
    """
    known = (_counts(record), record.match.game.name, list(record.names), _origin(record))
    try:
        verify(record, _BudgetedReferee(thread_time() + seconds, must_stop).ruling)
    except TooLongError:
        return Verification(None, TOO_LONG, *known, unknown="time")
    except HiddenSeedError as error:
        return Verification(None, str(error), *known, unknown="secret")
    except VerifyError as error:
        found = error.difference
        return Verification(False, str(error), *known, found and Difference(*found))
    return Verification(True, "", *known)


def _origin(record: Record) -> Origin:
    origin = record.origin
    if isinstance(origin, FairSeed):
        return Origin(None, origin.commitment, list(origin.nonces), origin.secret)
    return Origin(origin)


class _BudgetedReferee:
    """Answers until its time is over, also in the middle of a long search.

    A search cannot go on later, so it begins again with a larger budget: one that lasts about as
    long as everything before it, but not longer than the time that is left.
    """

    def __init__(self, ends: float, must_stop: Callable[[], bool]) -> None:
        self._ends, self._must_stop = ends, must_stop

    def ruling(self, game: AnyGame, history: Sequence[Any]) -> Stop | None:
        # Imported here because the compiled searches take a moment to load.
        from tavolino.solvers.referee import ruling

        positions = FIRST_POSITIONS
        while thread_time() < self._ends and not self._must_stop():
            started = thread_time()
            try:
                return ruling(game, history, Budget(positions))
            except OverBudget:
                positions = self._next_budget(positions, thread_time() - started)
        raise TooLongError

    def _next_budget(self, positions: int, seconds: float) -> int:
        """After a search of ``positions`` positions that took ``seconds``."""
        left = max(0.0, self._ends - thread_time())
        most = positions * left / seconds if seconds else inf
        if most <= positions:
            raise TooLongError
        return int(min(2 * positions, most))


def _counts(record: Record) -> Counts:
    log = record.match.log
    calls = [entry for entry in log if entry.actor == REFEREE]
    trusted = sum(entry.act in (Stop.TIME_UP, Stop.GIVEN_UP) for entry in calls)
    chance = sum(entry.actor == CHANCE for entry in log)
    return Counts(len(log), chance, len(calls) - trusted, trusted)
