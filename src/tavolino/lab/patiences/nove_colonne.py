"""Deals of nove_colonne. Its search finds the verdict and the best score at once."""

from __future__ import annotations

from tavolino.chance import Rng, deal_seed
from tavolino.games.nove_colonne import DEALT, KING, NoveColonne
from tavolino.games.patience import Deal
from tavolino.lab.patiences import IMPOSSIBLE, UNKNOWN, WON, Limits, Searched
from tavolino.solvers.nove_colonne.solver import best_score

SCORE, SCORE_STEP = "cards on the bases", 1


def rejected(game: NoveColonne, number: int) -> int:
    return _deal(game, number).rejected


def search(game: NoveColonne, number: int, is_guaranteed: bool, limits: Limits) -> Searched:
    if is_guaranteed:
        dealt = _deal(game, number)
    else:
        dealt = Deal(Rng(deal_seed(number), 0).shuffled(DEALT))
    state = game.apply(game.start(), dealt)
    score = best_score(game, state, None, limits.positions, limits.nodes)
    is_exact = score.low == score.high
    verdict = WON if score.low == 4 * KING else IMPOSSIBLE if is_exact else UNKNOWN
    return Searched(verdict, score.positions, score.low, is_exact, dealt.rejected)


def _deal(game: NoveColonne, number: int) -> Deal:
    return game.chance_move(game.start(), Rng(deal_seed(number), 0))
