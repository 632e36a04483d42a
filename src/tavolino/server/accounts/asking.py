"""For whom a request is answered: addresses have fair shares, and so do the users at each."""

from __future__ import annotations

from typing import TypeAlias

from litestar.di import NamedDependency, Provide

from tavolino.server.accounts.dependencies import AnyRequest, Visitor, address_of
from tavolino.server.queues.fair_queue import Ask

Asking: TypeAlias = NamedDependency[Ask]
"""The parameter ``ask``."""


def ask(request: AnyRequest, visitor: Visitor) -> Ask:
    return Ask(address_of(request), visitor.id if visitor else "")


DEPENDENCIES = {"ask": Provide(ask, sync_to_thread=False)}
