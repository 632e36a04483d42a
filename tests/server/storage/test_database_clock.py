"""The time of the database, read on a machine that answers late."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from tavolino.server.storage.database.clock import DatabaseClock

NOW = 1_000_000


def test_a_late_answer_is_asked_for_again_until_one_is_quick() -> None:
    """Half of what an answer takes is doubt: two processes would end a turn at different times."""
    seconds = [0.0, 1.0, 1.0, 1.001]  # one second the first time, a millisecond the second time
    asked: list[int] = []

    def execute(_: Any) -> Any:
        # The database has looked at its clock right at the beginning of the late answer.
        asked.append(NOW if not asked else NOW + 1_000)
        return SimpleNamespace(scalar_one=lambda: asked[-1])

    connection: Any = SimpleNamespace(execute=execute)
    clock = DatabaseClock(lambda: seconds.pop(0) if len(seconds) > 1 else seconds[0])
    clock.read(connection)
    assert len(asked) == 2
    assert abs(clock.now() - (NOW + 1_001)) <= 1
