"""Who a request counts for: addresses get fair shares, and so do the users at each address."""

from __future__ import annotations

from typing import TypeAlias

from litestar.di import NamedDependency, Provide

from tavolino.server.accounts.dependencies import AnyRequest, Visitor, address_of
from tavolino.server.queues.fair_queue import Requester

CurrentRequester: TypeAlias = NamedDependency[Requester]
"""The parameter ``requester``."""


def requester(request: AnyRequest, visitor: Visitor) -> Requester:
    return Requester(address_of(request), visitor.id if visitor else "")


DEPENDENCIES = {"requester": Provide(requester, sync_to_thread=False)}
