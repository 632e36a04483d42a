"""Bots against bots: series of games, the same for any number of processes.

In games with several seats the bots take turns at all seats. In games for one player each bot plays
the same deals.
"""

from __future__ import annotations

import signal
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import permutations
from multiprocessing import get_context
from threading import current_thread, main_thread
from typing import Any, NamedTuple

from tavolino.bots import bot_named, gives_up
from tavolino.bots.bot import Bot, seed_of
from tavolino.game import AnyGame, OptionError, Seat, Stop
from tavolino.match import Match, new_match, settle
from tavolino.solvers.referee import ruling

MOST_GAMES = 1_000_000
"""In one series."""
LONGEST = 3000
"""The largest number of moves of one game."""


class Played(NamedTuple):
    """The result of one game."""

    seating: tuple[int, ...]
    """The number of the bot at each seat."""
    scores: tuple[int, ...]
    """The score of each seat at the end."""
    winners: tuple[Seat, ...]
    """The seats that won; none if nobody did."""
    moves: int
    """The number of moves of all players."""


@dataclass(frozen=True)
class Series:
    """A number of games between some bots; for a game with one seat, a number of deals.

    Raises ``OptionError`` for unknown bots, or too few or too many of them.
    """

    game: AnyGame
    """The game, with its options."""
    bots: tuple[str, ...]
    """The names of the bots, all different."""
    games: int
    """How many games, or deals, from 1 to ``MOST_GAMES``."""
    seed: int
    """Another seed gives other deals and other choices of the bots."""

    def __post_init__(self) -> None:
        for name in self.bots:
            bot_named(self.game.name, name)
        most = len(self.bots) if self.is_solitary else self.game.seats
        if not 2 <= len(self.bots) <= most or len(set(self.bots)) < len(self.bots):
            raise OptionError(
                f"expected different bots, at least two and at most {most}, "
                f"got {' '.join(self.bots)[:60]}"
            )
        if not 1 <= self.games <= MOST_GAMES:
            raise OptionError(f"expected 1 to {MOST_GAMES} games, got {self.games}")

    @property
    def is_solitary(self) -> bool:
        """Whether the game has one seat."""
        return self.game.seats == 1

    @property
    def seatings(self) -> tuple[tuple[int, ...], ...]:
        """All seatings in turn; after them every bot has had every seat equally often."""
        if self.is_solitary:
            return tuple((bot,) for bot in range(len(self.bots)))
        circle, seats = range(len(self.bots)), self.game.seats
        filled = (tuple(circle[k:]) + tuple(circle[:k]) for k in circle)
        full = {order for bots in filled for order in permutations((bots * seats)[:seats])}
        return tuple(sorted(full))

    def __len__(self) -> int:
        return self.games * (len(self.bots) if self.is_solitary else 1)

    def play(self, number: int) -> Played:
        """Play game ``number``, from 0; all seatings get the same chance events in turn."""
        seatings = self.seatings
        deal, turn = divmod(number, len(seatings))
        bots = [bot_named(self.game.name, name) for name in self.bots]
        seating = seatings[turn]
        seed = seed_of(self.seed, "deal", deal)
        return play_game(self.game, [bots[at] for at in seating], seed, seating)

    def run(self, jobs: int = 1) -> Generator[Played]:
        """The games in their order. Closing the generator ends the processes too."""
        numbers = range(len(self))
        if jobs == 1:
            yield from map(self.play, numbers)
            return
        with _interrupts_noted() as interrupts:
            pool = get_context("spawn").Pool(jobs, initializer=_ignore_interrupts)
        with pool:
            if interrupts:
                raise KeyboardInterrupt
            yield from pool.imap(self.play, numbers)


def play_game(game: AnyGame, bots: Sequence[Bot], seed: bytes, seating: tuple[int, ...]) -> Played:
    """Play one game by the rules; an illegal move raises an error."""
    match = play_on(settle(new_match(game, seed), ruling), bots, seed)
    state = match.boards[0].state
    moves = match.boards[0].tally.moves
    return Played(seating, tuple(game.scores(state)), tuple(game.winners(state)), moves)


def play_on(match: Match[Any, Any], bots: Sequence[Bot], seed: bytes) -> Match[Any, Any]:
    """Play a match with one board on until it is over or its player gives up."""
    game = match.game
    for number in range(1, LONGEST + 1):
        if match.is_over:
            break
        if gives_up(game, match.boards[0].history):
            return match.call(Stop.GIVEN_UP, 0, ruling) if Stop.GIVEN_UP in game.stops else match
        seat = match.actor(0)
        assert seat is not None
        chosen = bots[seat].choose(game, match.view(seat), seat, seed_of(seed.hex(), number))
        match = match.move(seat, chosen, ruling)
    return match


@contextmanager
def _interrupts_noted() -> Iterator[list[int]]:
    """Delay Ctrl-C: a process that is interrupted while it starts prints a traceback."""
    noted: list[int] = []
    if current_thread() is not main_thread():  # only that one is interrupted
        yield noted
        return
    before = signal.signal(signal.SIGINT, lambda number, _: noted.append(number))
    try:
        yield noted
    finally:
        signal.signal(signal.SIGINT, before)


def _ignore_interrupts() -> None:
    """Only the parent process reacts to Ctrl-C; it ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
