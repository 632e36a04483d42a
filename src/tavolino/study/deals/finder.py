"""Finds deals of the kind that a player asks for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Literal, TypeAlias, get_args

from tavolino.catalogue import entries, entry_of
from tavolino.chance import new_deal_number
from tavolino.game import AnyGame, OptionError
from tavolino.study.deals.difficulty import DealClass, classify, thresholds_of

Wish: TypeAlias = Literal["any", "winnable", "easy", "medium", "hard"]
WISHES: tuple[Wish, ...] = get_args(Wish)
ANY: Wish = "any"


def check_wish(game: AnyGame, wish: Wish) -> None:
    """Raises ``OptionError`` if no deal of this game can be chosen like that."""
    if wish == ANY:
        return
    if not entry_of(game.name).has_difficulty:
        names = " or ".join(entry.name for entry in entries() if entry.has_difficulty)
        raise OptionError(f"expected {names} for a {wish} deal, got {game.name}")
    if wish != "winnable" and thresholds_of(game) is None:
        raise OptionError(f"expected any or winnable for these options of {game.name}, got {wish}")


def wishes_met(found: DealClass) -> Iterator[Wish]:
    """All that a player could have asked for to get this deal."""
    yield ANY
    if found.winnable:
        yield "winnable"
    for wish in WISHES:
        if wish == found.difficulty:
            yield wish


def random_numbers() -> Iterator[int]:
    while True:
        yield new_deal_number()


def find_deal(
    game: AnyGame,
    wish: Wish,
    numbers: Iterable[int] | None = None,
    searched: Callable[[], None] = lambda: None,
) -> int:
    """The first of these numbers, or of random ones, whose deal is of this kind."""
    check_wish(game, wish)
    for number in random_numbers() if numbers is None else numbers:
        if wish == ANY or wish in wishes_met(classify(game, number)):
            return number
        searched()
    raise LookupError(f"no {wish} deal among the numbers")
