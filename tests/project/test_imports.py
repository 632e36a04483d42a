"""Imports point one way, and the rules use the standard library only.

Every import counts, also those inside functions and behind ``TYPE_CHECKING``. The layers are those
of ``docs/architecture.md``.
"""

from __future__ import annotations

import ast
import sys
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import tavolino

SOURCE = Path(tavolino.__file__).parents[1]
LAYERS = [
    {"errors"},
    {"cards", "chance", "extras", "line"},
    {"game"},
    {"games"},
    {"catalogue"},
    {"contest"},
    {"match"},
    {"record", "undo"},
    {"narration"},
    {"kernels"},
    {"solvers"},
    {"bots"},
    {"study"},
    {"translations"},
    {"server"},
    {"client"},
    {"lab"},
    {"cli"},
    {"__main__", "envs"},
]
"""A package imports from itself and from the layers before it."""
SERVER_LAYERS = [
    {"config", "errors"},
    {"clock", "queues"},
    {"storage", "views"},
    {"http"},
    {"accounts", "live"},
    {"sockets", "workers"},
    {"games", "lobby"},
    {"daily", "records"},
    {"users"},
    {"process"},
]
STANDARD_LIBRARY_ONLY = set[str]().union(*LAYERS[:9])
"""The rules, matches, records and narration."""


def modules() -> dict[str, Path]:
    """By their dotted names; Alembic alone imports its migrations."""
    found = {}
    for path in (SOURCE / "tavolino").rglob("*.py"):
        parts = path.relative_to(SOURCE).with_suffix("").parts
        if "migrations" not in parts:
            found[".".join(parts).removesuffix(".__init__")] = path
    return found


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text())


@cache
def imports(path: Path, *, at_load: bool = False) -> set[str]:
    """Modules, or names in modules, that a file imports anywhere, or when it is loaded."""
    names: set[str] = set()
    for node in _tree(path).body if at_load else ast.walk(_tree(path)):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}: relative import"
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return names


@cache
def graph() -> dict[str, set[str]]:
    """For each module of ours the modules of ours that it imports."""
    known = modules()
    return {name: {_module(n, known) for n in imports(p)} - {"", name} for name, p in known.items()}


def _module(imported: str, known: dict[str, Path]) -> str:
    """``package.module.name`` is in ``package.module``."""
    if imported in known:
        return imported
    module = imported.rpartition(".")[0]
    return module if module in known else ""


def check_layers(prefix: str, layers: list[set[str]]) -> None:
    level = {package: n for n, layer in enumerate(layers) for package in layer}
    for module, imported in graph().items():
        if not module.startswith(prefix):
            continue
        here = module.removeprefix(prefix).split(".")[0]
        assert here in level, f"{prefix}{here} has no layer"
        for other in imported:
            there = other.removeprefix(prefix).split(".")[0]
            if other.startswith(prefix) and there != here:
                assert level[there] < level[here], f"{module} imports {other}"


def test_packages_import_from_layers_below() -> None:
    check_layers("tavolino.", LAYERS)


def test_packages_of_the_server_import_from_layers_below() -> None:
    check_layers("tavolino.server.", SERVER_LAYERS)


def test_there_is_no_import_cycle() -> None:
    assert list(TopologicalSorter(graph()).static_order())


def test_rules_import_the_standard_library_only() -> None:
    for name, path in modules().items():
        if name.split(".")[1:2] and name.split(".")[1] in STANDARD_LIBRARY_ONLY:
            for imported in imports(path):
                top = imported.split(".")[0]
                assert top == "tavolino" or top in sys.stdlib_module_names, f"{name}: {imported}"


def test_games_know_nothing_of_matches() -> None:
    for name, imported in graph().items():
        if name.startswith("tavolino.games"):
            for other in imported:
                assert other.split(".")[1] in {"cards", "chance", "errors", "game", "games"}, name


def test_pure_live_play_loads_no_database_no_framework_and_no_compiler() -> None:
    """Everything that it imports, directly or not."""
    known, reached = modules(), set[str]()
    waiting = {name for name in known if name.startswith("tavolino.server.live.domain")}
    while waiting:
        name = waiting.pop()
        reached.add(name)
        top_level = imports(known[name], at_load=True)
        waiting |= {_module(imported, known) for imported in top_level} - reached - {""}
        for imported in top_level:
            top = imported.split(".")[0]
            assert top in {"tavolino", "msgspec"} or top in sys.stdlib_module_names, (
                f"{name}: {top}"
            )


def test_nothing_that_windows_lacks_is_imported_when_a_module_is_loaded() -> None:
    absent = {"fcntl", "grp", "posix", "pty", "pwd", "readline", "resource", "termios", "tty"}
    for name, path in modules().items():
        tops = {imported.split(".")[0] for imported in imports(path, at_load=True)}
        assert not tops & (absent | {"uvloop"}), name
