"""Rate limits that hold for all processes together: each tells the others what it has counted.

If messages are lost, a limit holds for each process alone.
"""

from __future__ import annotations

from functools import partial

import msgspec

from tavolino.server.accounts.account_limits import AccountLimits
from tavolino.server.http.limits.rate_limit import RateLimit, RateLimits
from tavolino.server.live.pubsub import LIMITS, PubSub

KNOWN = "known"


class Use(msgspec.Struct, frozen=True, array_like=True):
    limit: str
    key: str
    attempts: int = 1


class SharedLimits:
    def __init__(self, pubsub: PubSub, *groups: RateLimits | AccountLimits) -> None:
        self._pubsub, self._accounts = pubsub, [g for g in groups if isinstance(g, AccountLimits)]
        self._limits: dict[str, RateLimit] = {}
        for group in groups:
            for name, limit in vars(group).items():
                if isinstance(limit, RateLimit):
                    self._limits[name] = limit
                    limit.on_use = partial(self._publish, name)
        for accounts in self._accounts:
            accounts.on_known = partial(self._publish, KNOWN)
        pubsub.subscribe(LIMITS, self._count)

    def _publish(self, limit: str, key: str, attempts: int = 1) -> None:
        self._pubsub.publish(LIMITS, msgspec.json.encode(Use(limit, key, attempts)).decode())

    def _count(self, content: str) -> None:
        use = msgspec.json.decode(content, type=Use)
        if use.limit == KNOWN:
            for accounts in self._accounts:
                accounts.know(use.key)
        elif use.limit in self._limits:
            self._limits[use.limit].count(use.key, use.attempts)
