"""Fields and constants of the public modules say what they are; ruff checks the rest (rules D)."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src/tavolino"
PUBLIC = [
    *(SOURCE / f"{name}.py" for name in ("chance", "contest", "game", "record")),
    *sorted((SOURCE / "match").glob("*.py")),
    *sorted((SOURCE / "solvers").glob("*.py")),
    *sorted((SOURCE / "bots").glob("*.py")),
    *sorted((SOURCE / "client").glob("*.py")),
]
"""The folders of single games inside ``solvers`` and ``bots`` are for those who work on them."""
FACTORIES = {"TypeVar", "getLogger"}


def assigned(node: ast.stmt) -> Iterator[str]:
    """The names that a statement defines, without private ones."""
    targets: list[ast.expr] = []
    if isinstance(node, ast.AnnAssign):
        targets = [node.target]
    elif isinstance(node, ast.Assign) and not _is_made_by_factory(node.value):
        targets = node.targets
    for target in targets:
        for part in ast.walk(target):
            if isinstance(part, ast.Name) and not part.id.startswith("_"):
                yield part.id


def _is_made_by_factory(value: ast.expr) -> bool:
    if not isinstance(value, ast.Call):
        return False
    function = value.func
    name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    return name in FACTORIES


def undocumented(body: list[ast.stmt], prefix: str = "") -> Iterator[str]:
    for node, following in zip(body, [*body[1:], None]):
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield from undocumented(node.body, f"{node.name}.")
        is_documented = (
            isinstance(following, ast.Expr)
            and isinstance(following.value, ast.Constant)
            and isinstance(following.value.value, str)
        )
        if not is_documented:
            yield from (f"{prefix}{name}" for name in assigned(node))


@pytest.mark.parametrize("path", PUBLIC, ids=lambda path: str(path.relative_to(SOURCE)))
def test_every_field_and_constant_has_a_docstring(path: Path) -> None:
    assert [*undocumented(ast.parse(path.read_text()).body)] == []


def test_a_missing_docstring_is_found() -> None:
    source = 'A = 1\n"""One."""\nB = 2\n\nclass C:\n    d: int\n    _e: int\n'
    assert [*undocumented(ast.parse(source).body)] == ["B", "C.d"]
