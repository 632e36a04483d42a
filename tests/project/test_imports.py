"""Imports point one way, and the rules use the standard library only.

Every import counts, also those inside functions and behind ``TYPE_CHECKING``. What a package may
import is said here and, in the same words, in ``docs/architecture.md`` (``test_architecture.py``).
"""

from __future__ import annotations

import ast
import sys
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import tavolino

SOURCE = Path(tavolino.__file__).parents[1]
RULES = {"cards", "chance", "errors", "game", "games"}
MATCHES = RULES - {"games"} | {"catalogue", "contest", "extras", "match"}
CORE = RULES | MATCHES | {"narration", "record"}
MAY_IMPORT: dict[str, set[str]] = {
    "errors": set(),
    "cards": {"errors"},
    "chance": {"errors"},
    "extras": {"errors"},
    "game": {"chance", "errors"},
    "games": RULES - {"games"},
    "catalogue": RULES,
    "contest": {"game"},
    "match": MATCHES - {"match"},
    "record": MATCHES,
    "narration": CORE - {"narration"},
    "kernels": RULES | {"catalogue", "extras"},
    "solvers": MATCHES | {"games", "kernels"},
    "bots": CORE - {"record"} | {"kernels", "solvers"},
    "learning": CORE | {"bots", "kernels", "solvers"},
    "lab": CORE | {"bots", "kernels", "solvers"},
    "translations": {"catalogue"},
    "server": CORE | {"bots", "learning", "solvers", "translations"},
    "client": {"chance", "errors", "extras", "game", "server"},
    "cli": CORE | {"bots", "lab", "learning", "server", "solvers", "translations"},
    "envs": RULES | {"catalogue", "cli", "extras", "kernels"},
    "__main__": {"cli"},
}
"""For each package or module of ``tavolino`` the others that it may import."""
BASE = {"clock", "config", "errors", "queues"}
SERVER_MAY_IMPORT: dict[str, set[str]] = {
    "errors": set(),
    "config": set(),
    "clock": {"config", "errors"},
    "queues": {"config", "errors"},
    "storage": BASE,
    "views": BASE,
    "http": BASE | {"storage"},
    "live": BASE | {"storage", "views"},
    "accounts": BASE | {"http", "storage"},
    "workers": BASE | {"live"},
    "sockets": BASE | {"accounts", "http", "live"},
    "games": BASE | {"accounts", "http", "live", "storage", "views", "workers"},
    "lobby": BASE | {"accounts", "http", "live", "storage", "workers"},
    "records": BASE | {"accounts", "games", "http", "live", "storage", "views", "workers"},
    "daily": BASE | {"accounts", "http", "live", "lobby", "storage"},
    "users": BASE
    | {"accounts", "http", "live", "lobby", "records", "sockets", "storage", "workers"},
}
SERVER_MAY_IMPORT["process"] = {*SERVER_MAY_IMPORT}
"""For each package of ``tavolino.server`` the others that it may import."""
SERVER_FOR_CLIENTS = {"tavolino.server.errors", "tavolino.server.live.domain.messages"}
STANDARD_LIBRARY_ONLY = CORE


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


def check_imports(prefix: str, may_import: dict[str, set[str]]) -> None:
    packages = set()
    for module, imported in graph().items():
        if module.startswith(prefix):
            here = module.removeprefix(prefix).split(".")[0]
            packages.add(here)
            for other in imported:
                there = other.removeprefix(prefix).split(".")[0]
                if other.startswith(prefix) and there != here:
                    assert there in may_import[here], f"{module} imports {other}"
    assert packages == {*may_import}


def test_packages_import_what_they_may() -> None:
    check_imports("tavolino.", MAY_IMPORT)


def test_packages_of_the_server_import_what_they_may() -> None:
    check_imports("tavolino.server.", SERVER_MAY_IMPORT)


def test_clients_import_the_messages_and_errors_of_the_server_only() -> None:
    for name, imported in graph().items():
        if name.startswith("tavolino.client"):
            ours = {other for other in imported if other.startswith("tavolino.server")}
            assert ours <= SERVER_FOR_CLIENTS, name


def test_there_is_no_import_cycle() -> None:
    assert list(TopologicalSorter(graph()).static_order())


def test_rules_import_the_standard_library_only() -> None:
    for name, path in modules().items():
        if name.split(".")[1:2] and name.split(".")[1] in STANDARD_LIBRARY_ONLY:
            for imported in imports(path):
                top = imported.split(".")[0]
                assert top == "tavolino" or top in sys.stdlib_module_names, f"{name}: {imported}"


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
