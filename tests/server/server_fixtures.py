"""One running server for all tests that ask about stored tables."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from stored import Server, serving


@pytest.fixture(scope="session")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("server")) as server:
        yield server


@pytest.fixture
def server(running: Server) -> Server:
    """Emptied, with a new guest who asks."""
    running.clear()
    return running
