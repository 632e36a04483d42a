"""The OpenAPI description is complete, and every response conforms to it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
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

from tavolino.server.app import create_app
from tavolino.server.config import Config
from tavolino.server.http.error_handlers import WRITING

Browser = TestClient[Litestar]
UNSAFE = ("post", "put", "patch", "delete")
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


@pytest.fixture
def schema(client: Browser) -> dict[str, Any]:
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


@pytest.mark.parametrize("who", ["nobody", "guest", "account"])
def test_every_response_conforms_to_the_description(config: Config, who: str) -> None:
    unlimited = replace(
        config, password_attempts=100_000, name_attempts=100_000, guests_per_minute=100_000
    )
    with TestClient(create_app(unlimited)) as client:
        described = schemathesis.openapi.from_dict(client.get("/schema").json())
        for result in described.get_all_operations():
            assert isinstance(result, Ok)
            operation = result.ok()
            for mode in GenerationMode:
                if mode is GenerationMode.POSITIVE or takes_something(operation):
                    check(client, operation, who, mode)


def takes_something(operation: Any) -> bool:
    """Only a body or a query can be wrong: any text is right in a path."""
    return bool(operation.body) or bool(operation.query)


def check(client: Browser, operation: Any, who: str, mode: GenerationMode) -> None:
    @settings(
        max_examples=10,
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
        case.validate_response(client.request(**asked), checks=CHECKS)

    be(client, who)
    send()


def be(client: Browser, who: str) -> None:
    """Signs in again, whatever the last request did."""
    client.cookies.clear()
    if who == "nobody":
        return
    runtime = runtime_of(client)
    assert client.blocking_portal
    person = client.blocking_portal.call(runtime.sessions.new_guest, "test")
    client.cookies.set("tavolino", runtime.sessions.cookie_for(person))
    if who == "account":
        made = {"name": f"Conto {person.id}"[:40].strip(), "password": "una frase lunga"}
        assert client.post("/api/account", json=made).status_code == 201
