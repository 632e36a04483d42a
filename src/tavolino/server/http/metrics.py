"""What the server counts, in the form that Prometheus reads."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from tavolino.server.storage.writer import Writer

if TYPE_CHECKING:
    from tavolino.server.live.registry import TableRegistry
    from tavolino.server.sockets.endpoint import LiveEndpoint


class Metrics:
    """Those of one app; its registry is its own, so that apps of tests do not mix."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        self.requests = Counter(
            "tavolino_requests",
            "Requests answered, by route; what has no route is a page or nothing",
            ("method", "route", "status"),
            registry=registry,
        )
        self.seconds = Histogram(
            "tavolino_request_seconds",
            "Time to the first byte of an answer",
            buckets=(0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3),
            registry=registry,
        )

    def count_commits_of(self, writer: Writer) -> None:
        self.registry.register(_Commits(writer))

    def count_live(self, registry: TableRegistry, endpoint: LiveEndpoint) -> None:
        self.registry.register(_Live(registry, endpoint))

    def text(self) -> bytes:
        return generate_latest(self.registry)


class _Commits(Collector):
    """The writer counts by itself; it is asked when somebody wants to know."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer

    def collect(self) -> Iterable[Metric]:
        yield CounterMetricFamily(
            "tavolino_commits", "Groups of moves committed", value=self._writer.commits
        )


class _Live(Collector):
    def __init__(self, registry: TableRegistry, endpoint: LiveEndpoint) -> None:
        self._hall, self._door = registry, endpoint

    def collect(self) -> Iterable[Metric]:
        yield CounterMetricFamily("tavolino_moves", "Acts committed", value=self._hall.moves)
        tables, sockets = len(self._hall.tables), len(self._door.connections)
        yield GaugeMetricFamily("tavolino_tables", "Tables held in memory", value=tables)
        yield GaugeMetricFamily("tavolino_connections", "Sockets that are open", value=sockets)
