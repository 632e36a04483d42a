"""The server's metrics, for Prometheus."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import TypeAlias

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

Value: TypeAlias = Callable[[], float]

LAG_SECONDS = 0.05
"""Interval between two measurements of the event loop's lag."""


class Metrics:
    """The metrics of one app, in a registry of their own, so that apps in tests do not mix."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        self.requests = Counter(
            "tavolino_requests",
            "Requests answered, by route; static files have no route",
            ("method", "route", "status"),
            registry=registry,
        )
        self.seconds = Histogram(
            "tavolino_request_seconds",
            "Time to the first byte of a response",
            buckets=(0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3),
            registry=registry,
        )
        self.loop_lag = Histogram(
            "tavolino_loop_lag_seconds",
            "How late a timer of the event loop fires: the time that everybody waits",
            buckets=(0.001, 0.003, 0.01, 0.03, 0.05, 0.1, 0.3, 1, 3),
            registry=registry,
        )

    async def measure_loop_lag(self) -> None:
        """Runs until it is cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + LAG_SECONDS
            await asyncio.sleep(LAG_SECONDS)
            self.loop_lag.observe(max(0.0, loop.time() - due))

    def add_counter(self, name: str, help: str, value: Value) -> None:
        """``value`` is called whenever the metrics are read, and must never decrease."""
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
