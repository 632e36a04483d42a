"""``tavolino bot-match``: a series of games between bots."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table

from tavolino.catalogue import entry_of
from tavolino.cli.arguments import (
    ArgumentError,
    GameName,
    Json,
    Options,
    parse_count,
    parse_game,
    terminal_of,
)
from tavolino.cli.help import values
from tavolino.cli.output.json import game_json, print_json
from tavolino.cli.output.terminal import Terminal
from tavolino.cli.practice.bots import check_bot, prepare_bots
from tavolino.game import AnyGame

if TYPE_CHECKING:
    from tavolino.bots.arena import Played, Series

app = typer.Typer()

MAX_GAMES, MAX_JOBS, MAX_SEED = 1_000_000, 256, 999_999_999


@app.command("bot-match", help="help.bot_match")
def bot_match_command(
    context: typer.Context,
    game: GameName,
    bots: Annotated[
        list[str], typer.Argument(metavar="BOT BOT…", help="help.bots", autocompletion=values.bots)
    ],
    games: Annotated[str, typer.Option("--games", metavar="N", help="help.games")] = "100",
    jobs: Annotated[str, typer.Option("--jobs", "-j", metavar="J", help="help.jobs")] = "1",
    seed: Annotated[str, typer.Option("--seed", metavar="S", help="help.match_seed")] = "1",
    option: Options = None,
    json: Json = False,
) -> None:
    terminal = terminal_of(context)
    rules = seats_for(terminal, game, bots, option or ())
    for bot in bots:
        check_bot(terminal, rules.name, bot)
    most = MAX_JOBS if rules.seats == 1 else rules.seats
    if not 2 <= len(bots) <= most or len(set(bots)) < len(bots):
        key = "error.bot_match_two" if most == 2 else "error.bot_match"
        raise ArgumentError(terminal.say(key, most=most, got=" ".join(bots)[:60]))
    count = parse_count(terminal, "--games", games, 1, MAX_GAMES)
    processes = parse_count(terminal, "--jobs", jobs, 1, MAX_JOBS)
    number = parse_count(terminal, "--seed", seed, 0, MAX_SEED)
    from tavolino.bots.arena import Series

    series = Series(rules, tuple(bots), count, number)
    played: list[Played] = []
    is_complete = _play(terminal, series, min(processes, os.cpu_count() or 1), played)
    if json:
        print_json(terminal, _json_data(series, played))
    else:
        _print_table(terminal, series, played)
    if not is_complete:
        terminal.print(terminal.say("bot_match.interrupted"))
        raise KeyboardInterrupt


def seats_for(
    terminal: Terminal, name: str, bots: Sequence[str], options: Sequence[str]
) -> AnyGame:
    """The game, with as many players as there are bots unless an option says otherwise."""
    game = parse_game(terminal, name, options)
    counts = entry_of(game.name).seat_counts
    if len(counts) > 1 and not any(option.startswith("players=") for option in options):
        wanted = min(max(len(bots), min(counts)), max(counts))
        return parse_game(terminal, name, [*options, f"players={wanted}"])
    return game


def _play(terminal: Terminal, series: Series, jobs: int, played: list[Played]) -> bool:
    """Fills the list of played games; False if interrupted."""
    prepare_bots(terminal, series.game, series.bots)
    errors = Console(stderr=True)
    games = series.run(jobs)
    try:
        for game in track(
            games,
            terminal.say("bot_match.playing"),
            total=len(series),
            console=errors,
            transient=True,
            disable=not errors.is_terminal,
        ):
            played.append(game)
    except KeyboardInterrupt:
        games.close()
        return False
    return True


def _json_data(series: Series, played: Sequence[Played]) -> dict[str, Any]:
    from tavolino.bots.statistics import pairs, summary

    data: dict[str, Any] = {
        **game_json(series.game),
        "bots": list(series.bots),
        "seed": series.seed,
        "games": len(series),
        "played": len(played),
        "table": [_as_dict(row) for row in summary(series, played)],
    }
    if series.is_solitary:
        data["pairs"] = [_as_dict(pair) for pair in pairs(series, played)]
    return data


def _as_dict(row: Any) -> dict[str, Any]:
    return {name: list(v) if isinstance(v, tuple) else v for name, v in row._asdict().items()}


def _print_table(terminal: Terminal, series: Series, played: Sequence[Played]) -> None:
    from tavolino.bots.statistics import pairs, summary

    say, name = terminal.say, series.game.name
    head = say(
        "bot_match.head",
        game=terminal.title_of(name),
        n=len(played),
        total=len(series),
        seed=series.seed,
    )
    grid = Table(title=head, title_justify="left", title_style="bold")
    grid.add_column(say("bot_match.bot"))
    for column in ("points", "share", "within", "wins", "score"):
        grid.add_column(say(f"bot_match.{column}"), justify="right")
    grid.add_column("Elo", justify="right")
    for row in summary(series, played):
        grid.add_row(
            row.bot,
            f"{row.points:.1f}/{row.games}",
            f"{row.share:.3f}",
            f"{row.within.low:.3f} … {row.within.high:.3f}",
            f"{row.wins:.3f}",
            f"{row.score:.2f}",
            f"{row.elo:+.0f}",
        )
    terminal.print(grid)
    for pair in pairs(series, played) if series.is_solitary else ():
        values = {"first": pair.first, "second": pair.second, "gain": f"{pair.gain:+.2f}"}
        low, high = (f"{bound:+.2f}" for bound in pair.within)
        terminal.print(say("bot_match.pair", **values, low=low, high=high))
