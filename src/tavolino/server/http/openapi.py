"""The OpenAPI description of the REST API, served at ``/schema``."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import cache, partial
from inspect import cleandoc
from typing import Any

from litestar import Litestar, Request, get
from litestar.enums import OpenAPIMediaType
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme, Tag
from msgspec import Struct, json

from tavolino import __version__
from tavolino.server.queues.single_flight import SingleFlight

DESCRIPTION = """\
Four Italian games: tables, contests, history. Start with `POST /api/me`, which creates a guest and
sets a cookie. Games are played over the WebSocket `/live`, described in docs/server/protocol.md.
Every refusal has the form `{"code": …, "text": …}`; a refused request changes nothing.
"""
TAGS = [
    Tag("accounts", "Guests, accounts, signing in and out."),
    Tag("tables", "Opening, joining, starting and rematching tables."),
    Tag("friends", "Friends by link, and invitations to tables."),
    Tag("notices", "Push messages and e-mails for users who are offline."),
    Tag("history", "The user's games and statistics."),
    Tag("records", "Records: text, verification, replay, uploads."),
    Tag("daily", "The daily deals and their rankings."),
    Tag("games", "The games, their rules and practice deals."),
    Tag("puzzles", "Puzzles, attempts and ratings."),
    Tag("server", "For operators: health check and metrics."),
]
PATHS = ("/schema", "/schema/openapi.json")


MAKE = """
import sys
from pathlib import Path
from tavolino.server.process.app import create_app
from tavolino.server.config import Config
from tavolino.server.http.openapi import render
sys.stdout.buffer.write(render(create_app(Config(Path()))))
"""
COMMAND = (sys.executable, "-c", MAKE)


class Description:
    """The text of the description, made once, when it is first requested.

    By ``command``, in another process: that takes some tenths of a second, in which every callback
    of the event loop would have to wait for a thread that computes. If the command fails, by
    ``render``, in a thread.
    """

    def __init__(self, render: Callable[[], bytes], command: Sequence[str] = COMMAND) -> None:
        self._render, self._command = render, command
        self._made: SingleFlight[bytes] | None = None

    async def text(self) -> bytes:
        if self._made is None:
            self._made = SingleFlight(asyncio.to_thread(self._make))
        return await self._made.result()

    def _make(self) -> bytes:
        made = subprocess.run(self._command, stdout=subprocess.PIPE, check=False)
        return self._render() if made.returncode else made.stdout


@get([*PATHS], include_in_schema=False, media_type=OpenAPIMediaType.OPENAPI_JSON)
async def schema(request: Request[Any, Any, Any]) -> bytes:
    state = request.app.state
    if "description" not in state:
        state.description = Description(partial(render, request.app))
    description: Description = state.description
    return await description.text()


def render(app: Litestar) -> bytes:
    return json.encode(complete_schema(app.openapi_schema.to_schema()))


def complete_schema(schema: dict[str, Any]) -> dict[str, Any]:
    for operations in schema["paths"].values():
        for operation in operations.values():
            if "401" in operation["responses"]:
                operation["security"] = [{"cookie": []}]
            operation["responses"].get("204", {}).pop("content", None)
            _without_ids(operation)
    for name, component in schema["components"]["schemas"].items():
        if docstring := _docstrings().get(name):
            component.setdefault("description", docstring)
    return schema


def _without_ids(operation: dict[str, Any]) -> None:
    """OpenAPI has no ``id`` in examples: the id is the key."""
    for response in operation["responses"].values():
        for content in response.get("content", {}).values():
            for example in content.get("examples", {}).values():
                example.pop("id", None)


@cache
def _docstrings() -> dict[str, str]:
    structs = [Struct]
    for kind in structs:
        structs += kind.__subclasses__()
    ours = [
        kind
        for kind in structs
        if kind.__module__.startswith(("tavolino.server.", "tavolino.narration"))
    ]
    return {kind.__name__: cleandoc(kind.__doc__) for kind in ours if kind.__doc__}


def openapi_config(cookie_name: str) -> OpenAPIConfig:
    cookie = SecurityScheme(
        type="apiKey",
        name=cookie_name,
        security_scheme_in="cookie",
        description="Set by `POST /api/me` and by signing in.",
    )
    return OpenAPIConfig(
        title="Tavolino",
        version=__version__,
        description=DESCRIPTION,
        tags=TAGS,
        use_handler_docstrings=True,
        components=Components(security_schemes={"cookie": cookie}),
        operation_id_creator=lambda handler, _method, _path: handler.handler_name,
        # Served by ``schema`` instead; the middleware passes nothing else on.
        path="/schema/unused",
        render_plugins=[JsonRenderPlugin()],
    )


handlers = [schema]
