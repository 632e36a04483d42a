"""Kills: a run that ends at any moment, and workers that die, cost time and no result."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pyarrow as pa
import pytest

from tavolino.lab.ledger import Ledger
from tavolino.lab.pools.pool import InProcess
from tavolino.lab.pools.processes import Processes
from tavolino.lab.runner import Progress, rows_of, run
from tavolino.lab.studies.winnability import Winnability

pytestmark = pytest.mark.slow

STUDY = Winnability(empty_column="any")
DEALS = 6000


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> pa.Table:
    """The rows of a run in one process, without their times."""
    ledger = Ledger(tmp_path_factory.mktemp("one"))
    run(STUDY, DEALS, ledger, InProcess(STUDY))
    return without_times(ledger)


def without_times(ledger: Ledger) -> pa.Table:
    return rows_of(STUDY, ledger).drop_columns(["seconds"]).unify_dictionaries().combine_chunks()


def test_a_killed_worker_costs_nothing(expected: pa.Table, tmp_path: Path) -> None:
    ledger, killed = Ledger(tmp_path), list[int]()
    with Processes(STUDY, 2) as pool:

        def kill_one(progress: Progress) -> None:
            if progress.done and len(killed) < 2 and pool.pids[0] not in killed:
                killed.append(pool.pids[0])
                os.kill(pool.pids[0], signal.SIGKILL)

        run(STUDY, DEALS, ledger, pool, kill_one, target=0.02)
    assert len(set(killed)) == 2
    assert without_times(ledger).equals(expected)


def test_a_killed_run_goes_on(expected: pa.Table, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tavolino", "lab", "run", "winnability"]
    command += ["-o", "empty_column=any", "--deals", "99999999", "--out", str(tmp_path)]
    ledger = Ledger(tmp_path)
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        while len(list(ledger.results.glob("*.parquet"))) < 4:
            assert process.poll() is None, "the run ended by itself"
            time.sleep(0.01)
    finally:
        process.kill()
        process.wait()
    kept = ledger.done()
    assert kept
    run(STUDY, DEALS, ledger, InProcess(STUDY))
    assert set(kept) <= set(ledger.done())
    assert without_times(ledger).slice(0, DEALS).equals(expected)
