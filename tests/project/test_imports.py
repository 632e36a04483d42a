"""Imports point one way, and the rules stand on the standard library alone (DESIGN section 2)."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import tavolino

ROOT = Path(tavolino.__file__).parent
LAYERS = [
    {"game", "chance", "cards"},
    {"games"},
    {"contest", "match", "record"},
    {"narration"},
    {"kernels"},
    {"solvers"},
    {"bots"},
    {"translations"},
    {"server"},
    {"client"},
    {"cli"},
    {"__main__"},
]
"""A module imports from its own layer and from those before it."""
STANDARD_LIBRARY_ONLY = set[str]().union(*LAYERS[:4])
"""The rules, the matches, and what is told of them."""


def rooms() -> dict[str, set[str]]:
    """For each top-level room what it imports, anywhere in its files."""
    found: dict[str, set[str]] = {}
    for path in ROOT.rglob("*.py"):
        room = path.relative_to(ROOT).parts[0].removesuffix(".py")
        if room != "__init__":
            found.setdefault(room, set()).update(imports(path))
    return found


def imports(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}: relative import"
            base = node.module or ""
            names.update([f"{base}.{a.name}" for a in node.names] if base == "tavolino" else [base])
    return names


def test_every_room_has_its_layer() -> None:
    assert set(rooms()) == set().union(*LAYERS)


def test_imports_point_one_way() -> None:
    level = {room: n for n, layer in enumerate(LAYERS) for room in layer}
    for room, names in rooms().items():
        for name in names:
            if name.startswith("tavolino."):
                other = name.split(".")[1]
                assert level[other] <= level[room], f"{room} imports {other}"


def test_rules_import_the_standard_library_only() -> None:
    for room in STANDARD_LIBRARY_ONLY:
        for name in rooms()[room]:
            top = name.split(".")[0]
            assert top == "tavolino" or top in sys.stdlib_module_names, f"{room} imports {name}"


def test_the_server_has_no_terminal() -> None:
    assert not any(name.startswith("tavolino.cli") for name in rooms()["server"])


def test_games_know_nothing_of_matches() -> None:
    names = rooms()["games"]
    assert {n for n in names if n.startswith("tavolino.")} <= {
        "tavolino.cards",
        "tavolino.chance",
        "tavolino.game",
        "tavolino.games.aftaebr",
        "tavolino.games.azul_count",
        "tavolino.games.azul_solo",
        "tavolino.games.nove_colonne",
        "tavolino.games.patience",
        "tavolino.games.solitario40",
    }
