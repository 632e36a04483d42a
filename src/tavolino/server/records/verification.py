"""Verification of a record: is it genuine?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any

from msgspec import Meta, Struct

from tavolino.game import CHANCE, REFEREE, AnyGame, Stop
from tavolino.record import Record, VerifyError, verify

TOO_LONG = "takes too long here; verify it with `tavolino verify`"


class Counts(Struct, frozen=True):
    entries: int
    chance: Annotated[int, Meta(description="Chance entries, drawn again and compared.")]
    calls: Annotated[int, Meta(description="Referee calls, computed again and compared.")]
    trusted: Annotated[
        int, Meta(description='"Time up" and "given up", which do not follow from the position.')
    ]


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


class TooLongError(Exception):
    """The verification was stopped."""


def verification_of(record: Record, must_stop: Callable[[], bool] = lambda: False) -> Verification:
    """Slow: draws all chance again and asks the referee after every entry.

    ``must_stop`` is called before each question to the referee.
    """
    if record.match.seed is None:
        why = "this record does not include its seed, so its chance cannot be verified"
        return Verification(None, why, _counts(record))
    # Imported here because the compiled searches take a moment to load.
    from tavolino.solvers.referee import ruling

    def referee(game: AnyGame, history: Sequence[Any]) -> Stop | None:
        if must_stop():
            raise TooLongError
        return ruling(game, history)

    try:
        verify(record, referee)
    except TooLongError:
        return Verification(None, TOO_LONG, _counts(record))
    except VerifyError as error:
        return Verification(False, str(error), _counts(record))
    return Verification(True, "", _counts(record))


def _counts(record: Record) -> Counts:
    log = record.match.log
    calls = [entry for entry in log if entry.actor == REFEREE]
    trusted = sum(entry.act in (Stop.TIME_UP, Stop.GIVEN_UP) for entry in calls)
    chance = sum(entry.actor == CHANCE for entry in log)
    return Counts(len(log), chance, len(calls) - trusted, trusted)
