"""The reports of ``azul`` and ``die_luck``."""

from __future__ import annotations

from collections.abc import Mapping
from statistics import fmean

from matplotlib.axes import Axes

from tavolino.lab.report.content import Content, Plot, Table, interval, percent
from tavolino.lab.report.results import Results

PRIORITIES = range(1, 5)


def azul_report(options: Mapping[str, str], results: Results) -> Content:
    by = "GROUP BY level, marker_home ORDER BY min(number)"
    wins = results.rows_of(
        "SELECT level, marker_home, count(*), sum(is_won::INT), avg(human), stddev_samp(human), "
        f"avg(automa), avg(automa_has_marker::INT) FROM results {by}"
    )
    content = Content([f"{results.rows:,} games, each bag with every level and reading."])
    names = ["level", "marker_home", "games", "won", "95 %", "human", "±", "automa", "marker"]
    rows = []
    for level, reading, games, won, human, deviation, automa, marker in wins:
        points = round(human, 1), round(deviation or 0, 1), round(automa, 1)
        share = percent(won / games), interval(won, won, games)
        rows.append((level, reading, games, *share, *points, percent(marker, 0)))
    used = ", ".join(f"sum(priorities[{p}])" for p in PRIORITIES)
    by_priority = results.rows_of(f"SELECT level, marker_home, {used} FROM results {by}")
    shares = [
        (level, reading, *(percent(count / sum(counts)) for count in counts))
        for level, reading, *counts in by_priority
    ]
    content.tables = [
        Table("Wins and points", names, rows),
        Table(
            "Which priority the automa's answers came from",
            ["level", "marker_home", *(f"P{p}" for p in PRIORITIES)],
            shares,
        ),
    ]

    def draw(axes: Axes) -> None:
        for reading, colour in (("every_round", "C0"), ("first_round_only", "C1")):
            levels = [row[0] for row in wins if row[1] == reading]
            means = [row[4] - row[6] for row in wins if row[1] == reading]
            axes.plot(levels, means, "o-", color=colour, label=reading)
        axes.axhline(0, linewidth=1)
        axes.legend()

    title = "The human's lead over the automa, by level"
    content.plots = [Plot("lead", title, "", "points", draw)]
    return content


def die_luck_report(options: Mapping[str, str], results: Results) -> Content:
    """One-way analysis of variance: results of one bag against those of all."""
    series = results.value("SELECT max(series) FROM results")
    groups = results.rows_of(
        "SELECT avg(lead), var_samp(lead), var_samp(human), var_samp(automa), avg(human), "
        f"avg(automa) FROM results GROUP BY bag HAVING count(*) = {series}"
    )
    rows = []
    for what, mean, variance in (("lead", 0, 1), ("human", 4, 2), ("automa", 5, 3)):
        die = fmean(group[variance] for group in groups)
        means = [group[mean] for group in groups]
        middle = fmean(means)
        between = sum((m - middle) ** 2 for m in means) / max(1, len(means) - 1)
        bag = max(0.0, between - die / series)
        share = percent(die / (die + bag), 1) if die + bag else "–"
        rows.append((what, round(die**0.5, 2), round((die + bag) ** 0.5, 2), share))
    content = Content(
        [f"{len(groups):,} bags, each with {series} series of rolls; level {options['level']}."],
        [
            Table(
                "Standard deviations, with the same bag and over all bags",
                ["points", "same bag", "all bags", "share of the die in the variance"],
                rows,
            )
        ],
    )
    content.unknown.append(
        "The bot answers the rolls, so the die's share includes what other rolls make it do; a "
        "player of another strength may depend on the die more or less."
    )
    leads = results.column("SELECT lead FROM results")

    def draw(axes: Axes) -> None:
        axes.hist(leads, bins=30)

    content.plots = [
        Plot("lead", "The human's lead over all bags and rolls", "points", "games", draw)
    ]
    return content
