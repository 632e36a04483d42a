"""The optional parts of the package, and what to install for them.

``pip install tavolino`` brings the rules, matches, records and the terminal. The rest needs other
packages, which extras such as ``tavolino[search]`` install.
"""

from __future__ import annotations

from contextlib import suppress
from importlib.util import find_spec

from tavolino.errors import TavolinoError

EXTRAS: dict[str, tuple[str, ...]] = {
    "search": ("filelock", "numba", "numpy"),
    "client": ("msgspec", "websockets"),
    "server": (
        "alembic",
        "argon2",
        "cryptography",
        "filelock",
        "h11",
        "litestar",
        "markdown_it",
        "msgspec",
        "numba",
        "numpy",
        "openskill",
        "prometheus_client",
        "sqlalchemy",
        "uvicorn",
        "websockets",
    ),
    "cluster": ("psycopg", "redis"),
    "envs": ("PIL", "filelock", "gymnasium", "numba", "numpy", "pettingzoo", "pyspiel"),
    "lab": ("duckdb", "filelock", "matplotlib", "numba", "numpy", "pyarrow", "ray"),
}
"""Modules by extra. ``pyproject.toml`` has their packages."""


class MissingExtraError(TavolinoError, ImportError):
    """A part of Tavolino was used whose extra is not installed."""

    def __init__(self, extra: str, missing: str) -> None:
        super().__init__(
            f"this part of tavolino needs the module {missing}, which is not installed; "
            f"install it with: {install_command(extra)}"
        )
        self.extra = extra
        self.missing = missing
        """The first of its modules that was not found."""


def install_command(extra: str) -> str:
    """What to type to install an extra.

    >>> install_command("search")
    "pip install 'tavolino[search]'"
    """
    return f"pip install 'tavolino[{extra}]'"


def missing_modules(extra: str) -> list[str]:
    """The modules of an extra that are not installed."""
    return [module for module in EXTRAS[extra] if not _is_installed(module)]


def has_extra(extra: str) -> bool:
    """Whether everything that an extra needs is installed."""
    return not missing_modules(extra)


def require(extra: str) -> None:
    """Raise ``MissingExtraError`` unless an extra is installed."""
    if missing := missing_modules(extra):
        raise MissingExtraError(extra, missing[0])


def _is_installed(module: str) -> bool:
    with suppress(ImportError, ValueError):
        return find_spec(module) is not None
    return False
