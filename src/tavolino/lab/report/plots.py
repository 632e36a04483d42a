"""Plots as files: PNG and SVG, for light and dark pages."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from cycler import cycler
from matplotlib import rc_context
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from tavolino.lab.report.content import Plot

THEMES = {
    "light": {"ink": "#26323a", "grid": "#d7dee2", "paper": "#ffffff"},
    "dark": {"ink": "#e4eaed", "grid": "#3a474f", "paper": "#161b1e"},
}
COLOURS = {
    "light": ["#1f6f8b", "#c4552d", "#6a8f2f", "#8a5aa8", "#a37b00", "#47525a"],
    "dark": ["#6fc3dd", "#f09a76", "#b4d677", "#c9a4e4", "#e6c250", "#b4c0c7"],
}
KINDS = ("svg", "png")


def write_plot(plot: Plot, folder: Path) -> list[Path]:
    """All four files of a plot."""
    written = []
    for theme in THEMES:
        with _styled(theme):
            figure = Figure(figsize=(7, 3.8), layout="constrained")
            FigureCanvasAgg(figure)
            axes = figure.add_subplot()
            axes.set_axisbelow(True)
            plot.draw(axes)
            axes.set_title(plot.title, loc="left")
            axes.set_xlabel(plot.across)
            axes.set_ylabel(plot.up)
            for kind in KINDS:
                path = folder / f"{plot.name}-{theme}.{kind}"
                # Without a date equal results give equal files.
                metadata = {"Date": None} if kind == "svg" else {"Software": None}
                figure.savefig(path, dpi=144, metadata=metadata)
                written.append(path)
    return written


@contextmanager
def _styled(theme: str) -> Iterator[None]:
    ink, grid, paper = THEMES[theme].values()
    settings: Any = {
        "axes.edgecolor": grid,
        "axes.facecolor": paper,
        "axes.grid": True,
        "axes.labelcolor": ink,
        "axes.prop_cycle": cycler(color=COLOURS[theme]),
        "axes.spines.right": False,
        "axes.spines.top": False,
        "axes.titlecolor": ink,
        "figure.facecolor": paper,
        "font.size": 10,
        "grid.color": grid,
        "legend.frameon": False,
        "savefig.facecolor": paper,
        "svg.hashsalt": "tavolino",
        "text.color": ink,
        "xtick.color": ink,
        "ytick.color": ink,
    }
    with rc_context(settings):
        yield
