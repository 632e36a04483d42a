"""The examples in docstrings run as they are written."""

from __future__ import annotations

import doctest
import re
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PLACES = [ROOT / "src", ROOT / "scripts", ROOT / "tests"]
MIGRATIONS = "migrations"
"""Alembic alone can import them."""


def modules_with_examples() -> list[str]:
    """Found by their text: importing all modules would take longer than all examples."""
    found = []
    for place in PLACES:
        for path in sorted(place.rglob("*.py")):
            parts = path.relative_to(place).with_suffix("").parts
            is_shown = re.search("^ *>>> ", path.read_text(), re.MULTILINE)
            if is_shown and MIGRATIONS not in parts:
                found.append(".".join(part for part in parts if part != "__init__"))
    return found


@pytest.mark.parametrize("name", modules_with_examples())
def test_examples_in_docstrings(name: str) -> None:
    failed, attempted = doctest.testmod(import_module(name))
    assert attempted and not failed
