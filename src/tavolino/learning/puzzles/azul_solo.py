"""Puzzles of azul_solo: the take that is far ahead of all others, by playouts."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tavolino.bots.azul_solo.coach import CoachBot
from tavolino.bots.azul_solo.search import SUMS, WINS, rate_moves, sample
from tavolino.bots.azul_solo.weights import WEIGHTS
from tavolino.bots.bot import seed_of
from tavolino.chance import Rng, deal_seed
from tavolino.game import after_chance
from tavolino.games.azul_solo import FLOOR, AzulSolo, State, Take
from tavolino.kernels.azul_solo import pack, pack_move
from tavolino.learning.puzzles.grading import graded
from tavolino.learning.puzzles.puzzle import Puzzle, PuzzleError, Theme, position_of

GAME = AzulSolo()
FIRST_PLAYOUTS = 1_200
"""To look whether a position is worth the proof."""
SAMPLES, BATCHES = 2_000, 20
"""Of every take, on the same bags and dice; the batches give the errors of the differences."""
LEAST_LEAD, ERRORS = 0.12, 5.0
"""How far the best take is ahead of every other: in chance to win, and in standard errors."""
PLAYER = CoachBot(40)
"""Plays the games in which puzzles are looked for: well enough for games that can be won."""
MOST_TURNS = 40


class Lead(NamedTuple):
    """The best take, and how far it is ahead of the next."""

    move: Take
    chance: float
    lead: float
    errors: float
    """The lead in standard errors, the least over all other takes."""
    next: Take
    next_chance: float
    traps: int
    """Takes that are less than two such leads behind it."""


def find(deal: int) -> Puzzle | None:
    """The puzzle of a deal, if one is found: the first of the game from a random turn on."""
    moves, seed = list[str](), deal_seed(deal)
    state, stream = after_chance(GAME, GAME.start(), seed, 0)
    first = Rng(seed_of("puzzle", GAME.name, deal), 0).below(MOST_TURNS // 2)
    while GAME.actor(state) is not None:
        view = GAME.view(state, 0)
        if len(moves) >= first and _looks_clear(view):
            lead = best_take(view)
            if lead and lead.lead > LEAST_LEAD and lead.errors > ERRORS:
                return _puzzle(deal, state, tuple(moves), lead)
        move = PLAYER.choose(GAME, view, 0, seed_of("puzzle", GAME.name, deal, len(moves)))
        moves.append(str(move))
        state, stream = after_chance(GAME, GAME.apply(state, move), seed, stream)
    return None


def prove(puzzle: Puzzle) -> None:
    """Raises ``PuzzleError`` unless the take is far enough ahead of every other."""
    lead = best_take(GAME.view(position_of(puzzle), 0))
    if lead is None or str(lead.move) != puzzle.key:
        raise PuzzleError(f"{puzzle.id}: expected {puzzle.key}, got {lead and lead.move}")
    if lead.lead <= LEAST_LEAD or lead.errors <= ERRORS:
        raise PuzzleError(
            f"{puzzle.id}: expected a lead of more than {LEAST_LEAD} and {ERRORS} standard errors, "
            f"got {lead.lead:.3f} and {lead.errors:.1f}"
        )


def _looks_clear(view: State) -> bool:
    rated = rate_moves(GAME, view, seed_of("a first look", view), FIRST_PLAYOUTS)
    return len(rated) > 3 and rated[0].wins - max(one.wins for one in rated[1:]) > LEAST_LEAD


def best_take(view: State, seed: str = "puzzle") -> Lead | None:
    """The take with the highest chance, compared with every other on the same samples."""
    moves = [move for move in GAME.legal_moves(view) if isinstance(move, Take)]
    if len(moves) < 2:
        return None
    rng = Rng(seed_of(seed, view), 0)
    root, key = pack(GAME, GAME.fill(view, rng)), rng.below(1 << 63)
    tried = np.array([pack_move(move) for move in moves], np.int64)
    each, sums = SAMPLES // BATCHES, np.zeros((len(tried), SUMS))
    rates, before = np.empty((BATCHES, len(tried))), np.zeros(len(tried))
    for batch in range(BATCHES):
        sample(root, tried, WEIGHTS, sums, key, batch * each, each)
        rates[batch] = (sums[:, WINS] - before) / each
        before = sums[:, WINS].copy()
    chances = rates.mean(axis=0)
    best = int(chances.argmax())
    others = [at for at in range(len(moves)) if at != best]
    spread = rates[:, [best]] - rates[:, others]
    leads = spread.mean(axis=0)
    # Not 0 even if all batches agree, as the coach's error is not.
    errors = np.sqrt(spread.var(axis=0, ddof=1) / BATCHES + 1 / SAMPLES**2)
    return Lead(
        moves[best],
        float(chances[best]),
        float(leads.min()),
        float((leads / errors).min()),
        moves[others[int(leads.argmin())]],
        float(chances[best] - leads.min()),
        int((leads < 2 * LEAST_LEAD).sum()),
    )


def _puzzle(deal: int, state: State, moves: tuple[str, ...], lead: Lead) -> Puzzle:
    key = str(lead.move)
    chances = (round(100 * lead.chance), round(100 * lead.next_chance))
    theme, traps = _theme(state, lead.move), (str(lead.next),)
    puzzle = Puzzle(GAME.name, deal, moves, theme, key, (key,), traps, chances)
    size = len(GAME.legal_moves(state)) / lead.lead
    return graded(puzzle, round(size), lead.traps)


def _theme(state: State, move: Take) -> Theme:
    if move.line == FLOOR:
        return Theme.FLOOR
    tiles = state.centre if not move.source else state.trays[move.source - 1]
    held = len(state.lines[move.line - 1]) + tiles.count(move.colour)
    return Theme.LINE if held >= move.line else Theme.BUILD
