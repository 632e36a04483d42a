"""What a player of a patience could know: the deals that look the same, and how many can be won.

All such deals are equally likely; some are drawn. A player who took moves back has seen cards that
lie face down again, and still knows them: these stay where they are.

Between two entries that show a new card the same deals stay possible. There each drawn deal is
followed along the line, and since a lost win never comes back, it is searched by bisection.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, cast

from tavolino.bots.bot import seed_of
from tavolino.cards import UNSEEN, Card
from tavolino.chance import Rng
from tavolino.game import AnyGame
from tavolino.games.patience import PatienceGame
from tavolino.learning.line import Step
from tavolino.solvers import solver

SAMPLES = 48
"""Deals drawn for each position: a standard error of at most 0.07."""
CLOSE_SAMPLES = 100
"""Deals drawn to compare the moves of one position."""
POSITIONS = 5_000
"""The budget of one search; what it leaves undecided is not counted."""


def cards_seen(game: AnyGame, state: Any) -> frozenset[Card]:
    """The cards that a player sees outside the bases."""
    piles = _patience(game).piles(game.view(state, 0))
    return frozenset(card for pile in piles for card in pile if card != UNSEEN)


def seen_at_end(game: AnyGame, steps: Iterable[Step]) -> frozenset[Card]:
    """The cards of this deal that a player has seen after some steps."""
    seen: frozenset[Card] = frozenset()
    for step in steps:
        if step.is_chance:
            seen = frozenset()  # a new deal
        seen |= cards_seen(game, step.node.state)
    return seen


def known_view(game: AnyGame, state: Any, seen: frozenset[Card]) -> Any:
    """The position with blanks for the cards that the player has never seen."""
    return _patience(game).known_view(state, seen)


def drawn_deals(game: AnyGame, view: Any, count: int) -> list[Any]:
    """Positions that look like this view; the same for the same view."""
    seed = seed_of("deals that look the same", game, view)
    return [game.fill(view, Rng(seed, number)) for number in range(count)]


def is_winnable(game: AnyGame, state: Any) -> bool | None:
    return solver.is_winnable(game, state, POSITIONS)


def share(verdicts: Iterable[bool | None]) -> float | None:
    """The share of the decided deals that can be won."""
    decided = [verdict for verdict in verdicts if verdict is not None]
    return sum(decided) / len(decided) if decided else None


def verdicts(game: AnyGame, view: Any, samples: int = CLOSE_SAMPLES) -> list[bool | None]:
    """Can each of some deals that look like this view be won? One, if the view has no blanks."""
    deals = drawn_deals(game, view, samples if _has_blanks(game, view) else 1)
    return [is_winnable(game, deal) for deal in deals]


def shares_along(
    game: AnyGame, view: Any, moves: Sequence[Any], samples: int = SAMPLES
) -> list[float | None]:
    """The share that can be won here and after each of the moves, none of which shows a card."""
    if not _has_blanks(game, view):
        samples = 1
    verdicts = [_verdicts_along(game, deal, moves) for deal in drawn_deals(game, view, samples)]
    return [share(column) for column in zip(*verdicts)]


def _has_blanks(game: AnyGame, view: Any) -> bool:
    return any(UNSEEN in pile for pile in _patience(game).piles(view))


def _patience(game: AnyGame) -> PatienceGame:
    """Only patiences are asked about."""
    return cast(PatienceGame, game)


def _verdicts_along(game: AnyGame, deal: Any, moves: Sequence[Any]) -> list[bool | None]:
    states = [deal]
    for move in moves:
        states.append(game.apply(states[-1], move))
    verdicts: dict[int, bool | None] = {}

    def bisect(first: int, last: int) -> None:
        for end in (first, last):
            if end not in verdicts:
                verdicts[end] = is_winnable(game, states[end])
        if verdicts[first] is False or verdicts[last] is True:
            for between in range(first, last + 1):
                verdicts[between] = verdicts[first if verdicts[first] is False else last]
        elif last - first > 1:
            middle = (first + last) // 2
            bisect(first, middle)
            bisect(middle, last)

    bisect(0, len(states) - 1)
    return [verdicts[at] for at in range(len(states))]


def compare_moves(
    game: AnyGame, view: Any, moves: Sequence[Any], samples: int = CLOSE_SAMPLES
) -> list[list[bool | None]]:
    """For each move: can each drawn deal be won after it?"""
    deals = drawn_deals(game, view, samples if _has_blanks(game, view) else 1)
    rows: list[list[bool | None]] = [[] for _ in moves]
    for deal in deals:
        is_open = is_winnable(game, deal)
        for row, move in zip(rows, moves):
            row.append(is_open and is_winnable(game, game.apply(deal, move)))
    return rows


def is_clearly_better(one: Sequence[bool | None], other: Sequence[bool | None]) -> bool:
    """Whether the first move keeps more of the deals than chance explains (two standard errors)."""
    pairs = [(a, b) for a, b in zip(one, other) if a is not None and b is not None]
    gained = sum(a and not b for a, b in pairs)
    given = sum(b and not a for a, b in pairs)
    return gained - given > 2 * (gained + given) ** 0.5 or (len(pairs) == 1 and gained > 0)
