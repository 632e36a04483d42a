"""Azul solo."""

from __future__ import annotations

from tavolino.catalogue.entry import GameEntry, PuzzleKind
from tavolino.catalogue.reference import Reference, made_by
from tavolino.games.azul_solo import PENALTIES, AzulSolo, Roll

_COACH_BOT = "tavolino.bots.azul_solo.coach:CoachBot"

_TAKE = PuzzleKind(
    Reference("tavolino.learning.puzzles.azul_solo"),
    made_by("tavolino.learning.puzzles.questions.line:BestTake"),
)

ENTRY = GameEntry(
    rules=AzulSolo,
    narration=Reference("tavolino.narration.azul_solo"),
    other_scorers=("az.who.automa",),
    view=Reference("tavolino.server.views.azul_solo:azul_view"),
    previews=Reference("tavolino.server.views.azul_scoring:previews"),
    round_count=Reference("tavolino.server.views.azul_scoring:round_count"),
    drawing=Reference("tavolino.cli.drawings.azul_solo:AzulDrawing"),
    facts={"floor_penalties": PENALTIES},
    public_chance=(Roll,),
    bots={
        "greedy": made_by("tavolino.bots.azul_solo.simple:GreedyBot"),
        "facile": made_by(_COACH_BOT, 60),
        "medio": made_by(_COACH_BOT, 200),
        "difficile": made_by(_COACH_BOT, 1000),
        "maestro": made_by(_COACH_BOT, 10_000),
    },
    stand_in="medio",
    hints=Reference("tavolino.bots.azul_solo.hints:hints"),
    has_coach=True,
    compile_seconds={"bots": 11},
    analysis=Reference("tavolino.learning.azul_solo:analyse"),
    puzzles=dict.fromkeys(("line", "build", "floor"), _TAKE),
    env=Reference("tavolino.envs.single.azul_solo:env"),
    batched_env=Reference("tavolino.envs.batched.azul_solo:AzulSoloBatch"),
    picture=Reference("tavolino.envs.pictures.azul_solo:picture"),
    open_spiel=Reference("tavolino.envs.open_spiel.azul_solo"),
)
