"""What a handler is given if it asks by name: ``house: GivenHouse``, ``person: GivenPerson``."""

from __future__ import annotations

from typing import Any, TypeAlias

from litestar import Request
from litestar.datastructures import State
from litestar.di import NamedDependency, Provide

from tavolino.server.errors import NotSignedIn
from tavolino.server.house import House
from tavolino.server.people import Person

AnyRequest: TypeAlias = Request[Any, Any, Any]
GivenHouse: TypeAlias = NamedDependency[House]
GivenPerson: TypeAlias = NamedDependency[Person]
"""Whoever asks; a request of nobody is refused."""
GivenVisitor: TypeAlias = NamedDependency[Person | None]
"""Whoever asks, or None; the parameter's name is ``visitor``."""


def house(state: State) -> House:
    found = state.house
    assert isinstance(found, House)
    return found


async def visitor(request: AnyRequest, house: GivenHouse) -> Person | None:
    return await house.identity.person_of(request.headers.get("cookie"))


def person(visitor: GivenVisitor) -> Person:
    if visitor is None:
        raise NotSignedIn("expected the cookie of a person, got none that is good: POST /api/me")
    return visitor


DEPENDENCIES = {
    "house": Provide(house, sync_to_thread=False),
    "visitor": Provide(visitor),
    "person": Provide(person, sync_to_thread=False),
}
