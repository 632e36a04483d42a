"""After a fault: compares what every player was told with the logs, and the logs with the rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from sqlalchemy import Engine, select

from support.log_check import check_against_log, positions
from support.servers.players import Player
from tavolino.server.live.domain.table_settings import TableSeat, TableSettings
from tavolino.server.live.journal import result_rows
from tavolino.server.storage.schema import claims, entries, results, seats, tables


class Report(NamedTuple):
    """What was compared."""

    tables: int
    acknowledged: int
    updates: int
    automatic: int

    def __str__(self) -> str:
        return (
            f"{self.acknowledged} acknowledged moves at {self.tables} tables are in the log, none "
            f"twice; {self.updates} updates equal it; {self.automatic} moves of clocks and bots, "
            "each once"
        )


def check_everything(engine: Engine, players: Sequence[Player]) -> Report:
    """An AssertionError if anything is wrong."""
    compared = check_against_log(engine, [player.transcript.messages for player in players])
    acknowledged = sum(len(player.acknowledged) for player in players)
    names = {player.table for player in players}
    automatic = sum(check_table(engine, name) for name in names)
    with engine.connect() as connection:
        for player in players:
            own = entries.c.table_id == player.table
            log = {row.seq: row.text for row in connection.execute(select(entries).where(own))}
            for seq, move in player.acknowledged.items():
                # The answer to a repeated message has the newest position; its move is before.
                text = f"player {player.number + 1}: {move}"
                assert any(log[s] == text for s in log if s <= seq), (player.table, seq, move)
    return Report(len(names), acknowledged, compared, automatic)


def check_table(engine: Engine, name: str) -> int:
    """One table by itself; returns the number of automatic moves."""
    with engine.connect() as connection:
        row = connection.execute(select(tables).where(tables.c.id == name)).one()
        seated = connection.execute(select(seats).where(seats.c.table_id == name)).all()
        log = connection.execute(
            select(entries).where(entries.c.table_id == name).order_by(entries.c.seq)
        ).all()
        stored = connection.execute(select(results).where(results.c.table_id == name)).all()
        claimed = connection.execute(select(claims).where(claims.c.table_id == name)).all()
    messages = Counter(entry.message for entry in log if entry.message)
    assert set(messages.values()) <= {1}, f"a message was played twice at {name}"
    settings = TableSettings.from_row(row, tuple(map(TableSeat.from_row, seated)))
    projection = positions(engine, name)[-1]
    assert settings.phase == projection.phase
    assert len(claimed) == (settings.phase == "playing"), "exactly the running tables have claims"
    wanted = result_rows(settings, projection, 0) if projection.has_result else []
    assert sorted((one.player, one.points, bool(one.is_won)) for one in stored) == sorted(
        (one["player"], one["points"], one["is_won"]) for one in wanted
    ), f"the result of {name} is not what its log says"
    seconds = settings.host_settings.turn_seconds
    for before, entry in pairwise(log):
        if entry.is_automatic and seconds and not before.is_automatic:
            assert entry.at - before.at >= 1000 * seconds - 50, "the clock ran out too early"
    return sum(bool(entry.is_automatic) for entry in log)
