"""Writes the JSON Schema of all messages and answers of the server, for generated client types.

``.venv/bin/python scripts/message_schema.py`` writes ``web/schema.json``; a test sees if it is old.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args, get_origin

import msgspec
from litestar import Litestar, Response
from litestar.routes import HTTPRoute

from tavolino.server.config import Config
from tavolino.server.http.error_handlers import Problem
from tavolino.server.live.domain import messages as m
from tavolino.server.process.app import create_app

SCHEMA = Path(__file__).parents[1] / "web" / "schema.json"
PLAIN = {"Incoming": m.Incoming, "Outgoing": m.Outgoing, "Problem": Problem}
"""What no REST handler names."""


def schema() -> dict[str, Any]:
    """Every struct by its name; ``Incoming`` and ``Outgoing`` are what goes over the socket."""
    rest = dict.fromkeys(_rest_types(create_app(Config(Path()))))
    roots, structs = msgspec.json.schema_components(
        [*PLAIN.values(), *rest], ref_template="#/$defs/{name}"
    )
    return {"$defs": structs | dict(zip(PLAIN, roots)) | {"Problem": structs["Problem"]}}


def _rest_types(app: Litestar) -> Iterator[Any]:
    """What the handlers take and give, in the order of their addresses."""
    handlers = (
        handler
        for route in sorted(app.routes, key=lambda route: route.path)
        if isinstance(route, HTTPRoute) and route.path.startswith("/api/")
        for handler in route.route_handlers
    )
    for handler in handlers:
        for field in (handler.parsed_return_field, handler.parsed_data_field):
            if field is not None:
                yield from _structs(field.annotation)


def _structs(annotation: Any) -> Iterator[Any]:
    if get_origin(annotation) in (Response, list):
        yield from _structs(get_args(annotation)[0])
    elif isinstance(annotation, type) and issubclass(annotation, msgspec.Struct):
        yield annotation


def text() -> str:
    return msgspec.json.format(msgspec.json.encode(schema(), order="sorted"), indent=1).decode()


if __name__ == "__main__":
    SCHEMA.write_text(text() + "\n", encoding="utf-8")
