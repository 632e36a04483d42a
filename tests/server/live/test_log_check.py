"""The comparison of what clients were sent with the log finds what is wrong."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from support.databases.stored_tables import new_database
from support.log_check import check_against_log
from support.servers.in_memory import InMemoryServer, run_scenario

from tavolino.server.live.domain import messages as m

pytestmark = pytest.mark.hardening


def updates(data: Path) -> list[m.Update]:
    """The updates of a practice game: the deal, three moves and an undo."""

    async def scenario(server: InMemoryServer) -> list[m.Update]:
        anna, table = await server.practice("nove_colonne", deal=2)
        for _ in range(3):
            await anna.move(table)
        await anna.act(m.Undo, table)
        return [message for message in anna.got if isinstance(message, m.Update)]

    return run_scenario(data, scenario)


def test_what_was_sent_is_the_log(tmp_path: Path) -> None:
    sent = updates(tmp_path)
    assert check_against_log(new_database(tmp_path), [[*sent], [*sent[1:]]]) == 2 * len(sent) - 1


def changed(name: str, value: Any) -> Callable[[list[m.Update]], list[m.Outgoing]]:
    return lambda sent: [*sent[:-1], msgspec.structs.replace(sent[-1], **{name: value})]


@pytest.mark.parametrize(
    "spoil",
    [
        lambda sent: [*sent[:-2], sent[-1], sent[-2]],
        lambda sent: [msgspec.structs.replace(sent[0], view=sent[1].view)],
        changed("moves", []),
        changed("actor", None),
        changed("count", 99),
        changed("seq", 99),
    ],
    ids=["taken back", "another position", "moves", "actor", "count", "not stored"],
)
def test_what_was_not_so_is_found(
    tmp_path: Path, spoil: Callable[[list[m.Update]], list[m.Outgoing]]
) -> None:
    sent = updates(tmp_path)
    with pytest.raises(AssertionError):
        check_against_log(new_database(tmp_path), [spoil(sent)])
