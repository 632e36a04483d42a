"""What a handler is given if it asks by name: ``runtime: GivenRuntime``, ``user: GivenUser``."""

from __future__ import annotations

from typing import Any, TypeAlias

from litestar import Request
from litestar.datastructures import State
from litestar.di import NamedDependency, Provide

from tavolino.server.accounts.users import User
from tavolino.server.errors import NotSignedIn
from tavolino.server.runtime import Runtime

AnyRequest: TypeAlias = Request[Any, Any, Any]
GivenRuntime: TypeAlias = NamedDependency[Runtime]
GivenUser: TypeAlias = NamedDependency[User]
"""Whoever asks; a request of nobody is refused."""
GivenVisitor: TypeAlias = NamedDependency[User | None]
"""Whoever asks, or None; the parameter's name is ``visitor``."""


def runtime(state: State) -> Runtime:
    found = state.runtime
    assert isinstance(found, Runtime)
    return found


async def visitor(request: AnyRequest, runtime: GivenRuntime) -> User | None:
    return await runtime.sessions.user_of(request.headers.get("cookie"))


def user(visitor: GivenVisitor) -> User:
    if visitor is None:
        raise NotSignedIn("expected the cookie of a user, got none that is good: POST /api/me")
    return visitor


DEPENDENCIES = {
    "runtime": Provide(runtime, sync_to_thread=False),
    "visitor": Provide(visitor),
    "user": Provide(user, sync_to_thread=False),
}
