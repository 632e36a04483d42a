"""Compiled once, by one process, also where home folders cannot be written."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tavolino.kernels import compile_cache

COMPILE = """
import sys, time
from pathlib import Path
from tavolino.kernels import compile_cache
print("waiting", flush=True)
sys.stdin.readline()
def part():
    if not compile_cache.is_compiled("part"):
        with open(sys.argv[1], "a") as log:
            log.write("compiled\\n")
        time.sleep(0.2)
compile_cache.warm_up("game", {"part": part})
print(compile_cache.is_compiled("part"))
"""


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(compile_cache, "CACHE", tmp_path)
    return tmp_path


def environment(tmp_path: Path, **more: str) -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("PYTHONPATH", "PATH") if name in os.environ}
    return kept | {"XDG_CACHE_HOME": str(tmp_path / "cache"), "HOME": str(tmp_path), **more}


def test_several_processes_compile_once(tmp_path: Path) -> None:
    log = tmp_path / "log"
    command = [sys.executable, "-c", COMPILE, str(log)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    processes = [
        subprocess.Popen(command, text=True, env=environment(tmp_path), **pipes)  # type: ignore[call-overload]
        for _ in range(4)
    ]
    for process in processes:
        assert process.stdout.readline() == "waiting\n"
    for process in processes:
        process.stdin.write("\n")
        process.stdin.flush()
    assert [process.communicate()[0] for process in processes] == ["True\n"] * 4
    assert log.read_text() == "compiled\n"


def test_whoever_waits_is_told_how_long(cache: Path) -> None:
    told: list[float] = []

    @contextmanager
    def waiting(seconds: float) -> Iterator[None]:
        told.append(seconds)
        yield

    for _ in range(2):
        compile_cache.warm_up("aftaebr", {"bots-aftaebr": lambda: None}, waiting)
    assert told == [compile_cache.SECONDS["bots-aftaebr"]]


def test_the_time_is_that_of_this_machine(cache: Path) -> None:
    """Known from the parts that it has compiled."""
    for name in ("bots-azul_solo", "solve-solitario40"):
        (cache / f"{name}.ready").write_text(str(3 * compile_cache.SECONDS[name]))
    assert (
        compile_cache.expected_seconds("bots-aftaebr") == 3 * compile_cache.SECONDS["bots-aftaebr"]
    )


def test_every_part_has_its_time() -> None:
    from tavolino.bots.warm_up import parts_of
    from tavolino.catalogue import BUILT_IN

    parts = {name for entry in BUILT_IN.values() for name in parts_of(entry.rules())}
    assert parts == set(compile_cache.SECONDS)


SHOW = "from tavolino.kernels import compile_cache; print(compile_cache.CACHE)"


def cache_of(environment: dict[str, str]) -> Path:
    shown = subprocess.run(
        [sys.executable, "-c", SHOW], env=environment, capture_output=True, text=True, check=True
    )
    return Path(shown.stdout.strip())


def test_a_home_that_cannot_be_written(tmp_path: Path) -> None:
    """All processes share a folder among the temporary files, which is nobody else's."""
    (tmp_path / "file").touch()
    nowhere = {"XDG_CACHE_HOME": str(tmp_path / "file"), "NUMBA_CACHE_DIR": str(tmp_path / "file")}
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    there = environment(tmp_path, **nowhere, TMPDIR=str(temporary))
    first, second = cache_of(there), cache_of(there)
    assert first == second and first.parents[1] == temporary and first.is_dir()
    first.parent.chmod(0o777)
    third = cache_of(there)
    assert third.parent == temporary and third != first and not third.exists()


def test_the_search_of_a_game_is_compiled_when_its_last_part_is(cache: Path) -> None:
    """Then a server starts no process that would compile it."""
    from tavolino.bots.warm_up import is_search_compiled, parts_of
    from tavolino.catalogue import BUILT_IN

    for entry in BUILT_IN.values():
        for name in parts_of(entry.rules()):
            assert not is_search_compiled(entry.rules())
            compile_cache.warm_up(entry.name, {name: lambda: None})
        assert is_search_compiled(entry.rules())
