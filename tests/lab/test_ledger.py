"""The ledger: what is done is kept, what is missing is done again, nothing is there twice."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import pyarrow as pa
import pytest
from filelock import FileLock

from tavolino.game import check_options, option
from tavolino.lab import manifest as manifest_module
from tavolino.lab.ledger import Ledger, LedgerError, gaps, prefix
from tavolino.lab.manifest import Manifest, ManifestError
from tavolino.lab.pools.pool import Done, InProcess, Lost, Outcome
from tavolino.lab.runner import Pending, Progress, Sizing, UnitError, rows_of, run
from tavolino.lab.study import Row, Unit, from_bytes, run_unit, to_bytes


@dataclass(frozen=True)
class Squares:
    """A study that takes no time."""

    power: int = option(2, 3)

    name: ClassVar[str] = "squares"
    about: ClassVar[str] = "squares and cubes"
    columns: ClassVar[dict[str, pa.DataType]] = {"value": pa.int64()}

    def __post_init__(self) -> None:
        check_options(self)

    def rows_per_deal(self) -> int:
        return 2

    def versions(self) -> dict[str, int]:
        return {"squares": 1}

    def prepare(self) -> None:
        pass

    def row(self, number: int) -> Row:
        return (number**self.power,)


class Failing(InProcess):
    """A pool that loses units, or the whole run."""

    def __init__(self, losses: int = 0, dies_after: int | None = None) -> None:
        super().__init__(Squares())
        self.losses, self.left = losses, dies_after

    def completed(self) -> Iterator[tuple[Unit, Outcome]]:
        if self.losses:
            self.losses -= 1
            yield self._waiting.popleft(), Lost("a power cut")
            return
        if self.left is not None:
            self.left -= 1
            if self.left < 0:
                raise KeyboardInterrupt
        yield from super().completed()


def values(ledger: Ledger) -> list[tuple[int, int]]:
    table = rows_of(Squares(), ledger)
    return list(zip(table["number"].to_pylist(), table["value"].to_pylist()))


def squares(last: int) -> list[tuple[int, int]]:
    return [(n, n * n) for n in range(1, last + 1)]


def test_a_run_has_one_row_for_each_number(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "new" / "folder")
    run(Squares(), 500, ledger, InProcess(Squares()))
    assert values(ledger) == squares(1000)
    manifest = Manifest.read(ledger.folder)
    assert manifest is not None
    assert (manifest.deals, manifest.rows, manifest.options) == (500, 1000, {"power": "2"})


def test_an_interrupted_run_goes_on_where_it_was(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path)
    with pytest.raises(KeyboardInterrupt):
        run(Squares(), 500, ledger, Failing(dies_after=3))
    kept = {path.name: path.stat().st_mtime_ns for path in ledger.results.iterdir()}
    assert len(kept) == 3
    run(Squares(), 500, ledger, InProcess(Squares()))
    assert values(ledger) == squares(1000)
    after = {path.name: path.stat().st_mtime_ns for path in ledger.results.iterdir()}
    assert kept.items() <= after.items(), "a finished unit was done again"
    manifest = Manifest.read(tmp_path)
    assert manifest is not None and len(manifest.runs) == 2


def test_more_deals_are_added_later(tmp_path: Path) -> None:
    ledger, shown = Ledger(tmp_path), list[Progress]()
    for deals in (10, 30, 20):
        run(Squares(), deals, ledger, InProcess(Squares()), shown.append)
    assert values(ledger) == squares(60)
    assert all(progress.done <= progress.total for progress in shown)
    assert shown[-1] == (40, 40), "of those that were asked for"


def test_each_run_says_which_program_made_its_rows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger = Ledger(tmp_path)
    for version, is_mixed in (("1.0", False), ("1.0", False), ("2.0", True)):
        monkeypatch.setattr(manifest_module, "__version__", version)
        run(Squares(), 5, ledger, InProcess(Squares()))
        manifest = Manifest.read(tmp_path)
        assert manifest is not None and manifest.is_mixed is is_mixed
        assert manifest.runs[-1]["tavolino"] == version


def test_a_run_can_begin_with_a_later_deal(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path)
    with pytest.raises(KeyboardInterrupt):
        run(Squares(), 40, ledger, Failing(dies_after=2), first=11)
    run(Squares(), 40, ledger, InProcess(Squares()), first=11)
    assert values(ledger) == squares(100)[20:]
    with pytest.raises(ManifestError, match=r"expected the first deal 11 as in .*, got 1"):
        run(Squares(), 40, ledger, InProcess(Squares()))
    assert values(ledger) == squares(100)[20:]


def test_what_is_lost_or_damaged_is_done_again(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path)
    run(Squares(), 200, ledger, InProcess(Squares()))
    first, second, third, *_ = ledger.done()
    ledger.path_of(second).unlink()
    data = ledger.path_of(third).read_bytes()
    ledger.path_of(third).write_bytes(data[: len(data) // 2])
    (ledger.results / "0000000001-0000000400.part").write_bytes(b"unfinished")
    assert first in ledger.done() and not {second, third} & set(ledger.done())
    run(Squares(), 200, ledger, Failing(losses=3))
    assert values(ledger) == squares(400)
    assert not list(ledger.results.glob("*.part"))


def test_a_number_in_two_files_counts_once(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path)
    run(Squares(), 20, ledger, InProcess(Squares()))
    for unit in (Unit(1, 10), Unit(4, 40)):
        ledger.add(unit, run_unit(Squares(), unit))
    run(Squares(), 20, ledger, InProcess(Squares()))
    assert values(ledger) == squares(40)


def test_a_unit_that_always_loses_its_worker_ends_the_run(tmp_path: Path) -> None:
    with pytest.raises(UnitError, match="lost 5 times: a power cut"):
        run(Squares(), 5, Ledger(tmp_path), Failing(losses=99))


def test_other_options_and_a_second_run_are_refused(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path)
    run(Squares(), 5, ledger, InProcess(Squares()))
    with pytest.raises(ManifestError, match="options power=2"):
        run(Squares(3), 5, ledger, InProcess(Squares(3)))
    with FileLock(tmp_path / "lock"), pytest.raises(LedgerError, match="another run"):
        run(Squares(), 9, ledger, InProcess(Squares()))
    assert values(ledger) == squares(10)
    (tmp_path / "manifest.json").write_text("{")
    with pytest.raises(ManifestError, match="expected the manifest"):
        run(Squares(), 9, ledger, InProcess(Squares()))


def test_an_option_that_is_newer_than_the_folder_had_its_default(tmp_path: Path) -> None:
    ledger, manifest = Ledger(tmp_path), tmp_path / "manifest.json"
    run(Squares(), 5, ledger, InProcess(Squares()))
    manifest.write_text(json.dumps(json.loads(manifest.read_text()) | {"options": {}}))
    with pytest.raises(ManifestError, match="options power=2"):
        run(Squares(3), 9, ledger, InProcess(Squares(3)))
    run(Squares(), 9, ledger, InProcess(Squares()))
    assert values(ledger) == squares(18)


def test_a_folder_with_other_columns_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger = Ledger(tmp_path)
    run(Squares(), 5, ledger, InProcess(Squares()))
    more = {"value": pa.int64(), "root": pa.float64()}
    monkeypatch.setattr(Squares, "columns", more)
    with pytest.raises(LedgerError, match=r"earlier version made .*, with other columns"):
        run(Squares(), 9, ledger, InProcess(Squares()))
    assert values(ledger) == squares(10)


def test_gaps_and_the_complete_beginning() -> None:
    assert gaps([], Unit(1, 5)) == [Unit(1, 5)]
    assert gaps([], Unit(7, 9)) == [Unit(7, 9)]
    assert gaps([Unit(1, 9)], Unit(1, 5)) == []
    assert gaps([Unit(3, 4), Unit(8, 8)], Unit(1, 9)) == [Unit(1, 2), Unit(5, 7), Unit(9, 9)]
    assert prefix([]) == 0
    assert prefix([Unit(2, 9)]) == 0
    assert prefix([Unit(7, 8)], first=7) == 8
    assert prefix([Unit(8, 9)], first=7) == 6


def test_units_follow_the_measured_time_and_grow_slowly() -> None:
    sizing = Sizing(target=2.0)
    sizing.note(1, 1e-9)
    assert sizing.size == 4
    for _ in range(20):
        sizing.note(sizing.size, sizing.size * 0.01)
    assert sizing.size == 200
    sizing.note(200, 400.0)
    assert sizing.size == 1


def test_pending_numbers_are_taken_once_each() -> None:
    pending, taken = Pending([Unit(1, 10), Unit(20, 22)]), list[int]()
    pending.give_back(Unit(90, 91))
    while pending:
        taken += pending.take(4).numbers
    assert sorted(taken) == [*range(1, 11), 20, 21, 22, 90, 91]


def test_a_table_survives_the_way_between_processes() -> None:
    table = run_unit(Squares(), Unit(3, 7))
    assert from_bytes(to_bytes(table)).equals(table)
    assert isinstance(Done(table, 0.1).table, pa.Table)
