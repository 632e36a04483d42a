"""A game of another package, installed as a user would install it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from support.servers.process import ServerProcess
from tavolino import catalogue

SOURCE = Path(__file__).parents[1] / "plugins" / "noughts_and_crosses"


@pytest.fixture(scope="session")
def plugin_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The directory of the installed package, for the Python path."""
    target = tmp_path_factory.mktemp("plugins")
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps"]
    install += ["--no-build-isolation", "--disable-pip-version-check", "--target", str(target)]
    subprocess.run([*install, str(SOURCE)], check=True)
    return target


def install(directory: Path, package: str, source: str) -> None:
    """A package with one module that names its entry, as an installer leaves it."""
    (directory / f"{package}.py").write_text(source)
    info = directory / f"{package}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[tavolino.games]\n{package} = {package}:ENTRY\n")


@contextmanager
def plugins_in(directory: Path) -> Iterator[None]:
    """As if this process had been started with these packages installed."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(directory))
        catalogue._all_games.cache_clear()
        yield
    catalogue._all_games.cache_clear()
    for name, module in list(sys.modules.items()):
        if Path(getattr(module, "__file__", None) or "/").is_relative_to(directory):
            del sys.modules[name]


@pytest.fixture
def noughts_and_crosses(plugin_path: Path) -> Iterator[str]:
    """Makes the game available in this process; returns its name."""
    with plugins_in(plugin_path):
        yield "noughts_and_crosses"


@pytest.fixture(scope="module")
def plugin_server(
    plugin_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[ServerProcess]:
    """A server in a process of its own that has the game."""
    data = tmp_path_factory.mktemp("plugin-server")
    server = ServerProcess(data, "--workers", "1", python_path=plugin_path)
    server.start()
    yield server
    server.stop()
