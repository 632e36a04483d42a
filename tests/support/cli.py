"""The command line as a test sees it: arguments and typed lines in, exit code and texts out."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterable
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from unittest.mock import patch

from tavolino.catalogue import make_game
from tavolino.chance import deal_seed
from tavolino.cli import main
from tavolino.game import AnyGame
from tavolino.games.patience import BASE, Carry
from tavolino.match import Match, new_match, settle
from tavolino.record import Record, read_record


class Result(NamedTuple):
    code: object
    out: str
    err: str

    @property
    def words(self) -> str:
        """What was printed, however its lines were broken."""
        return " ".join(self.out.split())

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def run(*arguments: object, typed: str | Iterable[str] = "") -> Result:
    lines = typed if isinstance(typed, str) else "".join(f"{line}\n" for line in typed)
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err), patch.object(sys, "stdin", io.StringIO(lines)):
        try:
            main([str(argument) for argument in arguments])
        except SystemExit as leaving:
            return Result(leaving.code, out.getvalue(), err.getvalue())
    raise AssertionError("main has to leave with an exit code")


def record_in(path: Path) -> Record:
    return read_record(path.read_bytes())


def dealt(name: str, number: int, **options: str) -> Match[Any, Any]:
    return settle(new_match(make_game(name, options), deal_seed(number), is_practice=True))


def diligent(name: str, number: int, temper: int = 0) -> list[str]:
    """Moves that uncover cards, else go to the bases; no position is repeated."""
    return [*_diligent(name, number, temper)]


@cache
def _diligent(name: str, number: int, temper: int) -> tuple[str, ...]:
    match = dealt(name, number)
    game, state = match.game, match.boards[0].state
    seen, moves, rnd = {state}, [], Random(temper)
    for _ in range(400):
        new = [m for m in game.legal_moves(state) if game.apply(state, m) not in seen]
        if game.actor(state) is None or not new:
            break
        move = max(new, key=lambda m: _worth(game, state, m) + 1.2 * rnd.random())
        state = game.apply(state, move)
        seen.add(state)
        moves.append(str(move))
    return tuple(moves)


def _worth(game: AnyGame, state: Any, move: Any) -> float:
    if not isinstance(move, Carry):
        return 1.5
    if sum(game.apply(state, move).hidden) < sum(state.hidden):
        return 4
    if move.to == BASE:
        return 3
    if move.card in getattr(state, "mazzetto", ()):
        return 2
    return 0.2 if state.bases[move.card.suit] >= move.card.rank else 1


def random_game(name: str, number: int, **options: str) -> list[str]:
    """Random moves of all players, to the end of the game."""
    return [*_random_game(name, number, **options)]


@cache
def _random_game(name: str, number: int, **options: str) -> tuple[str, ...]:
    match, rnd, moves = dealt(name, number, **options), Random(number), []
    while not match.is_over:
        state = match.boards[0].state
        player = match.game.actor(state)
        assert player is not None
        move = rnd.choice(match.game.legal_moves(state))
        match = match.move(player, move)
        moves.append(str(move))
    return tuple(moves)
