"""``tavolino serve`` and ``tavolino backup``, run as commands."""

from __future__ import annotations

import json
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import webbrowser
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import httpx
import pytest
from support.cli import run
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Origin

from tavolino.cli.server import serve

SERVE = "from tavolino.cli import main; main()"


@contextmanager
def serving(data: Path, *more: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """A server at a free port: its address and its process, which ends here at the latest."""
    words = ["serve", "--port", "0", "--workers", "0", "--data", str(data), "--lang", "en", *more]
    process = subprocess.Popen(
        [sys.executable, "-u", "-c", SERVE, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout
        said = re.search(r"http://\S+", process.stdout.readline())
        assert said, process.communicate()
        yield said.group(), process
    finally:
        if process.poll() is None:
            process.terminate()
        process.communicate(timeout=60)


def test_pages_sockets_and_a_graceful_shutdown(tmp_path: Path) -> None:
    with serving(tmp_path, "--log-json") as (address, process):
        with httpx.Client(base_url=address, timeout=60) as client:
            assert client.get("/").headers["content-type"].startswith("text/html")
            assert client.get("/health").json()["status"] == "ok"
            me = client.post("/api/me").json()
            cookie = f"tavolino={client.cookies['tavolino']}"
        with connect(
            address.replace("http", "ws") + "/live", additional_headers={"Cookie": cookie}
        ) as socket:
            assert json.loads(socket.recv())["person"] == me["id"]
            process.send_signal(signal.SIGTERM)
            with pytest.raises(ConnectionClosed) as closed:
                while True:
                    socket.recv(60)
        assert closed.value.rcvd and closed.value.rcvd.code == 1012
        _, log = process.communicate(timeout=60)
        assert process.returncode == 0
    lines = [json.loads(line) for line in log.splitlines()]
    assert {"/", "/api/me"} <= {line.get("path") for line in lines}
    with closing(sqlite3.connect(tmp_path / "tavolino.db")) as database:
        assert database.execute("SELECT id FROM people").fetchall() == [(me["id"],)]


def test_pages_of_other_origins_open_no_socket_and_a_huge_frame_closes_it(tmp_path: Path) -> None:
    with serving(tmp_path) as (address, _):
        with httpx.Client(base_url=address, timeout=60) as client:
            client.post("/api/me")
            cookie = {"Cookie": f"tavolino={client.cookies['tavolino']}"}
        live = address.replace("http", "ws") + "/live"
        with pytest.raises(Exception, match="403"):
            connect(live, origin=Origin("http://evil.example"), additional_headers=cookie)
        with connect(live, origin=Origin(address), additional_headers=cookie) as socket:
            socket.recv()
            socket.send("x" * 100_000)
            with pytest.raises(ConnectionClosed) as closed:
                while True:
                    socket.recv(60)
        assert closed.value.rcvd and closed.value.rcvd.code == 1009
        assert httpx.get(f"{address}/health", timeout=60).status_code == 200


def test_ctrl_c_stops_the_server_too(tmp_path: Path) -> None:
    with serving(tmp_path) as (address, process):
        httpx.get(address, timeout=60)
        process.send_signal(signal.SIGINT)
        _, log = process.communicate(timeout=60)
        assert process.returncode == 0
        assert "Traceback" not in log and "GET / 200" in log


def test_a_backup_while_it_runs(tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    with serving(tmp_path / "data") as (address, _):
        ids = {httpx.post(f"{address}/api/me", timeout=60).json()["id"] for _ in range(5)}
        result = run("backup", copy, "--data", tmp_path / "data", "--lang", "en")
    assert result.code == 0 and "Backup written to" in result.words
    with closing(sqlite3.connect(copy)) as database:
        assert {row[0] for row in database.execute("SELECT id FROM people")} == ids
        assert database.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    assert [file.name for file in tmp_path.iterdir() if file.name.startswith(".")] == []


def test_a_backup_overwrites_only_with_force(tmp_path: Path) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy.db"
    data.mkdir()
    with closing(sqlite3.connect(data / "tavolino.db")) as database, database:
        database.execute("CREATE TABLE people (id)")
    copy.write_text("precious")
    refused = run("backup", copy, "--data", data, "--lang", "en")
    assert refused.code == 2 and "--force" in refused.err
    assert copy.read_text() == "precious"
    assert run("backup", copy, "--data", data, "--force").code == 0
    with closing(sqlite3.connect(copy)) as database:
        assert database.execute("SELECT name FROM sqlite_master").fetchall() == [("people",)]


def test_a_broken_database_is_not_a_backup(tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    (tmp_path / "tavolino.db").write_bytes(b"SQLite format 3\x00" + b"\xff" * 5000)
    broken = run("backup", copy, "--data", tmp_path, "--lang", "en")
    assert broken.code == 2 and "cannot be copied" in broken.err
    assert not copy.exists()
    missing = run("backup", copy, "--data", tmp_path / "nowhere", "--lang", "en")
    assert missing.code == 2 and "no database to back up" in missing.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--port", "70000"], "--port"),
        (["--port", "x"], "--port"),
        (["--workers", "-1"], "--workers"),
        (["--processes", "0"], "--processes"),
        (["--processes", "2"], "need a PostgreSQL database"),
        (["--processes", "2", "--redis", "redis://127.0.0.1:1"], "need a PostgreSQL database"),
        (["--origin", "example.org"], "--origin"),
        (["--origin", "https://example.org/path"], "--origin"),
        (["--database", "nonsense"], "database cannot be opened"),
        (["--database", "nonsense://x"], "database cannot be opened"),
        (["--database", "sqlite:////no/such/directory/x.db"], "database cannot be opened"),
        (["--host", "no.such.host.invalid"], "cannot listen"),
        (["--data", "/dev/null/x"], "cannot be used"),
    ],
)
def test_a_server_that_cannot_start_gives_one_sentence(
    tmp_path: Path, words: list[str], said: str
) -> None:
    result = run("serve", "--data", tmp_path, *words, "--lang", "en")
    assert result.code == 2 and said in result.err
    assert result.err.count("\n") == 1


def test_a_port_in_use(tmp_path: Path) -> None:
    with serving(tmp_path / "a") as (address, _):
        port = address.rpartition(":")[2]
        result = run("serve", "--data", tmp_path / "b", "--port", port, "--lang", "en")
    assert result.code == 2 and "in use" in result.err


def test_the_default_port_or_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "_serve", lambda terminal, config, bound, *_: bound.close())
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        monkeypatch.setattr(serve, "DEFAULT_PORT", port)
        other = run("serve", "--data", tmp_path, "--lang", "en")
    usual = run("serve", "--data", tmp_path, "--lang", "en")
    assert (other.code, usual.code) == (0, 0)
    assert f"Port {port} is taken" in other.words and f":{port} " not in other.words
    assert re.search(r"at http://127\.0\.0\.1:[0-9]+ ", other.words)
    assert usual.words.startswith(f"Tavolino is running at http://127.0.0.1:{port} ")


def test_a_browser_in_the_terminal_is_not_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    for kind in (webbrowser.GenericBrowser, webbrowser.BackgroundBrowser):
        browser = kind("a-browser")
        monkeypatch.setattr(browser, "open", opened.append)
        monkeypatch.setattr(webbrowser, "get", lambda browser=browser: browser)
        serve.open_browser(f"http://{kind.__name__}")
    assert opened == ["http://BackgroundBrowser"]


def test_the_server_starts_without_numba() -> None:
    look = (
        "import sys, uvicorn, tavolino.cli, tavolino.server.process.app;"
        "print(sorted({'numba', 'numpy', 'alembic'} & set(sys.modules)))"
    )
    printed = subprocess.run(
        [sys.executable, "-c", look], capture_output=True, text=True, check=True
    )
    assert printed.stdout == "[]\n"


# The data folder


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        ("en", "cannot listen on nowhere.invalid, port 8000: there is no machine with this name"),
        ("it", "impossibile ascoltare su nowhere.invalid, porta 8000: nessuna macchina ha"),
    ],
)
def test_a_server_that_cannot_listen_says_why_and_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lang: str, sentence: str
) -> None:
    def unknown(*_: object, **__: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)  # a name server may take its time
    data = tmp_path / "data"
    result = run("serve", "--data", data, "--host", "nowhere.invalid", "--lang", lang)
    assert result.code == 2 and sentence in result.err
    assert not data.exists()


def test_a_second_server_on_the_same_data_names_the_first(tmp_path: Path) -> None:
    with serving(tmp_path) as (address, process):
        second = run("serve", "--data", tmp_path, "--port", 0, "--lang", "en")
        same_port = run("serve", "--data", tmp_path, "--port", address.rpartition(":")[2])
    assert (second.code, same_port.code) == (2, 2)
    assert second.err.count("\n") == 1 and str(tmp_path) in second.err
    for sentence in (second.err, same_port.err):
        assert address in sentence and f" {process.pid})" in sentence


def test_a_second_make_play_opens_the_running_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(serve, "open_browser", opened.append)
    with serving(tmp_path) as (address, _):
        second = run("serve", "--data", tmp_path, "--open", "--lang", "en")
    assert second.code == 0 and opened == [address]
    assert second.words == (f"Tavolino is already running at {address}: opening it in the browser.")


def test_the_data_are_free_again_after_a_power_cut(tmp_path: Path) -> None:
    with serving(tmp_path) as (_, killed):
        killed.kill()
        killed.wait(60)
        with serving(tmp_path) as (address, _):
            assert httpx.get(f"{address}/health", timeout=60).status_code == 200
    assert not (tmp_path / "tavolino.server.json").exists()


def test_servers_that_share_a_database_by_redis_need_no_lock(tmp_path: Path) -> None:
    from tavolino.server.config import Config
    from tavolino.server.storage.data_lock import DataInUseError, check_free, holding

    alone = Config(tmp_path)
    shared = Config(tmp_path, redis="redis://127.0.0.1:1/0")
    elsewhere = Config(tmp_path, database="postgresql+psycopg://nowhere/x")
    with holding(alone, "http://127.0.0.1:1"):
        for free in (shared, elsewhere):
            check_free(free)
        with pytest.raises(DataInUseError), holding(alone, "http://127.0.0.1:2"):
            pass
    check_free(alone)


def test_it_says_where_the_data_are_and_how_to_stop(tmp_path: Path) -> None:
    with serving(tmp_path) as (_, process):
        assert process.stdout
        assert process.stdout.readline().strip() == f"Your data are in {tmp_path}"
