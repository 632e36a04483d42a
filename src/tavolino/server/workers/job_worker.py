"""The functions of ``learning`` that run in a bot process for players."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from tavolino.chance import new_deal_number
from tavolino.learning.deals.difficulty import DealClass
from tavolino.learning.fewest_moves import FewestMoves
from tavolino.learning.odds import Odds
from tavolino.server.workers.bot_worker import wait_until_compiled

LEAST_SECONDS = 20.0
LEAST_NODES = 6_000_000
"""Some 200 MB: a server has other work to do."""


@lru_cache(maxsize=4096)
def classify_deal(game: Any, number: int) -> DealClass:
    from tavolino.learning.deals.difficulty import classify

    wait_until_compiled(game.name)
    return classify(game, number)


def classify_some(game: Any, count: int) -> list[tuple[int, DealClass]]:
    """Random deals with their classes."""
    numbers = [new_deal_number() for _ in range(count)]
    return [(number, classify_deal(game, number)) for number in numbers]


def odds_of(text: str, with_truth: bool) -> Odds:
    from tavolino.learning.odds import odds
    from tavolino.record import parse_record

    record = parse_record(text)
    wait_until_compiled(record.match.game.name)
    return odds(record, with_truth)


def fewest_moves_of(text: str, board: int) -> FewestMoves:
    from tavolino.bots.warm_up import warm_up_solver
    from tavolino.learning.fewest_moves import fewest_moves
    from tavolino.record import parse_record

    record = parse_record(text)
    wait_until_compiled(record.match.game.name)
    warm_up_solver(record.match.game, with_shortest=True)
    return fewest_moves(record, board, LEAST_SECONDS, LEAST_NODES)
