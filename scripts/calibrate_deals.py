"""Calibrates the difficulty of deals: ``python scripts/calibrate_deals.py``.

Measures the practice deals from number 1 on, of both patiences with all their options, writes the
medians to ``src/tavolino/learning/deals/thresholds.json`` and prints the table of
``docs/playing/deals.md``.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from statistics import median
from typing import Any

from tavolino.catalogue import entries, make_game
from tavolino.game import AnyGame, dealt, options_of
from tavolino.learning.deals.difficulty import Measures, Thresholds, difficulty, measure

FILE = Path(__file__).parents[1] / "src/tavolino/learning/deals/thresholds.json"
CLASSES = ("easy", "medium", "hard")


def variants() -> Iterator[AnyGame]:
    """Both patiences with each choice of their options, the default ones first."""
    for entry in entries():
        if entry.quick_games is None:
            continue
        choices = [spec.choices or (spec.default,) for spec in entry.options]
        names = [spec.name for spec in entry.options]
        for values in product(*choices):
            yield make_game(entry.name, dict(zip(names, values)))


def calibrate(game: AnyGame, deals: int) -> dict[str, Any]:
    found: list[Measures] = []
    for number in range(1, deals + 1):
        found.append(measure(game, dealt(game, number)))
    won = [one for one in found if one.winnable]
    limits = Thresholds(median(m.positions for m in won), median(m.uncovered for m in won))
    classes = Counter(difficulty(one, limits) for one in won)
    return {
        "game": game.name,
        "options": options_of(game),
        "deals": deals,
        "winnable": len(won),
        "undecided": sum(one.winnable is None for one in found),
        **{name: classes[name] for name in CLASSES},  # type: ignore[index]
        "positions": limits.positions,
        "uncovered": round(limits.uncovered, 3),
    }


def as_row(row: dict[str, Any]) -> str:
    options = ", ".join(row["options"].values()) or "–"
    shares = (f"{100 * row[name] / row['deals']:.1f} %" for name in ("winnable", *CLASSES))
    numbers = f"{row['undecided']} | {row['positions']:,.0f} | {row['uncovered']:.1f}"
    return f"| {row['game']} | {options} | {row['deals']:,} | {' | '.join(shares)} | {numbers} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=5000, help="of each game")
    parser.add_argument("--variant-deals", type=int, default=1000, help="with other options")
    parser.add_argument("--only", help="a game, with its default options")
    parser.add_argument("--missing", action="store_true", help="only what the file does not have")
    options = parser.parse_args()
    rows = {json.dumps([r["game"], r["options"]]): r for r in json.loads(FILE.read_text())}
    for game in variants():
        is_default = game == make_game(game.name)
        if options.only and not (is_default and game.name == options.only):
            continue
        if json.dumps([game.name, options_of(game)]) in rows and options.missing:
            continue
        row = calibrate(game, options.deals if is_default else options.variant_deals)
        rows[json.dumps([row["game"], row["options"]])] = row
        lines = ",\n".join(f"  {json.dumps(one)}" for one in rows.values())
        FILE.write_text(f"[\n{lines}\n]\n")
        print(as_row(row), flush=True)


if __name__ == "__main__":
    main()
