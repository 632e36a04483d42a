"""Rows of the studies against the rules, the solvers and the arena."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tavolino.bots import bot_named
from tavolino.bots.arena import play_game, play_on
from tavolino.catalogue import make_game
from tavolino.chance import Rng, deal_seed
from tavolino.game import OptionError, dealt
from tavolino.games.azul_solo import Fill
from tavolino.games.nove_colonne import NoveColonne
from tavolino.games.solitario40 import Solitario40
from tavolino.lab.ledger import Ledger
from tavolino.lab.pools.pool import InProcess
from tavolino.lab.runner import run
from tavolino.lab.studies import STUDIES, make_study
from tavolino.lab.studies.die_luck import SERIES
from tavolino.lab.study import Unit, run_unit
from tavolino.match import new_match, settle
from tavolino.solvers.result import Solved
from tavolino.solvers.solitario40 import solver

SMALL: Mapping[str, tuple[int, Mapping[str, str]]] = {
    "winnability": (20, {"empty_column": "any"}),
    "solutions": (6, {"nodes": "100000", "empty_column": "any"}),
    "honest": (4, {"level": "greedy"}),
    "redeals": (40, {}),
    "seats": (4, {"level": "random"}),
    "small_boards": (2, {}),
    "azul": (3, {"level": "random"}),
    "die_luck": (2, {"level": "random"}),
}


def rows(name: str, last: int, **options: str) -> list[dict[str, Any]]:
    study = make_study(name, options)
    found: list[dict[str, Any]] = run_unit(study, Unit(1, last)).to_pylist()
    return found


def written(folder: Path) -> str:
    """The report on this folder's results. Imported here: every test process collects this file."""
    from tavolino.lab.report.writing import write_report

    return write_report([folder], folder / "report").read_text()


def test_every_study_has_a_report_and_a_small_run() -> None:
    from tavolino.lab.report.writing import REPORTS

    assert STUDIES.keys() == REPORTS.keys() == SMALL.keys()


@pytest.mark.parametrize("name", SMALL)
def test_a_report_can_be_written(name: str, tmp_path: Path) -> None:
    deals, options = SMALL[name]
    study = make_study(name, options)
    run(study, deals, Ledger(tmp_path), InProcess(study))
    report = written(tmp_path)
    assert report.startswith(f"# {name}\n") and f"--deals {deals} --out DIR" in report
    plots = list(tmp_path.glob("report/*-light.svg"))
    assert plots or name in {"redeals", "small_boards"}
    for plot in plots:
        assert f"({plot.name})" in report
        assert plot.with_name(plot.name.replace("light", "dark")).exists()


def test_verdicts_alone_are_those_with_best_scores() -> None:
    alone, scored = rows("winnability", 60, best="no"), rows("winnability", 60)
    assert [row["verdict"] for row in alone] == [row["verdict"] for row in scored]
    for one, other in zip(alone, scored):
        assert one["best"] == (other["best"] if one["verdict"] == "won" else None)
        assert one["is_exact"] is (one["verdict"] == "won") and other["is_exact"]
    assert {row["verdict"] for row in alone} == {"won", "impossible"}


def test_a_report_of_verdicts_alone_has_no_best_scores(tmp_path: Path) -> None:
    study = make_study("winnability", {"best": "no"})
    run(study, 20, Ledger(tmp_path), InProcess(study))
    report = written(tmp_path)
    assert "The hardest deals" in report and "best score" not in report


def test_redeals_are_those_of_the_rules() -> None:
    game = make_game("nove_colonne")
    for row in rows("redeals", 20, game="nove_colonne"):
        by_rules = game.chance_move(game.start(), Rng(deal_seed(row["number"]), 0))
        assert row["rejected"] == by_rules.rejected


def test_lengths_of_solutions_are_those_of_the_solver() -> None:
    game = Solitario40(empty_column="any")
    found = rows("solutions", 6, nodes="100000", empty_column="any")
    assert any(row["is_proved"] for row in found)
    for row in found:
        result = solver.solve(game, dealt(game, row["number"]))
        assert row["length"] == (len(result.moves) if isinstance(result, Solved) else None)
        if row["is_proved"]:
            assert row["lower"] == row["shortest"] <= row["length"]


def test_games_of_bots_are_those_of_the_arena() -> None:
    game = make_game("solitario40")
    for row in rows("honest", 3, level="greedy"):
        seed = deal_seed(row["deal"])
        played = play_game(game, [bot_named(game.name, "greedy")], seed, (0,))
        assert (row["score"], row["moves"]) == (played.scores[0], played.moves)
        assert row["is_won"] is bool(played.winners)
        assert row["ending"] in ("won", "stall", "given up")
        assert row["stuck_after"] == (row["moves"] if row["ending"] == "stall" else None)


def test_a_dead_end_is_noted_where_it_begins() -> None:
    """Random players go on after it, as the game does (R-N9-19)."""
    game, begun = NoveColonne(), set[bool]()
    for row in rows("honest", 12, game="nove_colonne", level="random"):
        seed = deal_seed(row["deal"])
        match = play_on(settle(new_match(game, seed)), [bot_named(game.name, "random")], seed)
        positions = list(match.boards[0].history)[1 : row["moves"] + 2]
        is_stuck = [game.is_dead_end(state) for state in positions]
        assert row["stuck_after"] == (is_stuck.index(True) if True in is_stuck else None)
        begun.add(row["stuck_after"] < row["moves"])
    assert begun == {True, False}


@pytest.mark.parametrize(
    ("level", "games"), [("random", 4), ("greedy", 4), ("safe", 4), ("facile", 1)]
)
def test_seats_are_counted_in_the_order_of_play(level: str, games: int) -> None:
    game = make_game("aftaebr", {"players": "3"})
    for row in rows("seats", games, level=level, players="3"):
        seed = deal_seed(row["game"])
        bots = [bot_named(game.name, level)] * 3
        played = play_game(game, bots, seed, (0, 1, 2))
        black = game.chance_move(game.start(), Rng(seed, 0)).black
        first = black.index(max(black))
        assert row["winners"] == sorted((seat - first) % 3 + 1 for seat in played.winners)
        assert row["plies"] == played.moves - 3  # the colours are chosen first
        if not sum(row["captures"]) and not row["passes"]:
            assert (row["winners"], row["plies"]) == ([3], 95)


def test_azul_games_and_the_answers_of_the_automa() -> None:
    for row in rows("azul", 4, level="random"):
        game = make_game("azul_solo", {"marker_home": row["marker_home"]})
        played = play_game(game, [bot_named(game.name, "random")], deal_seed(row["game"]), (0,))
        assert (row["human"], row["automa"]) == played.scores
        assert row["is_won"] is bool(played.winners)
        assert abs(sum(row["priorities"]) - played.moves) <= 4  # one turn each, four rounds


def test_series_of_rolls_share_a_bag(monkeypatch: pytest.MonkeyPatch) -> None:
    game, bags = make_game("azul_solo"), list[Fill]()
    chance_move = type(game).chance_move

    def noted(self: Any, state: Any, rng: Rng) -> Any:
        move = chance_move(self, state, rng)
        if isinstance(move, Fill):
            bags.append(move)
        return move

    monkeypatch.setattr(type(game), "chance_move", noted)
    found = rows("die_luck", SERIES + 1, level="random")
    assert len(set(bags[:SERIES])) == 1 and bags[SERIES] != bags[0]
    assert len({row["lead"] for row in found[:SERIES]}) > 1


def test_options_that_do_not_belong_together_are_refused() -> None:
    with pytest.raises(OptionError, match="expected no options of nove_colonne, got 'draw'"):
        make_study("redeals", {"game": "nove_colonne", "draw": "1"})
    with pytest.raises(OptionError, match="expected at most"):
        make_study("small_boards", {}).row(999)
