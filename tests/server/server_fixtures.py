"""Running servers for all tests that ask about stored tables, one with each kind of database."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from serving import BOTH, Cluster
from stored import Server, serving


@pytest.fixture(scope="session", params=BOTH)
def running(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    url = ""
    if request.param == "postgresql":
        cluster: Cluster = request.getfixturevalue("postgres")
        url = cluster.new_database()
    with serving(tmp_path_factory.mktemp("server"), url) as server:
        yield server


@pytest.fixture
def server(running: Server) -> Server:
    """Emptied, with a new guest who asks."""
    running.clear()
    return running
