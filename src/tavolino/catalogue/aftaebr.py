"""AFTAEBR."""

from __future__ import annotations

from tavolino.catalogue.entry import GameEntry, PuzzleKind
from tavolino.catalogue.reference import Reference, made_by
from tavolino.games.aftaebr import Aftaebr, Draw

_SEARCH_BOT = "tavolino.bots.aftaebr.search:SearchBot"
_TALLEST = 3
"""Pieces of a stack that these levels do not build on without need."""
_CARELESS = 30
"""Of 100 moves, those that the weakest level makes without thinking."""

_QUESTIONS = "tavolino.learning.puzzles.questions"
_ENDGAME = PuzzleKind(
    Reference("tavolino.learning.puzzles.aftaebr.endgames"),
    made_by(f"{_QUESTIONS}.line:WinningPlacements"),
)
_CHAIN = PuzzleKind(
    Reference("tavolino.learning.puzzles.aftaebr.chains"), made_by(f"{_QUESTIONS}.chain:Chain")
)

ENTRY = GameEntry(
    rules=Aftaebr,
    narration=Reference("tavolino.narration.aftaebr"),
    view=Reference("tavolino.server.views.aftaebr:aftaebr_view"),
    drawing=Reference("tavolino.cli.drawings.aftaebr:AftaebrDrawing"),
    seat_names=lambda state: [f"af.colour.{colour}" for colour in state.colours],
    public_chance=(Draw,),
    bots={
        "greedy": made_by("tavolino.bots.aftaebr.simple:GreedyBot"),
        "safe": made_by("tavolino.bots.aftaebr.simple:SafeBot"),
        "facile": made_by(_SEARCH_BOT, 6, None, _TALLEST, _CARELESS),
        "medio": made_by(_SEARCH_BOT, 25, None, _TALLEST),
        "difficile": made_by(_SEARCH_BOT, 100, None, _TALLEST),
        "maestro": made_by(_SEARCH_BOT, 3000),
    },
    stand_in="medio",
    newcomers_bot="facile",
    hints=Reference("tavolino.bots.aftaebr.hints:hints"),
    compile_seconds={"bots": 14},
    analysis=Reference("tavolino.learning.aftaebr:analyse"),
    puzzles={
        **dict.fromkeys(("capture", "extra_turn", "quiet"), _ENDGAME),
        "chain": _CHAIN,
    },
    batched_env=Reference("tavolino.envs.batched.aftaebr:AftaebrBatch"),
    picture=Reference("tavolino.envs.pictures.aftaebr:picture"),
    open_spiel=Reference("tavolino.envs.open_spiel.aftaebr"),
)
