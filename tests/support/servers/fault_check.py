"""After a fault: compares what every player was told with the logs, and the logs with the rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from sqlalchemy import Connection, Engine, select

from support.log_check import check_against_log, positions
from support.servers.groups import Group
from tavolino.catalogue import entry_of
from tavolino.game import REFEREE, Stop
from tavolino.match import Entry
from tavolino.server.live.domain.deadlines import ends_at
from tavolino.server.live.domain.projection import AWAY_AFTER, Projection
from tavolino.server.live.domain.table_settings import TableSeat, TableSettings
from tavolino.server.live.journal import result_rows
from tavolino.server.storage.schema import claims, entries, results, seats, tables
from tavolino.server.workers.bot_worker import choose

JITTER_MS = 200
"""By which the clocks of two processes may differ: half of what the database's quickest answer
takes, on a machine that is busy with other tests."""

CLOCK_MS = 1_000
"""By which the time of an entry may differ from that of the one who sent the move."""


class Moves(NamedTuple):
    """Entries that nobody's command has made."""

    automatic: int = 0
    """For people whose clock had run out."""
    stand_in: int = 0
    """Those of them for people who were away: these need no clock."""
    bots: int = 0
    time_ups: int = 0


class Report(NamedTuple):
    """What was compared."""

    tables: int
    acknowledged: int
    messages: int
    moves: Moves

    def __str__(self) -> str:
        return (
            f"{self.acknowledged} acknowledged moves at {self.tables} tables are in the log, none "
            f"twice; {self.messages} messages equal it; {self.moves.automatic} automatic moves "
            f"({self.moves.stand_in} for people who were away), "
            f"{self.moves.bots} of bots and {self.moves.time_ups} ends of time, each once"
        )


def check_everything(engine: Engine, groups: Sequence[Group]) -> Report:
    """An AssertionError if anything is wrong."""
    players = [player for group in groups for player in group.players]
    compared = check_against_log(engine, [player.transcript.messages for player in players])
    names = [name for group in groups for name in group.tables]
    made = [check_table(engine, name) for name in names]
    with engine.connect() as connection:
        logs = {name: _log(connection, name) for name in names}
    for player in players:
        for one in player.acknowledged:
            # The answer to a repeated message has the newest position; its move is before.
            text, log = f"player {player.number + 1}: {one.move}", logs[one.table]
            times = [entry.at for entry in log if entry.seq <= one.seq and entry.text == text]
            begin, end = one.sent_at - CLOCK_MS, one.answered_at + CLOCK_MS
            assert any(begin <= at <= end for at in times), (one, times)
    acknowledged = sum(len(player.acknowledged) for player in players)
    return Report(len(names), acknowledged, compared, Moves(*map(sum, zip(*made))))


def _log(connection: Connection, name: str) -> Sequence[Any]:
    own = select(entries).where(entries.c.table_id == name)
    return connection.execute(own.order_by(entries.c.seq)).all()


@contextmanager
def _snapshot(engine: Engine) -> Iterator[Connection]:
    """All reads see one moment: clocks and bots go on when everybody has left."""
    with engine.connect() as connection:
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN")  # its driver begins none for reading
        else:
            connection.execution_options(isolation_level="REPEATABLE READ")
        yield connection


def check_table(engine: Engine, name: str) -> Moves:
    """One table by itself."""
    with _snapshot(engine) as connection:
        row = connection.execute(select(tables).where(tables.c.id == name)).one()
        seated = connection.execute(select(seats).where(seats.c.table_id == name)).all()
        stored = connection.execute(select(results).where(results.c.table_id == name)).all()
        claimed = connection.execute(select(claims).where(claims.c.table_id == name)).all()
        log = _log(connection, name)
    messages = Counter(entry.message for entry in log if entry.message)
    assert set(messages.values()) <= {1}, f"a message was played twice at {name}"
    settings = TableSettings.from_row(row, tuple(map(TableSeat.from_row, seated)))
    steps = positions(engine, name)[: len(log) + 1]
    projection = steps[-1]
    assert settings.phase == projection.phase
    assert len(claimed) == (settings.phase == "playing"), "exactly the running tables have claims"
    wanted = result_rows(settings, projection, 0) if projection.has_result else []
    assert sorted((one.player, one.points, bool(one.is_won)) for one in stored) == sorted(
        (one["player"], one["points"], one["is_won"]) for one in wanted
    ), f"the result of {name} is not what its log says"
    return _check_clocks(settings, steps, log)


def _check_clocks(settings: TableSettings, steps: list[Projection], log: Sequence[Any]) -> Moves:
    """Nobody's time has run out early; whatever a clock or a bot has done was done once.

    What a bot plays follows from the position that it was asked about: a second move for the same
    one would show.
    """
    automatic = stand_in = bots = 0
    seconds = settings.host_settings.turn_seconds
    time_ups = Counter[int]()
    for before, after, row in zip(steps, steps[1:], log):
        entry, end = after.match.log[-1], ends_at(settings, before)
        if row.is_automatic:
            automatic += 1
            is_away = before.automatic[entry.actor] >= AWAY_AFTER
            stand_in += is_away
            assert seconds is not None
            taken = row.at - before.last_at
            assert is_away or taken >= 1000 * seconds - JITTER_MS, f"a turn of {taken} ms: {row}"
            _check_choice(settings, before, entry, entry_of(settings.game.name).stand_in)
        elif entry.actor >= 0:
            bot = settings.seats[entry.actor].bot
            bots += bot is not None
            if bot is not None:
                _check_choice(settings, before, entry, bot)
            assert end is None or row.at < end + JITTER_MS, f"a move after the end of time: {row}"
        elif entry.actor == REFEREE and entry.act is Stop.TIME_UP:
            time_ups[before.match.new_games] += 1
            assert end is not None and row.at >= end - JITTER_MS, f"time was up early: {row}"
    assert set(time_ups.values()) <= {1}, "time was up twice"
    return Moves(automatic, stand_in, bots, time_ups.total())


def _check_choice(settings: TableSettings, before: Projection, entry: Entry[Any], bot: str) -> None:
    match, player = before.match, entry.actor
    board, seat = match.place(player)
    seed = f"{settings.id} {player} {before.counts[board]}"
    chosen = choose(match.game, match.view(player), seat, bot, seed)
    assert str(entry.act) == chosen, (
        f"entry {before.seq + 1} of {settings.id}: {bot} moves {chosen}"
    )
