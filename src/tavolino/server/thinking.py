"""What runs in a worker process: moves of programs, hints. It gets views, never states."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from functools import lru_cache
from typing import Any

from tavolino.game import AnyGame, Seat
from tavolino.games.azul_solo import AzulSolo
from tavolino.games.nove_colonne import NoveColonne
from tavolino.games.solitario40 import Solitario40
from tavolino.server.messages import Advice
from tavolino.telling import Told, tell

HINT_SEED = b"tavolino: hints at the table"
"""The same for everybody, so that a hint asked twice is the same hint."""
HINT_SECONDS, COACH_SECONDS = 3.0, 1.5
ADVISER = "difficile"
WAYS = 3


def prepare() -> None:
    """The terminal's Ctrl-C is for the server, which ends its workers itself, if it can."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_server, daemon=True).start()


def _end_with_server() -> None:
    """A server that was killed leaves nobody behind."""
    parent = multiprocessing.parent_process()
    if parent:
        parent.join()
        os._exit(1)


def choose(game: AnyGame, view: Any, seat: Seat, bot: str, seed: str) -> str:
    from tavolino.bots import BOTS
    from tavolino.bots.bot import seed_of

    return str(BOTS[game.name][bot].choose(game, view, seat, seed_of(seed)))


def advise(game: AnyGame, view: Any, seat: Seat) -> list[Advice]:
    if isinstance(game, Solitario40 | NoveColonne):
        return _from_samples(game, view)
    if isinstance(game, AzulSolo):
        return _from_the_coach(game, view)
    from tavolino.bots import BOTS

    move = BOTS[game.name][ADVISER].choose(game, view, seat, HINT_SEED)
    return [Advice(str(move), [tell("hint.as", bot=ADVISER)])]


def _from_samples(game: Solitario40 | NoveColonne, view: Any) -> list[Advice]:
    from tavolino.solvers import nove_colonne, s40_hint

    if isinstance(game, NoveColonne):
        found: Any = nove_colonne.hint(game, view, HINT_SEED, seconds=HINT_SECONDS)
    else:
        found = s40_hint.hint(game, view, HINT_SEED, seconds=HINT_SECONDS)
    if found is None:
        return []
    said = [tell(found.reason)]
    if found.winnable:
        said.append(tell("hint.winnable", n=found.winnable, samples=found.samples))
    return [Advice(str(found.move), said)]


def _from_the_coach(game: AzulSolo, view: Any) -> list[Advice]:
    from tavolino.bots.az_coach import advice

    ways = []
    for best in advice(game, view, HINT_SEED, seconds=COACH_SECONDS)[:WAYS]:
        wins = tell("coach.wins", wins=f"{best.wins:.0%}", error=f"{2 * best.error:.0%}")
        points = tell("coach.points", human=f"{best.human:.0f}", automa=f"{best.automa:.0f}")
        why = [
            Told(reason.key, {k: f"{v:.3g}" for k, v in reason.values.items()})
            for reason in best.reasons
        ]
        ways.append(Advice(str(best.move), [wins, points, *why]))
    return ways


@lru_cache(maxsize=4096)
def par_of(game: AnyGame, number: int) -> int:
    from tavolino.bots.par import par

    return par(game, number)
