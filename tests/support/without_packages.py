"""Python programs in which some installed packages cannot be imported."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from importlib.metadata import packages_distributions, requires
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]

PROGRAM = """
import json, sys

class Absent:
    def __init__(self, names):
        self.names = set(names)

    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in self.names:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

absent, python_path, work = json.load(sys.stdin)
sys.path[:0] = python_path
sys.meta_path.insert(0, Absent(absent))
exec(work)
"""


def canonical(requirement: str) -> str:
    """The name of a requirement, as pip compares names."""
    head = re.match(r"[A-Za-z0-9._-]+", requirement)
    assert head
    return re.sub("[-_.]+", "-", head[0]).lower()


def closure(requirements: Iterable[str]) -> set[str]:
    """The distributions that these requirements install on this machine."""
    found: set[str] = set()
    waiting = [canonical(requirement) for requirement in requirements]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            needed = map(Requirement, requires(name) or [])
            waiting += [canonical(one.name) for one in needed if _is_needed(one)]
    return found


def _is_needed(requirement: Requirement) -> bool:
    """Whether it is needed here: not on other platforms, nor by extras."""
    return requirement.marker is None or requirement.marker.evaluate({"extra": ""})


def requirements_of(*extras: str) -> Iterator[str]:
    """The requirements of the package with some extras, as ``pyproject.toml`` tells them."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    yield from project["dependencies"]
    for extra in extras:
        for requirement in project["optional-dependencies"][extra]:
            if own := re.fullmatch(r"tavolino\[(.+)\]", requirement):
                yield from requirements_of(*own[1].split(","))
            else:
                yield requirement


def absent_with(*extras: str) -> set[str]:
    """The installed modules that would be absent if only these extras were installed."""
    kept = closure(requirements_of(*extras)) | {"tavolino"}
    return {
        module
        for module, owners in packages_distributions().items()
        if not kept & {canonical(owner) for owner in owners}
    }


def run_without(absent: Iterable[str], work: str) -> Any:
    """What a program prints as JSON; it can import the tests' own modules."""
    python_path: Sequence[str] = [str(ROOT / "src"), str(ROOT / "tests")]
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        input=json.dumps([sorted(absent), python_path, work]),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
