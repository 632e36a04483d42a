"""Writes the golden data of the tests: records with their last positions, and perft counts.

    .venv/bin/python scripts/write_golden_data.py

Run it only after raising a game's ``version``: otherwise old records must replay unchanged. The
tests read these files, never this script.
"""

from __future__ import annotations

import json
from itertools import count, product
from pathlib import Path
from random import Random
from typing import Any

from tavolino.chance import FairSeed, commit, deal_seed
from tavolino.contest import Contest
from tavolino.game import AnyGame, Stop, options_of
from tavolino.games.aftaebr import Aftaebr
from tavolino.games.azul_solo import AzulSolo
from tavolino.games.nove_colonne import NoveColonne
from tavolino.games.perft import perft
from tavolino.games.solitario40 import Solitario40
from tavolino.match import Match, new_match, settle
from tavolino.record import Record

DATA = Path(__file__).parent.parent / "tests" / "data"
SECRET = "7a" * 32
LARGEST = 20_000


def played(match: Match[Any, Any], seed: int, plies: int) -> Match[Any, Any]:
    """Half greedy, half random."""
    rnd, game = Random(seed), match.game
    for _ in range(plies):
        boards = [i for i in range(len(match.boards)) if not match.is_board_over(i)]
        if not boards:
            break
        board = rnd.choice(boards)
        state = match.boards[board].state
        seat = game.actor(state)
        assert seat is not None
        moves = list(game.legal_moves(state))
        rnd.shuffle(moves)
        if rnd.random() < 0.6 and len(moves) < 60:
            moves.sort(key=lambda m: -game.scores(game.apply(state, m))[seat])
        match = match.move(board * game.seats + seat, moves[0])
    return match


def table(game: AnyGame, number: int, plies: int, **more: Any) -> tuple[Match[Any, Any], Any]:
    return played(settle(new_match(game, deal_seed(number), **more)), number, plies), number


def tied_contest() -> tuple[Match[Any, Any], Any]:
    """A tie at zero, because no player moves in the first game; then a new game for all."""
    rules = Contest("replay", 60)
    match = settle(new_match(Solitario40(), deal_seed(31), boards=3, contest=rules))
    return played(match.call(Stop.TIME_UP), 31, 90).call(Stop.TIME_UP), 31


def fair_table() -> tuple[Match[Any, Any], Any]:
    fair = FairSeed(commit(SECRET), ("01", "beef", "c0ffee"), SECRET)
    return played(settle(new_match(Aftaebr(3), fair.seed())), 6, 300), fair


def records() -> dict[str, tuple[Match[Any, Any], Any]]:
    contest = {"boards": 3, "contest": Contest(time_limit=120)}
    practice, number = table(NoveColonne(), 44, 60, is_practice=True)
    timed, _ = table(Aftaebr(4, time_limit=90), 9, 70)
    azul, _ = table(AzulSolo(), 55, 40, **contest)
    return {
        "azul_solo": table(AzulSolo(), 3, 100),
        "azul_solo_first_round_only": table(AzulSolo("first_round_only"), 4, 100),
        "azul_solo_contest": (azul.call(Stop.TIME_UP), 55),
        "solitario40": table(Solitario40(), 14, 250),
        "solitario40_52_any": table(Solitario40(52, 1, "any"), 15, 150),
        "solitario40_contest": table(Solitario40(), 21, 400, **contest),
        "solitario40_replay": tied_contest(),
        "nove_colonne": (practice.undo(0).undo(0).call(Stop.GIVEN_UP, 0), number),
        "aftaebr": table(Aftaebr(2), 5, 300),
        "aftaebr_fair": fair_table(),
        "aftaebr_timed": (timed.call(Stop.TIME_UP), 9),
    }


def write_records() -> None:
    (DATA / "records").mkdir(parents=True, exist_ok=True)
    for name, (match, origin) in records().items():
        record = Record(match, tuple(f"Seat {n + 1}" for n in range(match.players)), origin)
        (DATA / "records" / f"{name}.record").write_text(str(record))
        states = [str(board.state) for board in match.boards]
        (DATA / "records" / f"{name}.final").write_text("\n".join(states) + "\n")


def write_perft() -> None:
    """From the deal and from the middle of two games, as deep as a second allows."""
    rows = []
    games: tuple[AnyGame, ...] = (
        AzulSolo(),
        AzulSolo("first_round_only"),
        *(Solitario40(*o) for o in product((40, 52), (3, 1), ("king", "any"))),
        NoveColonne(),
        *map(Aftaebr, (2, 3, 4)),
    )
    for game in games:
        middle = (s for n in count(2) if len(game.legal_moves(s := reached(game, n, 14))) > 3)
        for state in (reached(game, 1, 0), next(middle), next(middle)):
            moves = [str(move) for move in game.legal_moves(state)]
            row = {"game": game.name, "options": options_of(game), "state": str(state)}
            rows.append({**row, "moves": moves, "perft": counted(game, state)})
    text = ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
    (DATA / "perft.json").write_text(f"[\n{text}\n]\n")


def reached(game: AnyGame, number: int, plies: int) -> Any:
    return played(settle(new_match(game, deal_seed(number))), number, plies).boards[0].state


def counted(game: AnyGame, state: Any) -> list[int]:
    """Deeper while the next count will stay small."""
    counts = [perft(game, state, 1)]
    while len(counts) < 6 and (len(counts) < 2 or counts[-1] ** 2 / counts[-2] < LARGEST):
        counts.append(perft(game, state, len(counts) + 1))
    return counts


if __name__ == "__main__":
    write_records()
    write_perft()
