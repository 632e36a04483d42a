"""Compiles the bots of a game ahead of time, which otherwise delays their first move by seconds."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from itertools import count

from tavolino.bots import bots_of, gives_up
from tavolino.bots.bot import Bot, StopAsked, seed_of
from tavolino.catalogue import entry_of
from tavolino.chance import Rng, deal_seed
from tavolino.game import CHANCE, AnyGame
from tavolino.kernels.compile_cache import Waiting, is_compiled, no_notice, warm_up
from tavolino.match import Entry, OverBudget, new_match, settle
from tavolino.solvers.limits import Budget
from tavolino.solvers.referee import is_dead_end, ruling
from tavolino.solvers.solver import solver_of

MOVES = 200
"""Enough to have called all compiled code of a bot."""
QUESTION = 1_000
"""Positions that a question to the referee may look at."""
CHECKS = 3
"""Calls of the stop condition after which it is true."""


def parts_of(game: AnyGame) -> dict[str, Callable[[], None]]:
    """The parts of the compiled search of a game: referee and solver, if it has them, and bots."""
    entry = entry_of(game.name)
    parts: dict[str, Callable[[], None]] = {}
    if entry.is_compiled:
        parts[f"referee-{game.name}"] = lambda: _ask_referee(game)
    if entry.solver:
        parts[f"solve-{game.name}"] = entry.solver.load().warm_up
    if entry.quick_games:
        parts[f"quick-{game.name}"] = lambda: _play_quickly(game)
    return {**parts, f"bots-{game.name}": lambda: _play_all(game)}


def _ask_referee(game: AnyGame) -> None:
    """Ask after every move of a game, with a budget and without, as a server does.

    Some searches begin only when all cards of the stock have been seen, others with a budget.
    """
    match = settle(new_match(game, deal_seed(1)), ruling)
    ruling(game, (match.boards[0].state,))
    is_dead_end(game, match.watch(0))
    for at in range(MOVES):
        moves = match.legal_moves(0)
        if match.actor(0) is None or not moves:
            return
        match = match.play(Entry(0, 0, moves[Rng(deal_seed(1), at).below(len(moves))]))
        with suppress(OverBudget):
            ruling(game, match.boards[0].history, Budget(QUESTION))
            is_dead_end(game, match.watch(0), Budget(QUESTION))


def _play_quickly(game: AnyGame) -> None:
    quick_games = entry_of(game.name).quick_games
    assert quick_games is not None, f"{game.name} has no quick games"
    quick_games.load()(game, settle(new_match(game, deal_seed(1)), ruling).boards[0].state, 1)


def warm_up_referee(game: AnyGame) -> None:
    """Compile or load what the referee of a game asks after a move."""
    name = f"referee-{game.name}"
    warm_up(game.name, {name: parts_of(game)[name]})


def is_referee_compiled(game: AnyGame) -> bool:
    """Whether the referee of a game is in the cache."""
    return is_compiled(f"referee-{game.name}")


def warm_up_bots(game: AnyGame, waiting: Waiting = no_notice) -> None:
    """Compile or load everything the bots of a game use."""
    warm_up(game.name, parts_of(game), waiting)


def warm_up_solver(
    game: AnyGame, waiting: Waiting = no_notice, with_shortest: bool = False
) -> None:
    """Compile or load the solver of a game that has one, perhaps with the shortest win."""
    name, solver = f"solve-{game.name}", solver_of(game)
    parts = {name: parts_of(game)[name]}
    if with_shortest and hasattr(solver, "warm_up_shortest"):
        parts[f"shortest-{game.name}"] = solver.warm_up_shortest
    warm_up(game.name, parts, waiting)


def is_search_compiled(game: AnyGame) -> bool:
    """Whether the whole search of a game is in the cache."""
    return all(map(is_compiled, parts_of(game)))


def wait_until_compiled(game: AnyGame) -> None:
    """Compile the search of a game, unless it is in the cache; loads nothing that is."""
    if not is_search_compiled(game):
        warm_up_bots(game)


def _play_all(game: AnyGame) -> None:
    """Play one game with each class of bot, at its weakest level.

    Hints of the games with a solver may call more than their bots do.
    """
    weakest_last = reversed(bots_of(game.name).values())
    for bot in {type(bot): bot for bot in weakest_last}.values():
        _play(game, bot)
    entry = entry_of(game.name)
    if entry.solver and entry.hints:
        start = settle(new_match(game, deal_seed(1)), ruling)
        entry.hints.load()(game, start.view(0), 0)


def _play(game: AnyGame, bot: Bot) -> None:
    state = game.start()
    history = [state]
    for at in range(MOVES):
        seat = game.actor(state)
        if seat is None or ruling(game, history) or gives_up(game, history):
            return
        if seat == CHANCE:
            move = game.chance_move(state, Rng(deal_seed(1), at))
        else:
            move = bot.choose(game, game.view(state, seat), seat, seed_of(at), _stop_soon())
        state = game.apply(state, move)
        history.append(state)


def _stop_soon() -> StopAsked:
    asked = count()
    return lambda: next(asked) >= CHECKS
