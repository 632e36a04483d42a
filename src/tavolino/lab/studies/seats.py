"""AFTAEBR: who wins by the order of play, how long games are, and how much is captured.

Everybody plays at the same level. Seats are counted in the order of play: 1 begins.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, ClassVar

import pyarrow as pa

from tavolino.bots import bot_named
from tavolino.bots.bot import Bot, seed_of
from tavolino.bots.warm_up import warm_up_bots
from tavolino.chance import Rng, deal_seed
from tavolino.game import check_options, option
from tavolino.games.aftaebr import MAX_PLIES, Aftaebr, State
from tavolino.lab.study import Row

LEVELS = ("random", "greedy", "safe", "facile", "medio", "difficile", "maestro")


@dataclass(frozen=True)
class Seats:
    players: int = option(2, 3, 4)
    level: str = option("all", *LEVELS)

    name: ClassVar[str] = "seats"
    about: ClassVar[str] = "aftaebr: who wins by the order of play, by level; lengths and captures"
    columns: ClassVar[dict[str, pa.DataType]] = {
        "game": pa.int64(),
        "level": pa.dictionary(pa.int8(), pa.string()),
        "winners": pa.list_(pa.int8()),
        "plies": pa.int16(),
        "captures": pa.list_(pa.int16()),
        "passes": pa.int16(),
        "ending": pa.dictionary(pa.int8(), pa.string()),
    }

    def __post_init__(self) -> None:
        check_options(self)

    @cached_property
    def rules(self) -> Aftaebr:
        return Aftaebr(self.players)

    @property
    def levels(self) -> tuple[str, ...]:
        return LEVELS if self.level == "all" else (self.level,)

    def rows_per_deal(self) -> int:
        return len(self.levels)

    def versions(self) -> dict[str, int]:
        return {self.rules.name: self.rules.version}

    def prepare(self) -> None:
        warm_up_bots(self.rules)

    def row(self, number: int) -> Row:
        """Winners and pieces captured are in the order of play."""
        index, at = divmod(number - 1, len(self.levels))
        game, level = self.rules, self.levels[at]
        history = played(game, bot_named(game.name, level), deal_seed(index + 1))
        black = history[-1].black
        first = black.index(max(black))
        captured, passes, plies = [0] * self.players, 0, 0
        for before, after in pairwise(history):
            is_ply = before.colours and None not in before.colours and not after.stopped
            if is_ply and before.turn is not None:
                captured[(before.turn - first) % self.players] += after.note.captured
                passes += len(after.note.passed)
                plies += 1
        winners = [(seat - first) % self.players + 1 for seat in game.winners(history[-1])]
        return index + 1, level, sorted(winners), plies, captured, passes, _ending(history[-1])


def played(game: Aftaebr, bot: Bot, seed: bytes) -> list[State]:
    """The positions of a game that a bot plays with itself, as in ``arena.play_game``.

    Without a match, which would take longer than the weaker bots, and without asking for a ruling
    where there can be none: a position comes again only if hands and turn do (R-AF-36).
    """
    start = game.start()
    state = game.apply(start, game.chance_move(start, Rng(seed, 0)))
    history, met = [start, state], Counter[tuple[Any, ...]]()
    while (seat := game.actor(state)) is not None:
        move = bot.choose(game, state, seat, seed_of(seed.hex(), len(history) - 1))
        state = game.apply(state, move)
        history.append(state)
        met[state.hands, state.turn] += 1
        if met[state.hands, state.turn] >= 3 or len(history) > MAX_PLIES:
            if why := game.ruling(history):
                state = game.stop(state, why)
                history.append(state)
    return history


def _ending(state: State) -> str:
    if state.stopped:
        return str(state.stopped)
    living = sum(any(hand) for hand in state.hands)
    return "last player" if living <= 1 else "nobody can place"
