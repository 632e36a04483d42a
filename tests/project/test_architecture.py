"""The map in docs/architecture.md, its tables and its drawings, agrees with the code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

import pytest
from project.test_imports import BASE, MAY_IMPORT, SERVER_MAY_IMPORT

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "architecture.md"
DRAWINGS = ROOT / "docs" / "images"
SERVER = ROOT / "src" / "tavolino" / "server"
NAME = re.compile(r"`(\w+)`")
ELEMENT = "{http://www.w3.org/2000/svg}"


class Label(NamedTuple):
    text: str
    y: float


# The tables


def table(heading: str) -> Iterator[tuple[list[str], str]]:
    """The packages of each row below a heading, and what the row says that they may import."""
    section = PAGE.read_text(encoding="utf-8").partition(f"\n{heading}\n")[2]
    for line in re.split(r"\n##", section)[0].splitlines():
        if line.startswith("| `"):
            packages, _, imports = (cell.strip() for cell in line.strip("|").split(" | "))
            yield NAME.findall(packages), imports


def allowed(imports: str, above: set[str]) -> set[str]:
    """
    >>> sorted(allowed("the above, without `b`", {"a", "b", "c"}))
    ['a', 'c']
    >>> sorted(allowed("`a` (its messages), `c`", {"a", "b", "c"}))
    ['a', 'c']
    """
    names = set(NAME.findall(imports))
    assert names <= above, f"not further up: {names - above}"
    if imports.startswith("the above"):
        return above - names
    assert names or imports == "–", imports
    return names


@pytest.mark.parametrize(
    ("heading", "everywhere", "may_import"),
    [
        ("## The packages", set(), MAY_IMPORT),
        ("### Inside the server", BASE, SERVER_MAY_IMPORT),
    ],
)
def test_the_tables_say_what_a_package_may_import(
    heading: str, everywhere: set[str], may_import: dict[str, set[str]]
) -> None:
    said: dict[str, set[str]] = {}
    for packages, imports in table(heading):
        names = allowed(imports, {*said})
        if everywhere <= {*said}:
            names |= everywhere
        said |= dict.fromkeys(packages, names)
    assert said == may_import


def test_every_place_to_change_something_exists() -> None:
    """Paths start at the root of the project or of the package; ``<game>`` is any of the games."""
    section = PAGE.read_text(encoding="utf-8").partition("\n## Where would I change …\n")[2]
    paths = re.findall(r"`([\w./<>*]+/[\w./<>*]*)`", section)
    assert "bots/<game>/hints.py" in paths and "web/src/pages/<page>/" in paths
    for path in paths:
        pattern = re.sub(r"<\w+>", "*", path)
        assert any(list(root.glob(pattern)) for root in (ROOT, ROOT / "src" / "tavolino")), path


# The drawings


def groups(drawing: str) -> dict[str, ElementTree.Element]:
    """The groups of a drawing by their ids; the empty id is that of all others together."""
    rest = ElementTree.Element("g")
    found = {"": rest}
    for group in ElementTree.parse(DRAWINGS / drawing).getroot().iter(f"{ELEMENT}g"):
        if name := group.get("id"):
            found[name] = group
        else:
            rest.extend(group)
    return found


def labels(group: ElementTree.Element, kind: str) -> list[Label]:
    return [
        Label(text.text or "", float(text.get("y", "")))
        for text in group.iter(f"{ELEMENT}text")
        if text.get("class") == kind
    ]


@pytest.mark.parametrize(
    ("group", "may_import", "elsewhere"),
    [("", MAY_IMPORT, {"server", "__main__"}), ("server", SERVER_MAY_IMPORT, set())],
)
def test_every_package_is_drawn_above_all_that_it_may_import(
    group: str, may_import: dict[str, set[str]], elsewhere: set[str]
) -> None:
    """The server is a frame with its own packages in it, and ``web/`` is not of Python."""
    drawn = labels(groups("architecture-packages.svg")[group], "name")
    place = {label.text: label.y for label in drawn if label.text != "web/"}
    assert len(drawn) == len({label.text for label in drawn})
    assert {*place} == {*may_import} - elsewhere
    for package, imports in may_import.items():
        for other in imports - elsewhere if package not in elsewhere else ():
            assert place[package] < place[other], f"{package} and {other}"


def test_the_frame_of_the_server_is_above_all_that_it_may_import() -> None:
    found = groups("architecture-packages.svg")
    (frame,) = labels(found["server"], "head")
    lowest = max(label.y for label in labels(found["server"], "name"))
    place = {label.text: label.y for label in labels(found[""], "name")}
    assert frame.text.startswith("server:")
    assert all(place[other] > lowest for other in MAY_IMPORT["server"])
    importing = {name for name, imports in MAY_IMPORT.items() if "server" in imports}
    assert all(place[name] < frame.y for name in importing)


@pytest.mark.parametrize(
    ("group", "root"),
    [("browser", ROOT / "web" / "src"), ("server", SERVER), ("beside", SERVER)],
)
def test_every_file_in_the_way_of_a_move_exists(group: str, root: Path) -> None:
    """Drawn without the ends of their names; ``<game>`` is any of the games."""
    paths = [label.text for label in labels(groups("architecture-move.svg")[group], "path")]
    assert paths
    for path in paths:
        assert list(root.glob(path.replace("<game>", "*") + ".*")), path
