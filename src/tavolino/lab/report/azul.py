"""The reports of ``azul`` and ``die_luck``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from statistics import fmean

from matplotlib.axes import Axes

from tavolino.lab.report.content import Content, Plot, Table, interval, name_across, percent
from tavolino.lab.report.results import Results

PRIORITIES = range(1, 5)
RESAMPLES = 1_000


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
            "Which priority the Automa's answers came from",
            ["level", "marker_home", *(f"P{p}" for p in PRIORITIES)],
            shares,
        ),
        _gain(results),
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

    title = "The human's lead over the Automa by level, with 95 % intervals"
    content.plots = [Plot("lead", title, "", "points", draw)]
    return content


def _gain(results: Results) -> Table:
    """Both readings of a bag, compared with each other: bags differ more than readings do."""
    gains = results.rows_of(
        "WITH bags AS (SELECT level, game, "
        "sum(is_won::INT) FILTER (marker_home = 'first_round_only') "
        "- sum(is_won::INT) FILTER (marker_home = 'every_round') AS gain "
        "FROM results GROUP BY level, game) "
        "SELECT level, count(gain), avg(gain), "
        "1.96 * coalesce(stddev_samp(gain), 0) / sqrt(count(gain)) FROM bags "
        f"GROUP BY level HAVING count(gain) > 0 {results.by_level}"
    )
    rows = [
        (level, bags, f"{100 * gain:+.1f}", f"{100 * (gain - by):+.1f} to {100 * (gain + by):+.1f}")
        for level, bags, gain, by in gains
    ]
    title = "What first_round_only adds to the games won, in percentage points"
    return Table(title, ["level", "bags", "gain", "95 %"], rows)


def _die_share(groups: Sequence[tuple[float, float]], series: int) -> tuple[float, float]:
    """The variance of the die, and that of all, from the means and variances of the bags."""
    die, middle = fmean(variance for _, variance in groups), fmean(mean for mean, _ in groups)
    between = sum((mean - middle) ** 2 for mean, _ in groups) / max(1, len(groups) - 1)
    return die, die + max(0.0, between - die / series)


def _resampled(groups: Sequence[tuple[float, float]], series: int) -> str:
    """The interval of the share when bags are drawn again and again from those played."""
    rng, shares = Random(1), list[float]()
    for _ in range(RESAMPLES):
        die, every = _die_share(rng.choices(groups, k=len(groups)), series)
        shares.append(die / every if every else 1.0)
    shares.sort()
    low, high = shares[RESAMPLES // 40], shares[-1 - RESAMPLES // 40]
    return f"{100 * low:.0f} to {100 * high:.0f} %"


def die_luck_report(options: Mapping[str, str], results: Results) -> Content:
    """One-way analysis of variance: results of one bag against those of all."""
    series = results.value("SELECT max(series) FROM results")
    groups = results.rows_of(
        "SELECT avg(lead), var_samp(lead), var_samp(human), var_samp(automa), avg(human), "
        f"avg(automa) FROM results GROUP BY bag HAVING count(*) = {series}"
    )
    rows = []
    for what, mean, variance in (("lead", 0, 1), ("human", 4, 2), ("automa", 5, 3)):
        bags = [(group[mean], group[variance]) for group in groups]
        die, every = _die_share(bags, series)
        share = (percent(die / every, 0), _resampled(bags, series)) if every else ("–", "–")
        rows.append((what, round(die**0.5, 2), round(every**0.5, 2), *share))
    content = Content(
        [f"{len(groups):,} bags, each with {series} series of rolls; level {options['level']}."],
        [
            Table(
                "Standard deviations, with the same bag and over all bags",
                ["points", "same bag", "all bags", "share of the die in the variance", "95 %"],
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
