"""A bot of one's own for AFTAEBR, in a series against ``maestro``.

    python examples/own_bot.py --games 10

A bot is any object with the method ``choose``. Needs ``pip install 'tavolino[search]'``.
"""

from __future__ import annotations

import argparse
from typing import Any

from tavolino.bots import bots_of
from tavolino.bots.arena import play_game
from tavolino.bots.bot import Bot, StopAsked, seed_of
from tavolino.bots.statistics import wilson
from tavolino.catalogue import make_game
from tavolino.chance import Rng
from tavolino.game import AnyGame, Seat


class CarefulBot:
    """Captures as much as it can, and leaves the next player as little as it can.

    It looks two moves ahead with the rules themselves, and sees what its seat sees.
    """

    def choose(
        self,
        game: AnyGame,
        view: Any,
        seat: Seat,
        rng_seed: bytes,
        stop: StopAsked | None = None,
    ) -> Any:
        values: dict[Any, int] = {}
        for move in game.legal_moves(view):
            values[move] = self.value(game, view, move, seat)
            if stop and stop():
                break
        most = max(values.values())
        best = [move for move, value in values.items() if value == most]
        return best[Rng(rng_seed, 0).below(len(best))]

    def value(self, game: AnyGame, view: Any, move: Any, seat: Seat) -> int:
        """Pieces gained by the move, less the most that the next player can gain."""
        after = game.apply(view, move)
        gained = game.scores(after)[seat] - game.scores(view)[seat]
        following = game.actor(after)
        if following is None or following < 0:
            return gained
        replies = (game.apply(after, reply) for reply in game.legal_moves(after))
        most = max(game.scores(reply)[following] for reply in replies)
        lost = most - game.scores(after)[following]
        return gained + lost if following == seat else gained - lost


def main() -> None:
    parser = argparse.ArgumentParser(description="Plays the bot of this file against another.")
    parser.add_argument("--against", default="maestro", help="a bot of AFTAEBR")
    parser.add_argument("--games", type=int, default=10)
    chosen = parser.parse_args()
    game = make_game("aftaebr", {"players": "2"})
    bots: list[Bot] = [CarefulBot(), bots_of("aftaebr")[chosen.against]]
    points = 0.0
    for number in range(chosen.games):
        # In turn at both seats; two games in a row have the same seed.
        seating = (0, 1) if number % 2 == 0 else (1, 0)
        seed = seed_of("own bot", number // 2)
        played = play_game(game, [bots[at] for at in seating], seed, seating)
        winners = [seating[seat] for seat in played.winners]
        points += winners.count(0) / len(winners) if winners else 0.5
        names = ", ".join("CarefulBot" if bot == 0 else chosen.against for bot in winners)
        print(f"game {number + 1}: {names or 'nobody'} after {played.moves} moves")
    within = wilson(points, chosen.games)
    share = points / chosen.games
    print(f"CarefulBot: {share:.2f} of the points ({within.low:.2f} … {within.high:.2f})")


if __name__ == "__main__":
    main()
