"""A Ray cluster of two nodes, one of which is killed in the middle of a study."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tavolino.lab.ledger import Ledger
from tavolino.lab.pools.pool import InProcess
from tavolino.lab.pools.ray_cluster import ClusterError, RayCluster
from tavolino.lab.runner import Progress, rows_of, run
from tavolino.lab.studies.winnability import Winnability

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("default")]

STUDY = Winnability(empty_column="any")
DEALS = 6000
SMALL = {"num_cpus": 1, "object_store_memory": 80 << 20, "include_dashboard": False}


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A head, to which nodes can be added; nothing leaves the machine."""
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    from ray.cluster_utils import Cluster

    started = Cluster(initialize_head=True, head_node_args=SMALL)
    yield started
    started.shutdown()


def test_a_killed_node_costs_nothing(cluster: Any, tmp_path: Path) -> None:
    alone, ledger = Ledger(tmp_path / "alone"), Ledger(tmp_path / "ray")
    run(STUDY, DEALS, alone, InProcess(STUDY))
    node, killed = cluster.add_node(num_cpus=1, object_store_memory=80 << 20), list[int]()

    def kill_the_node(progress: Progress) -> None:
        if progress.done > DEALS // 4 and not killed:
            killed.append(progress.done)
            cluster.remove_node(node, allow_graceful=False)

    with RayCluster(STUDY, cluster.address) as pool:
        assert pool.processors == 2
        run(STUDY, DEALS, ledger, pool, kill_the_node, target=0.05)
    assert killed and killed[0] < DEALS
    rows, expected = (rows_of(STUDY, one).drop_columns(["seconds"]) for one in (ledger, alone))
    assert rows.to_pylist() == expected.to_pylist()


def test_an_address_without_a_cluster_is_refused() -> None:
    with pytest.raises(ClusterError, match="no Ray cluster at "):
        RayCluster(STUDY, "127.0.0.1:nowhere").__enter__()


def test_an_address_where_nobody_listens_is_refused_at_once() -> None:
    with socket.socket() as reserved:
        reserved.bind(("127.0.0.1", 0))  # without listening
        address = f"127.0.0.1:{reserved.getsockname()[1]}"
        started = time.monotonic()
        with pytest.raises(ClusterError, match=f"no Ray cluster at {address}: "):
            RayCluster(STUDY, address).__enter__()
    assert time.monotonic() - started < 20
