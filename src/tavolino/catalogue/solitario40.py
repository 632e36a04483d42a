"""Solitario with 40 cards."""

from __future__ import annotations

from dataclasses import replace
from operator import attrgetter

from tavolino.cards import NAPOLETANE
from tavolino.catalogue.entry import GameEntry, PuzzleKind, WinnableShare
from tavolino.catalogue.reference import Reference, made_by
from tavolino.games.patience import finishing_moves
from tavolino.games.solitario40 import Solitario40

_TREE_BOT = "tavolino.bots.solitario40.tree_bot:TreeBot"

_FINDER = Reference("tavolino.learning.puzzles.solitario40")
_QUESTIONS = "tavolino.learning.puzzles.questions"
_ONLY_STEP = made_by(f"{_QUESTIONS}.only_step:OnlyStep")

ENTRY = GameEntry(
    rules=Solitario40,
    narration=Reference("tavolino.narration.solitario40"),
    view=Reference("tavolino.server.views.solitario40:solitario40_view"),
    drawing=Reference("tavolino.cli.drawings.solitario40:Solitario40Drawing"),
    has_cards=True,
    italian_faces=NAPOLETANE,
    can_lay_open=True,
    stock=attrgetter("mazzo"),
    laid_open=lambda state: replace(state, unseen=0),
    fast_ruling=Reference("tavolino.solvers.solitario40.stall:ruling"),
    can_finish=Solitario40.can_finish,
    finishing_moves=finishing_moves,
    bots={
        "greedy": made_by("tavolino.bots.solitario40.greedy:GreedyBot"),
        "facile": made_by(_TREE_BOT, 1),
        "medio": made_by(_TREE_BOT, 300),
        "difficile": made_by(_TREE_BOT, 1_000),
        "maestro": made_by(_TREE_BOT, 5_000),
    },
    stand_in="medio",
    gives_up=Reference("tavolino.bots.solitario40.giving_up:gives_up"),
    par_bot="medio",
    hints=Reference("tavolino.bots.solitario40.tree_bot:hints"),
    solver=Reference("tavolino.solvers.solitario40.solver"),
    parse_deal=Reference("tavolino.solvers.solitario40.deal_json:parse_deal"),
    quick_games=Reference("tavolino.bots.solitario40.quick_games:uncovered"),
    winnable=(
        WinnableShare(73),
        WinnableShare(92, {"empty_column": "any"}),
        WinnableShare(84, {"draw": "1"}),
        WinnableShare(97, {"draw": "1", "empty_column": "any"}),
        WinnableShare(83, {"deck": "52"}),
        WinnableShare(96, {"deck": "52", "empty_column": "any"}),
        WinnableShare(91, {"deck": "52", "draw": "1"}),
        WinnableShare(99, {"deck": "52", "draw": "1", "empty_column": "any"}),
    ),
    compile_seconds={"referee": 3, "solve": 9, "quick": 2, "bots": 3},
    analysis=Reference("tavolino.learning.patience:analyse"),
    deal_study=Reference("tavolino.lab.patiences.solitario40"),
    puzzles={
        "stock": PuzzleKind(_FINDER, _ONLY_STEP),
        "uncover": PuzzleKind(_FINDER, _ONLY_STEP),
        "points": PuzzleKind(_FINDER, made_by(f"{_QUESTIONS}.counted_moves:MostPoints")),
        "fewest": PuzzleKind(_FINDER, made_by(f"{_QUESTIONS}.counted_moves:FewestMoves")),
    },
    env=Reference("tavolino.envs.single.solitario40:env"),
    batched_env=Reference("tavolino.envs.batched.solitario40:Solitario40Batch"),
    env_steps=500,  # cards can go to and fro forever
    picture=Reference("tavolino.envs.pictures.solitario40:picture"),
)
