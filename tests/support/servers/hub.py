"""Pub/sub between runtimes that act as processes, without a server for it."""

from __future__ import annotations

from collections.abc import Callable

from tavolino.server.live.pubsub import LocalPubSub, OnContent, Subscriber, ignore


class Hub:
    """Pub/sub of several runtimes in one test; ``is_cut`` while messages are lost.

    ``is_noticed``: the members know that they are.
    """

    def __init__(self) -> None:
        self.members: list[Member] = []
        self.is_cut = self.is_noticed = False
        self.published: list[tuple[str, str]] = []

    def join(self, _: str) -> Member:
        self.members.append(Member(self))
        return self.members[-1]


class Member(LocalPubSub):
    is_shared = True

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self.subscribers: dict[str, Subscriber] = {}

    @property
    def is_connected(self) -> bool:  # type: ignore[override]
        return not self._hub.is_noticed

    def publish(self, channel: str, content: str) -> None:
        self._hub.published.append((channel, content))
        for other in self._hub.members if not self._hub.is_cut else ():
            if other is not self and channel in other.subscribers:
                other.subscribers[channel].on_content(content)

    def subscribe(
        self, channel: str, on_content: OnContent, on_gap: Callable[[], None] = ignore
    ) -> None:
        self.subscribers[channel] = Subscriber(on_content, on_gap)

    def unsubscribe(self, channel: str) -> None:
        self.subscribers.pop(channel, None)

    def gap(self) -> None:
        """It is connected again, and may have missed something."""
        for subscriber in list(self.subscribers.values()):
            subscriber.on_gap()
