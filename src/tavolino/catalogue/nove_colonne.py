"""Nove colonne."""

from __future__ import annotations

from tavolino.catalogue.entry import GameEntry, PuzzleKind, WinnableShare
from tavolino.catalogue.reference import Reference, made_by
from tavolino.games.nove_colonne import NoveColonne
from tavolino.games.patience import finishing_moves

_STEP_BOT = "tavolino.bots.nove_colonne.step_bot:StepBot"

ENTRY = GameEntry(
    rules=NoveColonne,
    narration=Reference("tavolino.narration.nove_colonne"),
    view=Reference("tavolino.server.views.nove_colonne:nove_colonne_view"),
    drawing=Reference("tavolino.cli.drawings.nove_colonne:NoveColonneDrawing"),
    has_cards=True,
    can_lay_open=True,
    dead_end=lambda game, view: game.is_dead_end(view),
    fast_dead_end=Reference("tavolino.solvers.nove_colonne.solver:is_dead_end"),
    can_finish=NoveColonne.can_finish,
    finishing_moves=finishing_moves,
    bots={
        "greedy": made_by("tavolino.bots.patience:GreedyBot"),
        "facile": made_by(_STEP_BOT, 8),
        "medio": made_by(_STEP_BOT, 32),
        "difficile": made_by(_STEP_BOT, 128),
        "maestro": made_by(_STEP_BOT, 2048),
    },
    stand_in="medio",
    gives_up=Reference("tavolino.bots.nove_colonne.giving_up:gives_up"),
    par_bot="difficile",
    hints=Reference("tavolino.bots.nove_colonne.step_bot:hints"),
    solver=Reference("tavolino.solvers.nove_colonne.solver"),
    parse_deal=Reference("tavolino.solvers.nove_colonne.deal_json:parse_deal"),
    quick_games=Reference("tavolino.bots.nove_colonne.quick_games:uncovered"),
    winnable=(WinnableShare(81),),
    compile_seconds={"referee": 8, "solve": 4, "quick": 3, "bots": 15},
    analysis=Reference("tavolino.learning.patience:analyse"),
    deal_study=Reference("tavolino.lab.patiences.nove_colonne"),
    puzzles={
        "column": PuzzleKind(
            Reference("tavolino.learning.puzzles.nove_colonne"),
            made_by("tavolino.learning.puzzles.questions.only_column:OnlyColumn"),
        )
    },
    env=Reference("tavolino.envs.single.nove_colonne:env"),
    batched_env=Reference("tavolino.envs.batched.nove_colonne:NoveColonneBatch"),
    env_steps=500,  # cards can go to and fro forever
    picture=Reference("tavolino.envs.pictures.nove_colonne:picture"),
)
