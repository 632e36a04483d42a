"""What tests of several files share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from stored import Server

# Under load: no deadlines, because machines are shared; the same examples each time.
settings.register_profile(
    "tavolino",
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("tavolino")


@pytest.fixture(scope="session")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests of tests/server that ask about stored tables."""
    from stored import serving

    with serving(tmp_path_factory.mktemp("server")) as server:
        yield server


@pytest.fixture
def server(running: Server) -> Server:
    """Emptied, with a new guest who asks."""
    running.clear()
    return running
