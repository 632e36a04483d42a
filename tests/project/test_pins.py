"""Versions are pinned, in constraints.txt and package-lock.json, and nothing names a registry."""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path

from packaging.specifiers import SpecifierSet

ROOT = Path(__file__).parents[2]
# In parts, so that this file does not name them either.
REGISTRIES = re.compile(r"(pypi|pythonhosted|npmjs|yarnpkg|jsdelivr|unpkg)\.(org|com|net)")
PRUNED = {
    ".git",
    ".venv",
    ".hypothesis",
    "node_modules",
    "__pycache__",
    "dist",
    "site",
    ".cache",
    "texts",
}
DEBIAN_12 = "3.11.2"
PIN = re.compile(r"([A-Za-z0-9][A-Za-z0-9._-]*)==[0-9][0-9a-z.]*")


def sources() -> Iterator[Path]:
    """What git keeps, or little more: there may be no git."""
    for place, directories, files in os.walk(ROOT):
        directories[:] = {d for d in directories if d not in PRUNED and not d.endswith("_cache")}
        if Path(place) == ROOT / "src/tavolino/server":
            directories[:] = {*directories} - {"web"}
        yield from (Path(place, file) for file in files)


def names(requirements: list[str]) -> set[str]:
    """As pip compares them.

    >>> sorted(names(["SQLAlchemy>=2.1", "psycopg[binary]>=3.2", "pre_commit==4.7.0"]))
    ['pre-commit', 'psycopg', 'sqlalchemy']
    """
    heads = (re.match(r"[A-Za-z0-9._-]+", requirement) for requirement in requirements)
    return {re.sub("[-_.]+", "-", head[0]).lower() for head in heads if head}


def test_no_file_names_a_registry() -> None:
    named = {
        str(path.relative_to(ROOT))
        for path in sources()
        if REGISTRIES.search(path.read_bytes().decode("utf-8", "replace"))
    }
    assert ROOT / "web" / "package-lock.json" in set(sources())
    assert named == set()


def test_every_requirement_is_pinned() -> None:
    lines = (ROOT / "constraints.txt").read_text().splitlines()
    pins = [line for line in lines if not line.startswith("#")]
    assert [pin for pin in pins if not PIN.fullmatch(pin)] == []
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text())
    project = pyproject["project"]
    wanted = [*project["dependencies"], *pyproject["build-system"]["requires"]]
    wanted += [r for extra in project["optional-dependencies"].values() for r in extra]
    assert names(wanted) - names(pins) == {"tavolino"}


def test_every_pin_runs_on_the_python_of_debian_12() -> None:
    """Which gets no new minor versions: a package may want a later one."""
    unfit = {}
    for pin in (ROOT / "constraints.txt").read_text().splitlines():
        try:
            wanted = metadata(pin.partition("==")[0])["Requires-Python"]
        except PackageNotFoundError:  # of another extra or platform
            continue
        if wanted and not SpecifierSet(wanted).contains(DEBIAN_12):
            unfit[pin] = wanted
    assert unfit == {}


def test_every_package_of_the_client_is_pinned() -> None:
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text())
    package = json.loads((ROOT / "web" / "package.json").read_text())
    own = lock["packages"].pop("")
    wanted = {**package.get("dependencies", {}), **package["devDependencies"]}
    assert own["devDependencies"].items() | own.get("dependencies", {}).items() == wanted.items()
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", version) for version in wanted.values())
    held = {path.rpartition("node_modules/")[2] for path in lock["packages"]}
    for name, pin in lock["packages"].items():
        assert pin.keys() >= {"version", "integrity"}, name
        assert "resolved" not in pin, name
        # Those of other platforms too: npm ci refuses a lock file without them.
        needed = {*pin.get("dependencies", ()), *pin.get("optionalDependencies", ())}
        assert needed <= held, name
