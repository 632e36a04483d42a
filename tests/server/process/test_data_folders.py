"""Data and caches are where the system wants them; data of the first versions is found."""

from __future__ import annotations

import sys
from pathlib import Path

import platformdirs
import pytest

from tavolino.kernels.compile_cache import _home as cache_folder
from tavolino.server.config import default_data as data_folder


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(tmp_path))
    for name in ("XDG_DATA_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def test_the_usual_folders(home: Path) -> None:
    assert sys.platform == "linux", "other systems have other folders"
    assert data_folder() == home / ".local/share/tavolino"
    assert cache_folder() == home / ".cache/tavolino"


def test_folders_that_the_user_has_chosen(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(home / "data"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(home / "cache"))
    assert data_folder() == home / "data/tavolino"
    assert cache_folder() == home / "cache/tavolino"


def test_data_of_the_first_versions_stays_in_use(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on macOS, whose usual folder is another one."""
    usual = home / "Library/Application Support/tavolino"
    monkeypatch.setattr(platformdirs, "user_data_path", lambda *_, **__: usual)
    assert data_folder() == usual
    first = home / ".local/share/tavolino"
    first.mkdir(parents=True)
    assert data_folder() == usual
    (first / "tavolino.db").touch()
    assert data_folder() == first
    usual.mkdir(parents=True)
    (usual / "tavolino.db").touch()
    assert data_folder() == usual
