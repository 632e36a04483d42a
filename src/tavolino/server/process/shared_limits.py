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


def share_limits(pubsub: PubSub, rate_limits: RateLimits, accounts: AccountLimits) -> None:
    """From now on; ``pubsub`` keeps what is needed for it."""
    limits = {
        name: limit
        for group in (rate_limits, accounts)
        for name, limit in vars(group).items()
        if isinstance(limit, RateLimit)
    }

    def publish(limit: str, key: str, attempts: int = 1) -> None:
        pubsub.publish(LIMITS, msgspec.json.encode(Use(limit, key, attempts)).decode())

    def count(content: str) -> None:
        use = msgspec.json.decode(content, type=Use)
        if use.limit == KNOWN:
            accounts.know(use.key)
        elif use.limit in limits:
            limits[use.limit].count(use.key, use.attempts)

    for name, limit in limits.items():
        limit.on_use = partial(publish, name)
    accounts.on_known = partial(publish, KNOWN)
    pubsub.subscribe(LIMITS, count)
