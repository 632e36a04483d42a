"""The reports of ``azul`` and ``die_luck``."""

from __future__ import annotations

from collections.abc import Mapping
from statistics import fmean

from matplotlib.axes import Axes

from tavolino.lab.report.content import Content, Plot, Table, interval, name_across, percent
from tavolino.lab.report.results import Results

PRIORITIES = range(1, 5)


def azul_report(options: Mapping[str, str], results: Results) -> Content:
    by = f"GROUP BY level, marker_home {results.by_level}, marker_home"
    wins = results.rows_of(
        "SELECT level, marker_home, count(*), sum(is_won::INT), avg(human), stddev_samp(human), "
        f"avg(automa), avg(automa_has_marker::INT) FROM results {by}"
    )
    same = "every level and reading plays the same bags, from the first one on"
    content = Content([f"{results.rows:,} games; {same}."])
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

    leads = results.rows_of(
        "SELECT level, marker_home, avg(human - automa), "
        f"1.96 * coalesce(stddev_samp(human - automa), 0) / sqrt(count(*)) FROM results {by}"
    )

    def draw(axes: Axes) -> None:
        levels = list(dict.fromkeys(row[0] for row in leads))
        for reading, colour, aside in (
            ("every_round", "C0", -0.06),
            ("first_round_only", "C1", 0.06),
        ):
            rows = [row for row in leads if row[1] == reading]
            x = [levels.index(row[0]) + aside for row in rows]
            means, errors = [row[2] for row in rows], [row[3] for row in rows]
            axes.errorbar(x, means, errors, fmt="o", color=colour, label=reading)
        axes.axhline(0, linewidth=1, color="C5")
        name_across(axes, levels)
        axes.legend()

    title = "The human's lead over the automa by level, with 95 % intervals"
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
    # Around a mean of so few the results of a bag lie closer than around the true one.
    wider = (series / (series - 1)) ** 0.5
    apart = results.rows_of(
        "SELECT lead - avg(lead) OVER (), "
        f"{wider} * (lead - avg(lead) OVER (PARTITION BY bag)) FROM results"
    )

    def draw(axes: Axes) -> None:
        for values, label in zip(zip(*apart), ("mean of all bags", "mean of the same bag")):
            axes.ecdf(values, label=label)
        axes.legend()

    title = "How far the human's lead is from its mean"
    content.plots = [Plot("lead", title, "points", "share of the games below", draw)]
    return content
