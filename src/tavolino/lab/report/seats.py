"""The report of ``seats``."""

from __future__ import annotations

from collections.abc import Mapping

from matplotlib.axes import Axes

from tavolino.bots.statistics import wilson
from tavolino.lab.report.content import Content, Plot, Table, interval, name_across, percent
from tavolino.lab.report.results import Results


def seats_report(options: Mapping[str, str], results: Results) -> Content:
    seats = range(1, int(options["players"]) + 1)
    # A game is worth one point, which winners share.
    points = ", ".join(
        f"sum(CASE WHEN list_contains(winners, {seat}) THEN 1.0 / len(winners) ELSE 0 END)"
        for seat in seats
    )
    rows = results.rows_of(
        f"SELECT level, count(*), {points} FROM results GROUP BY level {results.by_level}"
    )
    shares = Table(
        "Points by the order of play (a shared win is shared), with 95 % intervals",
        ["level", "games", *(f"seat {seat}" for seat in seats)],
        [
            (
                level,
                games,
                *(f"{percent(won / games)} ({interval(won, won, games)})" for won in wins),
            )
            for level, games, *wins in rows
        ],
    )
    lengths = Table(
        "Lengths and captures",
        *results.ask(
            "SELECT level, round(avg(plies), 1) AS 'mean plies', min(plies) AS least, "
            "max(plies) AS most, round(avg(list_sum(captures)), 2) AS 'pieces captured', "
            "round(100 * avg((list_sum(captures) = 0)::INT), 2) AS 'no capture, %', "
            "sum(passes) AS passes, sum((ending <> 'last player')::INT) AS 'other endings' "
            f"FROM results GROUP BY level {results.by_level}"
        ),
    )
    content = Content([f"{results.rows:,} games with {len(seats)} players of the same level."])
    content.tables = [shares, lengths]

    def draw(axes: Axes) -> None:
        for seat in seats:
            for at, (_, games, *wins) in enumerate(rows):
                low, high = wilson(wins[seat - 1], games)
                x = at + 0.12 * (seat - (len(seats) + 1) / 2)
                axes.plot([x, x], [100 * low, 100 * high], color=f"C{seat - 1}", linewidth=2)
                label = f"seat {seat}" if at == 0 else None
                axes.plot(
                    [x], [100 * wins[seat - 1] / games], "o", color=f"C{seat - 1}", label=label
                )
        name_across(axes, [row[0] for row in rows])
        axes.set_ylim(0, 100)
        axes.legend(ncols=len(seats))

    content.plots = [
        Plot("seats", "Points by the order of play, with 95 % intervals", "", "points, %", draw)
    ]
    return content
