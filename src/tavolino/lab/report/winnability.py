"""The report of ``winnability``."""

from __future__ import annotations

from collections.abc import Mapping

from matplotlib.axes import Axes

from tavolino.lab.patiences import patience_of
from tavolino.lab.report.content import Content, Plot, Table, interval, percent
from tavolino.lab.report.results import Results

HARDEST = 10


def winnability_report(options: Mapping[str, str], results: Results) -> Content:
    counts = {"won": 0, "impossible": 0, "unknown": 0, **results.counts("verdict")}
    won, unknown, total = counts["won"], counts["unknown"], results.rows
    content = Content()
    content.summary.append(
        f"Of {total:,} deals {won:,} can be won ({percent(won / total)}), {counts['impossible']:,} "
        f"cannot, and {unknown:,} are undecided. The share of winnable deals is "
        f"{interval(won, won + unknown, total)} (95 %, Wilson; undecided deals counted as lost "
        "for the lower bound and as won for the upper one)."
    )
    rejected = results.value("SELECT sum(rejected) FROM results")
    if options["guarantee"] == "yes":
        thrown = results.value("SELECT count(*) FROM results WHERE rejected > 0")
        content.summary.append(
            f"For {thrown:,} deals ({percent(thrown / total)}) the guarantee of a first move threw "
            f"away a shuffle, {rejected:,} in all: {percent(rejected / (rejected + total))} of all "
            "shuffles."
        )
    has_scores = results.value("SELECT count(best) FROM results WHERE verdict = 'impossible'") > 0
    content.tables += [_best_scores(results)] if has_scores else []
    content.tables += [_hardest(options, results), _effort(results)]
    content.plots += [_effort_plot(results)]
    content.plots += [_best_plot(options, results)] if has_scores else []
    if unknown:
        content.unknown.append(
            f"{unknown:,} deals are undecided after {int(options['positions']):,} positions."
        )
    return content


def _best_scores(results: Results) -> Table:
    names, rows = results.ask(
        "SELECT count(*) AS deals, round(avg(best), 2) AS mean, min(best) AS least, "
        "quantile_disc(best, 0.25) AS quarter, quantile_disc(best, 0.5) AS median, "
        "quantile_disc(best, 0.75) AS 'three quarters', max(best) AS most "
        "FROM results WHERE verdict = 'impossible'"
    )
    return Table("The best score of deals that cannot be won", names, rows)


def _hardest(options: Mapping[str, str], results: Results) -> Table:
    names, rows = results.ask(
        "SELECT number AS deal, verdict, positions, round(seconds, 2) AS seconds FROM results "
        f"ORDER BY positions DESC, number LIMIT {HARDEST}"
    )
    first = "" if options["guarantee"] == "yes" else ", the first shuffle of each number"
    return Table(f"The hardest deals, by positions searched{first}", names, rows)


def _effort(results: Results) -> Table:
    names, rows = results.ask(
        "SELECT verdict, count(*) AS deals, quantile_disc(positions, 0.5) AS median, "
        "quantile_disc(positions, 0.99) AS '99 of 100 below', max(positions) AS most, "
        "round(1000 * avg(seconds), 3) AS 'ms a deal' FROM results GROUP BY verdict ORDER BY 1"
    )
    return Table("Positions searched", names, rows)


def _effort_plot(results: Results) -> Plot:
    sql = (
        "SELECT floor(2 * log2(greatest(positions, 1))) / 2 AS size, verdict, count(*) "
        "FROM results GROUP BY 1, 2 ORDER BY 1"
    )
    rows = results.rows_of(sql)

    def draw(axes: Axes) -> None:
        for verdict in ("won", "impossible", "unknown"):
            points = [(2**size, count) for size, v, count in rows if v == verdict]
            if points:
                axes.plot(*zip(*points), marker="o", markersize=3, label=verdict)
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.legend()

    return Plot("effort", "How much is searched", "positions searched", "deals", draw)


def _best_plot(options: Mapping[str, str], results: Results) -> Plot:
    counts = results.counts("best", "verdict = 'impossible'")
    patience = patience_of(options["game"])

    def draw(axes: Axes) -> None:
        axes.bar(list(counts), list(counts.values()), width=0.9 * patience.SCORE_STEP)

    title = "The best score of deals that cannot be won"
    return Plot("best", title, patience.SCORE, "deals", draw)
