"""What holds for every request: refusals in one form, headers, origins, pages, counters."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from httpx import Response
from litestar import Litestar
from litestar.testing import TestClient
from support.fixtures import runtime_of
from support.servers.app import client_of

from tavolino.server.config import Config
from tavolino.server.http.logs import JsonLines, ShortLines, log
from tavolino.server.http.metrics import Metrics
from tavolino.server.http.middleware import Middleware
from tavolino.server.http.static_files import StaticFiles
from tavolino.server.process import app as app_module
from tavolino.server.process.app import MAX_BODY, create_app

Browser = TestClient[Litestar]
LONG = "export const cards = 40;\n" * 1000


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A server with a client as it is built, and a file beside it that it must not send."""
    folder = tmp_path_factory.mktemp("built")
    web = folder / "web"
    (web / "assets").mkdir(parents=True)
    (web / "index.html").write_text("<!doctype html><title>Gioco</title>")
    (web / "assets" / "index-3f9aB2c1.js").write_text("export {}")
    (web / "assets" / "long-3f9aB2c1.js").write_text(LONG)
    (web / "assets" / "packed-3f9aB2c1.js").write_text(LONG)
    for suffix in ("br", "gz"):  # the server trusts the build, and sends what is there
        (web / "assets" / f"packed-3f9aB2c1.js.{suffix}").write_text(suffix)
    (web / "favicon.svg").write_text("<svg/>")
    (folder / "secret.txt").write_text("secret")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(app_module, "WEB", web)
        app = create_app(Config(folder / "data", workers=0))
    with TestClient(app) as client:
        yield client


@pytest.fixture(scope="module")
def friendly(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A server that trusts another origin."""
    data = tmp_path_factory.mktemp("friendly")
    config = Config(data, workers=0, origins=("https://friend.example",))
    with client_of(config) as client:
        yield client


def refused(response: Response) -> tuple[int, str]:
    """Every refusal has this form, and one sentence."""
    assert response.headers["content-type"].startswith("application/json")
    problem = response.json()
    assert set(problem) == {"code", "text"}
    assert problem["text"] and "\n" not in problem["text"]
    return response.status_code, problem["code"]


def test_refusals_have_one_form(client: Browser) -> None:
    client.post("/api/me")
    as_json = {"content-type": "application/json"}
    cases = [
        (client.patch("/api/me", json={"nome": "x"}), 400, "bad_message"),
        (client.patch("/api/me", json={"name": 3}), 400, "bad_message"),
        (client.patch("/api/me", json=[]), 400, "bad_message"),
        (client.patch("/api/me", json={"name": "x", "more": 1}), 400, "bad_message"),
        (client.patch("/api/me", content=b"{", headers=as_json), 400, "bad_message"),
        (client.patch("/api/me", content=b"\xff", headers=as_json), 400, "bad_message"),
        (client.patch("/api/me", headers=as_json), 400, "bad_message"),
        (client.get("/api/nothing"), 404, "not_found"),
        (client.post("/api/nothing"), 404, "not_found"),
        (client.get("/api"), 404, "not_found"),
        (client.delete("/api/me"), 405, "wrong_method"),
        (client.request("TRACE", "/api/me"), 405, "wrong_method"),
        (client.post("/health"), 405, "wrong_method"),
        (client.post("/"), 405, "wrong_method"),
        (client.patch("/api/me", data={"name": "x"}), 415, "wrong_media"),
        (client.patch("/api/me", content=b"{}"), 415, "wrong_media"),
        (client.post("/api/me", content=b"x", headers={"content-type": "text/plain"}), 415, ""),
        (client.patch("/api/me", json={"name": "x" * MAX_BODY}), 413, "too_large"),
    ]
    for response, status, code in cases:
        assert refused(response) == (status, code or "wrong_media"), response.request


def test_a_body_that_is_nested_too_deeply_is_refused(client: Browser) -> None:
    client.post("/api/me")
    headers = {"content-type": "application/json"}
    answer = client.post("/api/tables", content=b"[" * 30_000, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_message")
    assert "nested" in answer.json()["text"]


def test_a_body_without_a_length_is_bounded_too(client: Browser) -> None:
    client.post("/api/me")
    chunks = (b'{"name": "' + b"x" * 1000 for _ in range(100))
    response = client.patch("/api/me", content=chunks, headers={"content-type": "application/json"})
    assert refused(response) == (413, "too_large")


def test_an_internal_error_is_logged_and_reveals_nothing(
    client: Browser, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(*_: object) -> None:
        raise RuntimeError("the inner secret")

    monkeypatch.setattr(runtime_of(client).sessions, "new_guest", fail)
    client.raise_server_exceptions = False  # type: ignore[attr-defined]
    response = client.post("/api/me")
    assert refused(response) == (500, "broken")
    assert "secret" not in response.text
    assert "the inner secret" in caplog.text


def test_every_response_has_the_headers(client: Browser) -> None:
    for path in ("/", "/api/me", "/api/nothing", "/health", "/schema", "/no.file"):
        headers = client.get(path).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
        assert headers["referrer-policy"] == "same-origin"
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert "strict-transport-security" not in headers
    assert client.get("/api/me").headers["cache-control"] == "no-store"
    assert client.get("/schema/openapi.json").json()["openapi"]


def test_pages_may_load_their_own_resources_only(client: Browser) -> None:
    policy = client.get("/").headers["content-security-policy"]
    parts = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    assert parts["script-src"] == parts["connect-src"] == parts["style-src"] == "'self'"
    assert parts["frame-ancestors"] == parts["base-uri"] == parts["default-src"] == "'none'"


@pytest.mark.parametrize(
    ("origin", "is_own"),
    [
        (None, True),
        ("http://testserver.local", True),
        ("https://testserver.local", True),
        ("https://friend.example", True),
        ("https://friend.example.evil.example", False),
        ("http://testserver.local.evil.example", False),
        ("http://testserver.local:99", False),
        ("http://user@testserver.local", False),
        ("http://[bad", False),
        ("null", False),
        ("", False),
    ],
)
def test_pages_of_other_origins_change_nothing(
    friendly: Browser, origin: str | None, is_own: bool
) -> None:
    friendly.cookies.clear()
    headers = {} if origin is None else {"origin": origin}
    response = friendly.post("/api/me", headers=headers)
    if is_own:
        assert response.status_code == 201
    else:
        assert refused(response) == (403, "foreign_origin")
        assert "set-cookie" not in response.headers
    assert friendly.get("/health", headers=headers).status_code == 200


def test_without_a_built_client_a_page_says_how_to_build_it(
    config: Config, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app_module, "WEB", tmp_path / "missing")
    with TestClient(create_app(config)) as client:
        page = client.get("/")
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert "non è ancora stato compilato" in page.text and "has not been built" in page.text


def test_the_built_client(built: Browser) -> None:
    index = built.get("/")
    assert "Gioco" in index.text and index.headers["cache-control"] == "no-cache"
    for place in ("/g/solitario40/1234567", "/tavolo/abc", "/schemas", "/apicoltura"):
        assert built.get(place).content == index.content
    asset = built.get("/assets/index-3f9aB2c1.js")
    assert asset.text == "export {}"
    assert asset.headers["content-type"] == "text/javascript; charset=utf-8"
    assert asset.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert built.get("/favicon.svg").headers["content-type"].startswith("image/svg+xml")
    assert built.get("/favicon.svg").headers["cache-control"] == "no-cache"


@pytest.mark.parametrize("name", ["swagger", "redoc", "elements", "rapidoc", "scalar", "unused"])
def test_there_are_no_other_pages_of_the_api(built: Browser, name: str) -> None:
    assert refused(built.get(f"/schema/{name}")) == (404, "not_found")


def test_a_page_that_has_not_changed_is_not_sent_again(built: Browser) -> None:
    tag = built.get("/").headers["etag"]
    again = built.get("/", headers={"if-none-match": tag})
    assert (again.status_code, again.content) == (304, b"")
    assert built.get("/", headers={"if-none-match": '"other"'}).status_code == 200
    head = built.head("/")
    assert head.content == b"" and int(head.headers["content-length"]) > 0


@pytest.mark.parametrize(
    ("accepted", "coding", "sent"),
    [
        ("gzip, deflate, br, zstd", "br", b"br"),
        ("gzip, br;q=0", "gzip", b"gz"),
        ("identity", None, LONG.encode()),
    ],
)
def test_what_the_build_has_compressed_is_sent(
    built: Browser, accepted: str, coding: str | None, sent: bytes
) -> None:
    path = "/assets/packed-3f9aB2c1.js"
    with built.stream("GET", path, headers={"accept-encoding": accepted}) as response:
        assert b"".join(response.iter_raw()) == sent
    assert response.headers.get("content-encoding") == coding
    assert response.headers["vary"] == "accept-encoding"
    assert response.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert response.headers["content-type"].startswith("text/javascript")
    assert built.get(f"{path}.br").status_code == 404


def test_long_texts_are_compressed_for_those_who_can_read_it(built: Browser) -> None:
    plain = built.get("/assets/long-3f9aB2c1.js", headers={"accept-encoding": "identity"})
    packed = built.get("/assets/long-3f9aB2c1.js", headers={"accept-encoding": "br, gzip"})
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip" and packed.text == plain.text == LONG
    assert int(packed.headers["content-length"]) < int(plain.headers["content-length"]) / 10
    assert packed.headers["vary"] == plain.headers["vary"] == "accept-encoding"
    tag = packed.headers["etag"]
    assert tag != plain.headers["etag"]
    asked = {"accept-encoding": "gzip", "if-none-match": tag}
    assert built.get("/assets/long-3f9aB2c1.js", headers=asked).status_code == 304
    short = built.get("/assets/index-3f9aB2c1.js", headers={"accept-encoding": "gzip"})
    assert "content-encoding" not in short.headers


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.txt",
        "/..",
        "/.",
        "/assets/../../secret.txt",
        "/assets/../index.html",
        "/..\\secret.txt",
        "/assets\\index-3f9aB2c1.js",
        "//etc/passwd",
        "//",
        "/etc/passwd\x00",
        "/index.html\x00",
        "/.env",
        "/assets/missing.js",
        "/assets/",
        "/a\r\nb",
        "",
        "secret",
        "/../api/me",
        "/api/../secret.txt",
        "/api/..%2f..%2fsecret.txt",
    ],
)
def test_path_tricks_are_refused(built: Browser, path: str) -> None:
    """Just as they come over the wire: a client like a browser would tidy them up."""
    status, body = ask(built.app, path)
    if path == "/assets/":
        assert (status, body) == ask(built.app, "/")  # a place inside the client
    else:
        assert (status, json.loads(body)["code"]) == (404, "not_found")


def ask(app: Litestar, path: str) -> tuple[int, bytes]:
    scope: Any = {"type": "http", "method": "GET", "path": path, "headers": []}
    scope |= {"query_string": b"", "client": None, "server": None, "scheme": "http"}
    sent: list[Any] = []

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    asyncio.run(app(scope, receive, send))
    return sent[0]["status"], b"".join(part["body"] for part in sent[1:])


def test_metrics(client: Browser) -> None:
    def value(line: str) -> float:
        lines = client.get("/metrics").text.splitlines()
        return sum(float(one.rpartition(" ")[2]) for one in lines if one.startswith(line))

    before = value("tavolino_commits_total")
    client.post("/api/me")
    assert value("tavolino_commits_total") > before
    runtime_of(client).registry.moves += 3
    assert value("tavolino_moves_total") == 3
    assert value("tavolino_tables") == value("tavolino_connections") == 0
    opened = client.post("/api/tables", json={"game": "nove_colonne"})
    assert opened.status_code == 201, opened.text
    client.get(f"/api/tables/{opened.json()['table']}")
    assert value("tavolino_tables") == 1
    made = 'tavolino_requests_total{method="POST",route="/api/me",status="201"}'
    assert value(made) == 1
    for n in range(20):
        client.get(f"/place/{n}")
        client.request(f"X{n}", "/")
    lines = client.get("/metrics").text.splitlines()
    assert sum(one.startswith("tavolino_requests_total") for one in lines) < 10


def test_a_request_is_one_line_of_the_log(
    client: Browser, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, "tavolino.server"):
        client.get("/api/me?secret=1")
        client.get("/health")
    (record,) = caplog.records
    line = json.loads(JsonLines().format(record))
    assert (line["event"], line["method"], line["path"]) == ("request", "GET", "/api/me")
    assert line["status"] == 401 and line["ms"] >= 0 and line["level"] == "info"
    assert "GET /api/me 401" in ShortLines().format(record)
    assert "secret" not in JsonLines().format(record)


def test_a_line_break_in_what_is_logged_does_not_break_the_line(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.INFO, "tavolino.server"):
        log("request", path="/a\nb")
    (record,) = caplog.records
    assert "\n" not in JsonLines().format(record)
    assert "\n" not in ShortLines().format(record)


@pytest.mark.parametrize("has_begun", [False, True])
def test_a_request_that_outlasts_the_server_is_refused_without_a_traceback(
    config: Config, has_begun: bool
) -> None:
    """The web server cancels it, and would log whatever it raises."""
    sent: list[Any] = []

    async def send(message: Any) -> None:
        if message["type"] in {one["type"] for one in sent}:
            raise RuntimeError("as uvicorn does")
        sent.append(message)

    async def slow(scope: Any, receive: Any, send: Any) -> None:
        if has_begun:
            await send({"type": "http.response.start", "status": 200, "headers": []})
        await asyncio.Event().wait()

    async def receive() -> Any: ...

    async def scenario() -> None:
        middleware = Middleware(slow, config, Metrics(), StaticFiles(config.data))
        scope: Any = {"type": "http", "method": "GET", "path": "/api/games", "headers": []}
        request = asyncio.create_task(middleware(scope, receive, send))
        await asyncio.sleep(0)
        request.cancel()
        await request

    asyncio.run(scenario())
    if has_begun:
        assert [message["status"] for message in sent] == [200]
    else:
        assert sent[0]["status"] == 503 and json.loads(sent[1]["body"])["code"] == "unavailable"
