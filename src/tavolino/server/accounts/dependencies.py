"""Who sends a request, for handlers that ask: ``user: CurrentUser`` or ``visitor: Visitor``."""

from __future__ import annotations

from typing import Any, TypeAlias

from litestar import Request
from litestar.di import NamedDependency, Provide

from tavolino.server.accounts.sessions import Sessions
from tavolino.server.accounts.users import User
from tavolino.server.errors import NotSignedIn
from tavolino.server.http.limits.addresses import address_key

AnyRequest: TypeAlias = Request[Any, Any, Any]
CurrentUser: TypeAlias = NamedDependency[User]
"""The parameter ``user``; a request without a session is refused."""
Visitor: TypeAlias = NamedDependency[User | None]
"""The parameter ``visitor``; None for a request without a session."""


def address_of(request: AnyRequest) -> str:
    """The client's address, as the key of limits and of fair shares."""
    return address_key(request.client.host if request.client else "")


async def visitor(request: AnyRequest, sessions: NamedDependency[Sessions]) -> User | None:
    return await sessions.user_of(request.headers.get("cookie"), address_of(request))


def user(visitor: Visitor) -> User:
    if visitor is None:
        raise NotSignedIn("not signed in: create a guest with POST /api/me")
    return visitor


DEPENDENCIES = {"visitor": Provide(visitor), "user": Provide(user, sync_to_thread=False)}
