"""The lists of tests that take long name files that exist."""

from __future__ import annotations

from pathlib import Path

from conftest import BROWSER, SLOW
from support.scheduling import DIVIDED, LATE, LONGEST

TESTS = Path(__file__).parents[1]


def test_every_listed_file_exists() -> None:
    listed = {*BROWSER, *SLOW, *LONGEST, *DIVIDED, *LATE}
    assert {name for name in listed if not (TESTS / name).exists()} == set()
