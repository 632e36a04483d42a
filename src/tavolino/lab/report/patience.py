"""The reports of ``solutions``, ``redeals`` and ``honest``."""

from __future__ import annotations

from collections.abc import Mapping

from matplotlib.axes import Axes

from tavolino.bots.statistics import wilson
from tavolino.lab.report.content import Content, Plot, Table, interval, name_across, percent
from tavolino.lab.report.results import Results

QUARTILES = (
    "quantile_disc({0}, 0.25) AS quarter, quantile_disc({0}, 0.5) AS median, "
    "quantile_disc({0}, 0.75) AS 'three quarters', max({0}) AS most"
)


def solutions_report(options: Mapping[str, str], results: Results) -> Content:
    won = results.value("SELECT count(*) FROM results WHERE verdict = 'won'")
    proved = results.value("SELECT count(*) FROM results WHERE is_proved")
    content = Content(
        [
            f"Of {results.rows:,} deals {won:,} were won; for {proved:,} of these "
            f"({percent(proved / max(1, won))}) the shortest is proved. Turns and redeals count."
        ]
    )
    content.tables = [
        Table(title, *results.ask(f"SELECT count({column}) AS deals, {figures} FROM {rows}"))
        for title, column, rows in (
            ("The first solution found", "length", "results"),
            ("The shortest solution, where proved", "shortest", "results WHERE is_proved"),
        )
        for figures in [
            f"round(avg({column}), 1) AS mean, min({column}) AS least, " + QUARTILES.format(column)
        ]
    ]
    if proved:
        found = results.column("SELECT length FROM results WHERE is_proved")
        shortest = results.column("SELECT shortest FROM results WHERE is_proved")

        def draw(axes: Axes) -> None:
            axes.hist([found, shortest], bins=25, label=["first found", "shortest"])
            axes.legend()

        title = "Length of solutions, where the shortest is proved"
        content.plots = [Plot("lengths", title, "moves", "deals", draw)]
    if proved < won:
        content.unknown.append(
            f"For {won - proved:,} winnable deals the shortest win is not proved with "
            f"{int(options['nodes']):,} positions; they are probably among the longer ones."
        )
    return content


def redeals_report(options: Mapping[str, str], results: Results) -> Content:
    thrown = results.value("SELECT count(*) FROM results WHERE rejected > 0")
    shuffles = results.rows + results.value("SELECT sum(rejected) FROM results")
    return Content(
        [
            f"For {thrown:,} of {results.rows:,} deals ({percent(thrown / results.rows, 3)}) at "
            f"least one shuffle was thrown away. Of {shuffles:,} shuffles "
            f"{interval(shuffles - results.rows, shuffles - results.rows, shuffles, 3)} offer no "
            "first move (95 %, Wilson)."
        ],
        [
            Table(
                "Shuffles thrown away", ["rejected", "deals"], [*results.counts("rejected").items()]
            )
        ],
    )


def honest_report(options: Mapping[str, str], results: Results) -> Content:
    sql = (
        "SELECT level, count(*), sum(is_won::INT), avg(score), avg(moves), "
        "count(stuck_after), avg(stuck_after), median(stuck_after) "
        f"FROM results GROUP BY level {results.by_level}"
    )
    names = [
        "level",
        "games",
        "won",
        "95 %",
        "mean score",
        "mean moves",
        "stuck",
        "moves until then, mean",
        "median",
    ]
    rows = [
        (
            level,
            games,
            percent(won / games),
            interval(won, won, games),
            round(score, 1),
            round(moves, 1),
            percent(stuck / games),
            *("–" if at is None else round(at, 1) for at in after),
        )
        for level, games, won, score, moves, stuck, *after in results.rows_of(sql)
    ]
    content = Content(
        [
            f"{results.rows:,} games by bots that see what a player sees.",
            "Stuck means at a stall (R-S40-35), which ends a game, or after a dead end (R-N9-19).",
        ]
    )
    content.tables = [Table("Wins and stuck games by level", names, rows), _endings(results)]
    unproved = results.value(
        "SELECT count(*) FROM results WHERE NOT is_won AND stuck_after IS NULL"
    )
    if unproved:
        content.unknown.append(
            f"{unproved:,} games were neither won nor proved to be stuck: their players gave up "
            "after a long time without progress, or where a proof would take long."
        )
    content.plots = [_wins(results)]
    return content


def _endings(results: Results) -> Table:
    sql = (
        f"SELECT level, ending, count(*) AS games FROM results GROUP BY 1, 2 {results.by_level}, 2"
    )
    return Table("How games ended", *results.ask(sql))


def _wins(results: Results) -> Plot:
    rows = results.rows_of(
        f"SELECT level, count(*), sum(is_won::INT) FROM results GROUP BY level {results.by_level}"
    )

    def draw(axes: Axes) -> None:
        draw_shares(axes, [(level, won, games) for level, games, won in rows])

    return Plot("wins", "Games won by level, with 95 % intervals", "", "won, %", draw)


def draw_shares(axes: Axes, shares: list[tuple[str, float, int]]) -> None:
    """Shares with their intervals, in per cent."""
    for at, (_, part, whole) in enumerate(shares):
        low, high = wilson(part, whole)
        axes.plot([at, at], [100 * low, 100 * high], color="C0", linewidth=2)
        axes.plot([at], [100 * part / whole], "o", color="C0")
    name_across(axes, [name for name, *_ in shares])
    axes.set_ylim(bottom=0)
