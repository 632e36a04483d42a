"""How many deals of a patience can be won if all cards are known, and what the others give."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import pyarrow as pa

from tavolino.chance import Rng, deal_seed
from tavolino.game import option
from tavolino.games.nove_colonne import DEALT, KING, NoveColonne
from tavolino.games.patience import Deal
from tavolino.games.solitario40 import Solitario40
from tavolino.lab.studies.patience import PatienceStudy
from tavolino.lab.study import Row
from tavolino.solvers.solitario40.dealing import deal

WON, IMPOSSIBLE, UNKNOWN = "won", "impossible", "unknown"


@dataclass(frozen=True)
class Winnability(PatienceStudy):
    guarantee: str = option("yes", "no")
    """Whether the deal offers a move at once (R-S40-11, RULES 8.8), as the deals of players do."""
    positions: int = option(20_000_000, 5_000_000, 1_000_000, 100_000)
    """What is searched before a deal is given up as unknown."""
    best: str = option("yes", "no")
    """Whether the best score of a lost deal is wanted too. Verdicts alone take solitario40 less
    than half of the time; the search of nove_colonne finds both at once."""
    nodes: int = option(2_097_152, 16_777_216)
    """What the search of nove_colonne can keep in memory, about 130 bytes each."""

    name: ClassVar[str] = "winnability"
    about: ClassVar[str] = "which deals of a patience can be won, and the best score of the others"
    columns: ClassVar[dict[str, pa.DataType]] = {
        "verdict": pa.dictionary(pa.int8(), pa.string()),
        "positions": pa.int64(),
        "best": pa.int16(),
        "is_exact": pa.bool_(),
        "rejected": pa.int16(),
    }

    def prepare(self) -> None:
        from tavolino.bots.warm_up import warm_up_solver

        warm_up_solver(self.rules)

    def row(self, number: int) -> Row:
        """Verdict, positions, best score, whether it is exact, shuffles rejected."""
        if isinstance(self.rules, Solitario40):
            return self._solitario40(self.rules, number)
        return self._nove_colonne(self.rules, number)

    def _solitario40(self, game: Solitario40, number: int) -> Row:
        from tavolino.solvers.solitario40.bounded_search import bounded_search
        from tavolino.solvers.solitario40.layout import rules_of
        from tavolino.solvers.solitario40.search import EXHAUSTED
        from tavolino.solvers.solitario40.search import WON as SEARCH_WON

        rules = rules_of(game)
        dealt = deal(game, rules, number, self.guarantee == "yes")
        only_wins = self.best == "no"
        found = bounded_search(
            rules, dealt.layout, dealt.position, None, self.positions, only_wins=only_wins
        )
        verdict = {SEARCH_WON: WON, EXHAUSTED: IMPOSSIBLE}.get(found.status, UNKNOWN)
        has_score = verdict == WON or not only_wins
        points = found.points if has_score else None
        return verdict, found.positions, points, has_score and verdict != UNKNOWN, dealt.rejected

    def _nove_colonne(self, game: NoveColonne, number: int) -> Row:
        from tavolino.solvers.nove_colonne.solver import best_score

        start, rng = game.start(), Rng(deal_seed(number), 0)
        if self.guarantee == "yes":
            dealt = game.chance_move(start, rng)
        else:
            dealt = Deal(rng.shuffled(DEALT))
        score = best_score(game, game.apply(start, dealt), None, self.positions, self.nodes)
        is_exact = score.low == score.high
        verdict = WON if score.low == 4 * KING else IMPOSSIBLE if is_exact else UNKNOWN
        return verdict, score.positions, score.low, is_exact, dealt.rejected
