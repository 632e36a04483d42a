"""``tavolino verify``: repeats the chance events and referee calls of a record and compares."""

from __future__ import annotations

from typing import Any

import typer
from rich.text import Text

from tavolino.catalogue import entry_of
from tavolino.chance import FairSeed
from tavolino.cli.arguments import Json, RecordFile, terminal_of
from tavolino.cli.output.files import FileError, read_file
from tavolino.cli.output.json import as_json, game_json, print_json
from tavolino.cli.output.narrator import Narrator
from tavolino.cli.output.terminal import Terminal
from tavolino.cli.practice.referee import referee_at
from tavolino.game import CHANCE, REFEREE, IllegalMoveError, Stop, has_points
from tavolino.record import AlteredRecordError, HiddenSeedError, Record, VerifyError, verify

app = typer.Typer()

_VERDICTS: dict[type[Exception], tuple[bool | None, str]] = {
    VerifyError: (False, "not_genuine"),
    HiddenSeedError: (None, "unknown"),
    FileError: (False, "not_a_record"),
}


@app.command("verify", help="help.verify")
def verify_command(context: typer.Context, file: RecordFile, json: Json = False) -> None:
    terminal = terminal_of(context)
    try:
        record = _read_verified(terminal, file)
    except (VerifyError, HiddenSeedError, FileError) as error:
        if json:
            verified, kind = _VERDICTS[type(error)]
            print_json(terminal, {"verified": verified, "kind": kind, "reason": str(error)})
        raise
    counts = _counts(record)
    if json:
        print_json(terminal, {"verified": True, **_json_data(record), **counts})
        return
    terminal.print_sentence(terminal.say("verify.ok", file=file), "bold")
    for line in (_origin(terminal, record), terminal.say("verify.counts", **counts)):
        terminal.print_sentence(line)
    terminal.print()
    _print_result(terminal, record)


def _read_verified(terminal: Terminal, file: Any) -> Record:
    """A record that was altered, or has illegal moves, is not genuine; it can be read as one."""
    try:
        record = read_file(terminal, file)
    except FileError as error:
        if isinstance(error.__cause__, IllegalMoveError | AlteredRecordError):
            raise VerifyError(
                terminal.say("verify.failed", file=file, why=terminal.reason(error.__cause__))
            ) from None
        raise
    try:
        verify(record, referee_at(terminal))
    except VerifyError as error:
        raise VerifyError(
            terminal.say("verify.failed", file=file, why=terminal.reason(error))
        ) from None
    except HiddenSeedError:
        raise HiddenSeedError(terminal.say("verify.unknown", file=file)) from None
    return record


def _counts(record: Record) -> dict[str, int]:
    log = record.match.log
    calls = [entry for entry in log if entry.actor == REFEREE]
    trusted = sum(entry.act in (Stop.TIME_UP, Stop.GIVEN_UP) for entry in calls)
    return {
        "entries": len(log),
        "chance": sum(entry.actor == CHANCE for entry in log),
        "calls": len(calls) - trusted,
        "trusted": trusted,
    }


def _json_data(record: Record) -> dict[str, Any]:
    match, origin = record.match, record.origin
    data = {
        **game_json(match.game),
        "players": list(record.names),
        "is_over": match.is_over,
        "scores": [list(match.game.scores(board.state)) for board in match.boards],
        "winners": [list(match.game.winners(board.state)) for board in match.boards],
    }
    if isinstance(origin, FairSeed):
        data["origin"] = {"commitment": origin.commitment, "nonces": len(origin.nonces)}
    else:
        data["origin"] = {"number": origin}
    if match.contest:
        data["standings"] = as_json(match.standings())
    return data


def _origin(terminal: Terminal, record: Record) -> str:
    origin = record.origin
    if not isinstance(origin, FairSeed):
        return terminal.say("verify.deal", n=origin)
    commitment, nonces = origin.commitment[:16], len(origin.nonces)
    return terminal.say("verify.fair", commitment=commitment, n=nonces)


def _print_result(terminal: Terminal, record: Record) -> None:
    match = record.match
    title = terminal.title_of(match.game.name)
    over = terminal.say("verify.over" if match.is_over else "verify.unfinished")
    terminal.print(Text(f" {title} · {over}", "bold"))
    if match.contest:
        for line in Narrator(terminal, record.names).describe_standings(match):
            terminal.print(f" {line}")
        return
    state = match.boards[0].state
    scores, winners = match.game.scores(state), match.game.winners(state)
    names = [*record.names, *map(terminal.say, entry_of(match.game.name).other_scorers)]
    shows_points = match.game.seats == 1 or has_points(match.game, state)
    for seat, score in enumerate(scores):
        points = f": {score}" if shows_points else ""
        won = f" · {terminal.say('verify.winner')}" if seat in winners else ""
        terminal.print(f" {names[seat]}{points}{won}")
