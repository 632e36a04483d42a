"""What connects several processes: messages on channels, and who is present.

Messages may be lost. A listener that depends on them gives ``on_gap``, which is called whenever one
may have been missed. ``is_connected`` says whether messages arrive now.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple, Protocol, TypeAlias

OnContent: TypeAlias = Callable[[str], None]
"""Called with what another process has published."""

USERS = "tavolino:users"
"""A channel: the id of a user whose cookies were revoked."""
MESSAGES = "tavolino:messages"
"""A channel: the id of a user, a space, and a message for their sockets."""
MERGED = "tavolino:merged"
"""A channel: the id of a user whose seats have changed."""
LIMITS = "tavolino:limits"
"""A channel: attempts that count for a rate limit."""


class Subscriber(NamedTuple):
    on_content: OnContent
    on_gap: Callable[[], None]
    """Called when something may have been missed."""


def ignore() -> None:
    pass


class PubSub(Protocol):
    @property
    def is_shared(self) -> bool:
        """Are there other processes?"""

    @property
    def is_connected(self) -> bool:
        """Does what this process publishes arrive?"""

    def publish(self, channel: str, content: str) -> None: ...

    def subscribe(
        self, channel: str, on_content: OnContent, on_gap: Callable[[], None] = ignore
    ) -> None: ...

    def unsubscribe(self, channel: str) -> None: ...

    def open(self) -> None: ...

    async def mark_present(self, users: Collection[str], seconds: int) -> None:
        """Users are present at this process; a process that dies is forgotten after that time."""
        ...

    async def mark_absent(self, user: str) -> None: ...

    async def present(self, users: Sequence[str]) -> set[str]:
        """Those of the users who are marked by any process."""
        ...

    async def close(self) -> None: ...


class LocalPubSub:
    """For a single process."""

    is_shared = False
    is_connected = True

    def publish(self, channel: str, content: str) -> None:
        pass

    def subscribe(
        self, channel: str, on_content: OnContent, on_gap: Callable[[], None] = ignore
    ) -> None:
        pass

    def unsubscribe(self, channel: str) -> None:
        pass

    def open(self) -> None:
        pass

    async def mark_present(self, users: Collection[str], seconds: int) -> None:
        pass

    async def mark_absent(self, user: str) -> None:
        pass

    async def present(self, users: Sequence[str]) -> set[str]:
        return set()

    async def close(self) -> None:
        pass
