"""The ASGI application: the runtime, the routes and the middleware of one configuration."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.di import Provide
from litestar.handlers import BaseRouteHandler
from litestar.plugins import PluginProtocol
from litestar.plugins.core import MsgspecDIPlugin
from litestar.types import ControllerRouterHandler

from tavolino.server.accounts import cookies, requester
from tavolino.server.accounts import dependencies as accounts_dependencies
from tavolino.server.accounts import routes as accounts
from tavolino.server.config import Config
from tavolino.server.daily import routes as daily
from tavolino.server.errors import WrongMedia
from tavolino.server.games import lesson_progress, lessons
from tavolino.server.games import routes as games
from tavolino.server.games import rules_routes as rules
from tavolino.server.games.puzzles import attempt_routes as puzzle_attempts
from tavolino.server.games.puzzles import routes as puzzles
from tavolino.server.http import health, openapi
from tavolino.server.http.error_handlers import EXCEPTION_HANDLERS
from tavolino.server.http.metrics import Metrics
from tavolino.server.http.middleware import SAFE, Middleware
from tavolino.server.http.static_files import WEB, StaticFiles
from tavolino.server.lobby import routes as lobby
from tavolino.server.process.gc_policy import collect_seldom, collect_when_quiet
from tavolino.server.process.runtime import open_runtime
from tavolino.server.records import analysis_routes as analyses
from tavolino.server.records import history_routes as history
from tavolino.server.records import table_routes as records
from tavolino.server.records import upload_routes as uploads
from tavolino.server.users.friends import routes as friends
from tavolino.server.users.notices import routes as notices
from tavolino.server.users.personal_data import routes as personal_data

HANDLERS: Sequence[ControllerRouterHandler] = (
    *health.handlers,
    *openapi.handlers,
    *accounts.handlers,
    *personal_data.handlers,
    *lobby.handlers,
    *friends.handlers,
    *notices.handlers,
    *history.handlers,
    *records.handlers,
    *uploads.handlers,
    *analyses.handlers,
    *daily.handlers,
    *puzzles.handlers,
    *puzzle_attempts.handlers,
    *games.handlers,
    *rules.handlers,
    *lessons.handlers,
    *lesson_progress.handlers,
)
SERVICES = (
    "database",
    "sessions",
    "lobby",
    "friends",
    "invitations",
    "notifier",
    "bot_pool",
    "fewest_moves",
    "readers",
    "verifier",
    "analyser",
    "rate_limits",
    "metrics",
    "readiness",
)
"""Parts of the runtime that a handler gets if a parameter of it has this name."""
MAX_BODY = 32_768
"""A handler that takes more says so by ``request_max_body_size``."""


class App(Litestar):
    @staticmethod
    def _get_default_plugins(plugins: list[PluginProtocol]) -> list[PluginProtocol]:
        """All bodies are of msgspec: pydantic and attrs take a tenth of the start to import."""
        return [*plugins, MsgspecDIPlugin()]


def create_app(config: Config) -> Litestar:
    app = build_app()
    configure(app, config)
    return app


def build_app() -> Litestar:
    """The routes, without a configuration. To read the types of every handler takes a while."""
    app = App(
        HANDLERS,
        lifespan=[_run],
        dependencies={
            **accounts_dependencies.DEPENDENCIES,
            **requester.DEPENDENCIES,
            **map_services(),
        },
        exception_handlers=EXCEPTION_HANDLERS,
        guards=[check_media],
        openapi_config=openapi.openapi_config(cookies.NAME),
        request_max_body_size=MAX_BODY,
        logging_config=None,
        debug=False,
        pdb_on_exception=False,
    )
    app.state.routes, app.state.static_files = app.asgi_handler, StaticFiles(WEB)
    return app


def configure(app: Litestar, config: Config) -> None:
    """For the next start of the application."""
    state = app.state
    state.config, state.metrics = config, Metrics()
    app.asgi_handler = Middleware(state.routes, config, state.metrics, state.static_files)


@asynccontextmanager
async def _run(app: Litestar) -> AsyncIterator[None]:
    metrics: Metrics = app.state.metrics
    async with open_runtime(app.state.config, metrics) as runtime:
        app.state.runtime = runtime
        collect_seldom()
        registry, is_loaded = runtime.registry, runtime.referee.is_ready
        registry.keep(lambda: collect_when_quiet(is_loaded.wait, lambda: registry.moves))
        registry.keep(metrics.measure_loop_lag)
        yield


def map_services() -> dict[str, Provide]:
    return {name: Provide(_service(name), sync_to_thread=False) for name in SERVICES}


def _service(name: str) -> Callable[[State], Any]:
    def find(state: State) -> Any:
        return getattr(state.runtime, name)

    return find


def check_media(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    """Bodies are JSON, or what the handler says in ``opt``; forms come from other sites."""
    method = connection.scope.get("method", "GET")
    got = connection.headers.get("content-type", "").partition(";")[0].strip().lower()
    has_body = (
        connection.headers.get("content-length", "0") != "0"
        or "transfer-encoding" in connection.headers
    )
    wanted = handler.opt.get("media", "application/json")
    if method not in SAFE and got != wanted and (has_body or got):
        raise WrongMedia(f"expected a body of {wanted}, got {got[:60] or 'no content-type'}")
