"""Which of the processes that run tests gets which tests.

Half of them begin with the tests in a browser, the others with the rest, so that fewer of them
start a browser, servers and databases. A file is not divided, because its tests share what they
start, unless it would take so long that the other processes had nothing left to do meanwhile. What
takes longest comes first. A process that has no more tests of its own kind helps with the others.
"""

from __future__ import annotations

from xdist.scheduler import LoadScopeScheduling
from xdist.workermanage import WorkerController

LONGEST = (
    "faults/test_crowd.py",
    "faults/test_upgrade.py",
    "faults/test_one_port.py",
    "web/tables/test_two_processes.py",
    "server/http/test_openapi.py",
    "web/pages/test_every_page.py",
    "web/tables/test_table_pages.py",
    "web/games/test_whole_games.py",
    "web/pages/test_pages.py",
    "faults/test_takeover.py",
    "faults/test_clocks.py",
    "faults/test_partition.py",
    "faults/test_services.py",
    "faults/test_full_disk.py",
    "server/process/test_kill.py",
    "web/pages/test_lesson_page.py",
    "web/games/test_aftaebr_page.py",
    "web/tables/test_contest_page.py",
    "web/pages/test_page_loading.py",
    "cli/test_cli_solve.py",
    "cli/practice/test_cli_terminal.py",
    "envs/test_batched.py",
    "lab/test_killing.py",
    "lab/test_ray_cluster.py",
    "learning/test_reachable.py",
    "server/process/test_cluster.py",
    "web/tables/test_connection.py",
    "web/games/test_patience_table.py",
    "web/games/test_plain_board.py",
    "web/tables/test_around_a_table.py",
    "web/pages/test_puzzle_page.py",
)
"""The files that take longest, in the order in which they are begun."""
DIVIDED = (
    "cli/test_cli_solve.py",
    "faults/test_takeover.py",
    "web/games/test_aftaebr_page.py",
    "web/games/test_whole_games.py",
    "web/pages/test_every_page.py",
    "web/pages/test_lesson_page.py",
    "web/pages/test_page_loading.py",
    "web/pages/test_pages.py",
    "web/tables/test_contest_page.py",
    "web/tables/test_table_pages.py",
)
"""Files whose tests may be run by several processes."""
LATE = ("games", "narration", "project")
"""Folders of many short tests, with which all processes end at the same time."""


class ByKind(LoadScopeScheduling):  # type: ignore[misc]  # xdist has no types
    """Units of work are files, or the tests of a function."""

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.partition("::")[0]
        return nodeid.partition("[")[0] if _below_tests(file) in DIVIDED else file

    def _assign_work_unit(self, node: WorkerController) -> None:
        wants_browser = self.nodes.index(node) < len(self.nodes) // 2
        units = list(self.workqueue)
        chosen = min(units, key=lambda unit: (_is_in_browser(unit) != wants_browser, _rank(unit)))
        self.workqueue.move_to_end(chosen, last=False)
        super()._assign_work_unit(node)


def _below_tests(file: str) -> str:
    return file.removeprefix("tests/")


def _is_in_browser(unit: str) -> bool:
    return _below_tests(unit).startswith("web/")


def _rank(unit: str) -> int:
    """Equal for all that are neither long nor short: these stay in their order."""
    file = _below_tests(unit.partition("::")[0])
    if file in LONGEST:
        return LONGEST.index(file)
    return len(LONGEST) + (file.partition("/")[0] in LATE)
