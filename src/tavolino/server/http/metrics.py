"""What the server counts, in the form that Prometheus reads."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

Value: TypeAlias = Callable[[], float]


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

    def add_counter(self, name: str, help: str, value: Value) -> None:
        """A number that only grows; asked for when somebody reads the metrics."""
        self.registry.register(_Collected(lambda: CounterMetricFamily(name, help, value=value())))

    def add_gauge(self, name: str, help: str, value: Value) -> None:
        self.registry.register(_Collected(lambda: GaugeMetricFamily(name, help, value=value())))

    def text(self) -> bytes:
        return generate_latest(self.registry)


class _Collected(Collector):
    def __init__(self, metric: Callable[[], Metric]) -> None:
        self._metric = metric

    def collect(self) -> Iterable[Metric]:
        yield self._metric()
