"""The OpenAPI description is complete, and every response conforms to it."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from litestar import Litestar
from litestar.routes import HTTPRoute
from litestar.testing import TestClient
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from support.fixtures import runtime_of
from support.servers.app import client_of

from tavolino.server.config import Config
from tavolino.server.http.error_handlers import WRITING
from tavolino.server.http.openapi import Description, render
from tavolino.server.process.app import create_app

Browser = TestClient[Litestar]
UNSAFE = ("post", "put", "patch", "delete")
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


@pytest.fixture(scope="module")
def schema(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    with client_of(Config(tmp_path_factory.mktemp("schema"), workers=0)) as client:
        described: dict[str, Any] = client.get("/schema").json()
    return described


def operations(schema: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, item in schema["paths"].items():
        for method, operation in item.items():
            yield method, path, operation


def test_every_operation_is_described(schema: dict[str, Any]) -> None:
    assert schema["info"]["title"] == "Tavolino" and schema["info"]["description"]
    tags = {tag["name"] for tag in schema["tags"]}
    ids = [operation["operationId"] for _, _, operation in operations(schema)]
    assert len(ids) == len(set(ids)) > 0
    for method, path, operation in operations(schema):
        assert operation["summary"], (method, path)
        assert set(operation["tags"]) <= tags and operation["tags"], (method, path)


def test_refusals_are_described_in_their_one_form(schema: dict[str, Any]) -> None:
    for method, path, operation in operations(schema):
        for status, response in operation["responses"].items():
            if int(status) >= 400:
                (content,) = response["content"].values()
                assert content["schema"] == {"$ref": "#/components/schemas/Problem"}
                assert content["examples"], (method, path, status)
        if method in UNSAFE:
            expected = {str(kind.status) for kind in WRITING}
            assert expected <= operation["responses"].keys(), (method, path)
        assert ("401" in operation["responses"]) == ("security" in operation)


def test_every_message_is_described_with_examples(schema: dict[str, Any]) -> None:
    problem = schema["components"]["schemas"]["Problem"]
    assert problem["description"] == (
        "Why a request was refused. A refused request changes nothing."
    )
    assert schema["components"]["schemas"]["Credentials"]["properties"]["name"]["examples"]


def test_every_handler_is_in_the_description(client: Browser, schema: dict[str, Any]) -> None:
    routes = [route for route in client.app.routes if isinstance(route, HTTPRoute)]
    served = {
        (method.lower(), route.path_format)
        for route in routes
        for method in route.methods - {"OPTIONS"}
        if not route.path.startswith("/schema")
    }
    assert served == {(method, path) for method, path, _ in operations(schema)}


def test_every_response_conforms_to_the_description(config: Config) -> None:
    """To a stranger, to a guest and to an account, who send the same requests."""
    unlimited = replace(
        config, password_attempts=100_000, name_attempts=100_000, guests_per_minute=100_000
    )
    with client_of(unlimited) as client:
        described = schemathesis.openapi.from_dict(client.get("/schema").json())
        for result in described.get_all_operations():
            assert isinstance(result, Ok)
            operation = result.ok()
            for mode in GenerationMode:
                if mode is GenerationMode.POSITIVE or takes_something(operation):
                    check(client, operation, mode)


def takes_something(operation: Any) -> bool:
    """Only a body or a query can be wrong: any text is right in a path, and is soon tried."""
    return bool(operation.body) or bool(operation.query)


def check(client: Browser, operation: Any, mode: GenerationMode) -> None:
    # Made again for each operation, whatever the last one did to them.
    sessions = ["", new_session(client), new_account(client)]

    @settings(
        max_examples=6 if takes_something(operation) else 3,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def send(case: Any) -> None:
        asked = case.as_transport_kwargs(base_url="http://testserver.local")
        asked.pop("cookies", None)
        if "data" in asked:
            asked["content"] = asked.pop("data")
        for session in sessions:
            client.cookies.clear()
            if session:
                client.cookies.set("tavolino", session)
            case.validate_response(client.request(**asked), checks=CHECKS)

    send()


def new_session(client: Browser) -> str:
    """The cookie of a new guest."""
    sessions = runtime_of(client).sessions
    assert client.blocking_portal
    return sessions.cookie_for(client.blocking_portal.call(sessions.new_guest, "test"))


def new_account(client: Browser) -> str:
    client.cookies.clear()
    client.cookies.set("tavolino", session := new_session(client))
    made = {"name": f"Conto {session[:20]}", "password": "una frase lunga"}
    response = client.post("/api/account", json=made)
    assert response.status_code == 201, response.text
    return response.cookies["tavolino"]


def test_the_description_is_what_the_application_renders(config: Config) -> None:
    """At both addresses; a new application, which no other test has asked before."""
    with TestClient(create_app(config)) as client:
        assert client.get("/schema").content == render(client.app)
        assert client.get("/schema/openapi.json").content == client.get("/schema").content


@pytest.mark.hardening
def test_the_description_is_made_once_in_another_process(tmp_path: Path) -> None:
    runs = tmp_path / "runs"
    program = f"open({str(runs)!r}, 'a').write('run '); print('made', end='')"

    def no_need() -> bytes:
        raise AssertionError("the command has succeeded")

    async def scenario() -> None:
        description = Description(no_need, [sys.executable, "-c", program])
        assert await asyncio.gather(*(description.text() for _ in range(3))) == [b"made"] * 3
        assert await description.text() == b"made"

    asyncio.run(scenario())
    assert runs.read_text() == "run "


@pytest.mark.hardening
def test_if_there_can_be_no_other_process_the_description_is_made_in_a_thread() -> None:
    threads = list[int]()

    def note_thread() -> bytes:
        threads.append(threading.get_ident())
        return b"rendered"

    async def scenario() -> None:
        description = Description(note_thread, [sys.executable, "-c", "raise SystemExit(1)"])
        assert [await description.text() for _ in range(2)] == [b"rendered"] * 2

    asyncio.run(scenario())
    assert len(threads) == 1 and threading.get_ident() not in threads
