"""The bots. They choose from what a seat may see, never from the whole state."""

from __future__ import annotations

from tavolino.bots.aftaebr.search import Search
from tavolino.bots.aftaebr.simple import Greedy, Safe
from tavolino.bots.azul_solo.coach import Coached
from tavolino.bots.azul_solo.simple import Greedy as AzulGreedy
from tavolino.bots.bot import Bot
from tavolino.bots.patience import Greedy as PatienceGreedy
from tavolino.bots.patience import Hinted, PlayedOut
from tavolino.bots.random_bot import RandomBot

BOTS: dict[str, dict[str, Bot]] = {
    "aftaebr": {
        "random": RandomBot(),
        "greedy": Greedy(),
        "safe": Safe(),
        "facile": Search(6),
        "medio": Search(25),
        "difficile": Search(100),
        "maestro": Search(3000),
    },
    "azul_solo": {
        "random": RandomBot(),
        "greedy": AzulGreedy(),
        "facile": Coached(60),
        "medio": Coached(200),
        "difficile": Coached(1000),
        "maestro": Coached(10_000),
    },
    "solitario40": {
        "random": RandomBot(),
        "greedy": PatienceGreedy(),
        "facile": Hinted(1),
        "medio": Hinted(4),
        "difficile": Hinted(16),
        "maestro": Hinted(64),
    },
    "nove_colonne": {
        "random": RandomBot(),
        "greedy": PatienceGreedy(),
        "facile": PlayedOut(2),
        "medio": PlayedOut(8),
        "difficile": PlayedOut(32),
        "maestro": PlayedOut(128),
    },
}
"""The bots of each game by name, the weakest first."""
