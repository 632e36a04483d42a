"""Finds deals of the kind that a player asks for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from tavolino.catalogue import entries, entry_of
from tavolino.chance import new_deal_number
from tavolino.game import AnyGame, OptionError
from tavolino.learning.deals.difficulty import DealClass, classify, thresholds_of
from tavolino.learning.deals.kinds import ANY, DEAL_KINDS, DealKind


def check_deal_kind(game: AnyGame, kind: DealKind) -> None:
    """Raises ``OptionError`` if no deal of this game can be chosen like that."""
    if kind == ANY:
        return
    if not entry_of(game.name).has_difficulty:
        names = " or ".join(entry.name for entry in entries() if entry.has_difficulty)
        raise OptionError(f"expected {names} for a {kind} deal, got {game.name}")
    if kind != "winnable" and thresholds_of(game) is None:
        raise OptionError(f"expected any or winnable for these options of {game.name}, got {kind}")


def kinds_of(found: DealClass) -> Iterator[DealKind]:
    """All that a player could have asked for to get this deal."""
    yield ANY
    if found.winnable:
        yield "winnable"
    for kind in DEAL_KINDS:
        if kind == found.difficulty:
            yield kind


def random_numbers() -> Iterator[int]:
    while True:
        yield new_deal_number()


def find_deal(
    game: AnyGame,
    kind: DealKind,
    numbers: Iterable[int] | None = None,
    searched: Callable[[], None] = lambda: None,
) -> int:
    """The first of these numbers, or of random ones, whose deal is of this kind."""
    check_deal_kind(game, kind)
    for number in random_numbers() if numbers is None else numbers:
        if kind == ANY or kind in kinds_of(classify(game, number)):
            return number
        searched()
    raise LookupError(f"no {kind} deal among the numbers")
