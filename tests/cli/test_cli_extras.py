"""``pip install tavolino`` is enough to play; what needs more says what to install."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support.cli import dealt
from support.without_packages import absent_with, canonical, closure, requirements_of, run_without

from tavolino.extras import EXTRAS, MissingExtraError, has_extra, require
from tavolino.record import Record

OWNERS = {
    "PIL": "pillow",
    "argon2": "argon2-cffi",
    "markdown_it": "markdown-it-py",
    "prometheus_client": "prometheus-client",
    "pyspiel": "open_spiel",
}
"""Distributions with another name than their module."""

OWN_BOT = "tavolino.bots.random_bot:RandomBot"
"""By its path, like the bots of other packages."""

COMMANDS = """
import json
from support.cli import run
print(json.dumps([run(*words, typed=typed) for words, typed in {commands!r}]))
"""


def run_commands(absent: set[str], *commands: tuple[list[str], str]) -> list[Any]:
    """Exit code, output and errors of each command."""
    results: list[Any] = run_without(absent, COMMANDS.format(commands=commands))
    return results


def test_the_extras_are_those_of_the_package() -> None:
    for extra, modules in EXTRAS.items():
        named = {canonical(OWNERS.get(module, module)) for module in modules}
        wanted = {canonical(requirement) for requirement in requirements_of(extra)}
        core = {canonical(requirement) for requirement in requirements_of()}
        own = wanted - core - {"uvloop"}
        if extra == "cluster":  # and everything of the server
            own -= {canonical(requirement) for requirement in requirements_of("server")}
        assert named == own, extra
    assert {*requirements_of("all")} >= {*requirements_of("search", "server", "cluster")}


def test_the_core_is_the_standard_library_and_the_command_line() -> None:
    assert not closure(requirements_of()) & {"numba", "numpy", "litestar", "sqlalchemy", "msgspec"}


def test_uvloop_is_installed_only_where_it_exists() -> None:
    (uvloop,) = [one for one in requirements_of("server") if one.startswith("uvloop")]
    assert "sys_platform != 'win32'" in uvloop


def test_every_command_without_extras(tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    record.write_text(str(Record(dealt("solitario40", 5), ("Ada",), 5)))
    works: list[tuple[list[str], str]] = [
        (["--lang", "en", "--help"], ""),
        (["deal", "solitario40", "--number", "5", "--json"], ""),
        (["deal", "nove_colonne", "--number", "5"], ""),
        (["perft", "aftaebr", "--depth", "2"], ""),
        (["replay", str(record), "--json"], ""),
        (["verify", str(record), "--json"], ""),
        (["play", "solitario40", "--number", "5"], "1\nu\nq\n"),
        (["play", "nove_colonne", "--number", "5"], "1\nq\n"),
        (["play", "azul_solo", "--number", "5"], "1\nq\n"),
        (["play", "aftaebr", "--number", "5"], "1\nq\n"),
        (["play", "aftaebr", "--number", "5", "--bot", "2=random"], "1\nq\n"),
        (["play", "aftaebr", "--bot", "1=random", "--bot", f"2={OWN_BOT}"], ""),
        (["bot-match", "aftaebr", "random", OWN_BOT, "--games", "2"], ""),
    ]
    needs: list[tuple[list[str], str, str]] = [
        (["solve", "solitario40", "--number", "5"], "", "search"),
        (["bot-match", "aftaebr", "greedy", "safe", "--games", "1"], "", "search"),
        (["play", "aftaebr", "--bot", "2=greedy"], "", "search"),
        (["serve", "--data", str(tmp_path / "data")], "", "server"),
        (["backup", str(tmp_path / "copy"), "--data", str(tmp_path)], "", "server"),
    ]
    commands = [*works, *((["--lang", "en", *words], typed) for words, typed, _ in needs)]
    results = run_commands(absent_with(), *commands)
    for (words, _), (code, out, err) in zip(works, results):
        assert (code, err) == (0, ""), words
        assert out
    assert json.loads(results[5][1])["verified"] is True
    for (words, _, extra), (code, _, err) in zip(needs, results[len(works) :]):
        assert code == 2, words
        assert err.count("\n") == 1 and f"pip install 'tavolino[{extra}]'" in err, (words, err)
    assert not (tmp_path / "data").exists()


def test_a_hint_without_extras_tells_what_to_install_and_the_game_goes_on() -> None:
    ((code, out, _),) = run_commands(
        absent_with(), (["play", "solitario40", "--number", "5", "--lang", "it"], "h\n1\nq\n")
    )
    assert code == 0
    assert "pip install 'tavolino[search]'" in " ".join(out.split())
    assert "mosse 1" in out


@pytest.mark.parametrize(
    ("module", "extra"),
    [
        ("tavolino.kernels.aftaebr", "search"),
        ("tavolino.solvers.solitario40.solver", "search"),
        ("tavolino.bots.aftaebr.search", "search"),
        ("tavolino.server.config", "server"),
        ("tavolino.server.process.app", "server"),
        ("tavolino.client", "client"),
    ],
)
def test_an_import_without_its_extra_says_what_to_install(module: str, extra: str) -> None:
    work = f"""
import importlib, json
try:
    importlib.import_module({module!r})
except ImportError as error:
    print(json.dumps([type(error).__name__, str(error)]))
"""
    kind, sentence = run_without(absent_with(), work)
    assert kind == "MissingExtraError"
    assert f"pip install 'tavolino[{extra}]'" in sentence and "\n" not in sentence


def test_the_client_needs_neither_the_server_nor_compiled_code() -> None:
    work = "import tavolino.client; print('true')"
    assert run_without(absent_with("client"), work) is True


def test_a_server_without_search_and_a_cluster_without_its_packages(tmp_path: Path) -> None:
    serve = ["serve", "--lang", "en", "--port", "0", "--data", str(tmp_path / "data")]
    ((code, _, err),) = run_commands({"numba", "numpy"}, (serve, ""))
    assert (code, "pip install 'tavolino[server]'" in err) == (2, True)
    results = run_commands(
        absent_with("server"),
        ([*serve, "--redis", "redis://127.0.0.1"], ""),
        ([*serve, "--database", "postgresql+psycopg://127.0.0.1/x"], ""),
    )
    for code, _, err in results:
        assert (code, "pip install 'tavolino[cluster]'" in err) == (2, True), err
    assert not (tmp_path / "data").exists()


def test_rulings_without_search_are_those_of_the_rules() -> None:
    work = """
import json
from support.cli import dealt
from tavolino.solvers.referee import is_dead_end, ruling
boards = [dealt(name, 7) for name in ("solitario40", "nove_colonne", "aftaebr")]
print(json.dumps([
    [ruling(m.game, m.boards[0].history) == m.game.ruling(m.boards[0].history) for m in boards],
    is_dead_end(boards[1].game, boards[1].watch(0)),
]))
"""
    assert run_without(absent_with(), work) == [[True, True, True], False]


def test_require() -> None:
    assert has_extra("server")
    require("server")
    EXTRAS["none"] = ("no_such_module",)
    try:
        with pytest.raises(MissingExtraError, match="no_such_module") as raised:
            require("none")
        assert isinstance(raised.value, ImportError) and raised.value.extra == "none"
    finally:
        del EXTRAS["none"]
