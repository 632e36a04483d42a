"""Who watches a table, and what of it each may see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tavolino.server.live import updates as news
from tavolino.server.live.commit import Commit
from tavolino.server.live.table_info import table_info

if TYPE_CHECKING:
    from tavolino.server.live.table import Table
    from tavolino.server.sockets.connection import Connection


class Watchers:
    def __init__(self, table: Table) -> None:
        self.table = table
        self._boards: dict[Connection, tuple[int, ...]] = {}
        """For each connection the boards it may see."""
        self._is_ticking = self._is_news = False

    def __len__(self) -> int:
        return len(self._boards)

    @property
    def users(self) -> set[str]:
        return {connection.user.id for connection in self._boards}

    def onlookers(self) -> int:
        seated = {seat.user for seat in self.table.settings.seats}
        return sum(connection.user.id not in seated for connection in self._boards)

    def add(self, connection: Connection) -> None:
        self._boards[connection] = self.visible(connection)
        connection.put(news.frame(table_info(self.table, connection)))
        self._tell_who_is_here()
        for board in self._boards[connection]:
            self.send_position(connection, board)
        projection = self.table.projection
        if projection and self.table.settings.contest:
            connection.put(news.frame(news.standings(self.table.id, projection.match)))

    def remove(self, connection: Connection) -> None:
        if self._boards.pop(connection, None) is not None:
            self._tell_who_is_here()
            self.table.registry.may_forget(self.table)

    def visible(self, connection: Connection) -> tuple[int, ...]:
        """A rival's board is seen by nobody who still plays the same deal."""
        table, projection = self.table, self.table.projection
        if projection is None:
            return ()
        match = projection.match
        boards = tuple(range(len(match.boards)))
        own = {p // match.game.seats for p in table.players_of(connection.user.id)}
        if match.is_over or (own and len(boards) == 1):
            return boards
        if not own and table.settings.host_settings.onlookers != "boards":
            return ()
        plays = any(not match.is_board_over(board) for board in own)
        if plays or table.settings.host_settings.onlookers != "boards":
            return tuple(sorted(own))
        return boards

    def _tell_who_is_here(self) -> None:
        """Many may come and go at once, so this is gathered for a moment."""
        if not self._is_news and self._boards:
            self._is_news = True
            registry = self.table.registry
            registry.loop.call_later(registry.config.tick_seconds, self.send_table)

    def send_table(self) -> None:
        self._is_news = False
        for connection in list(self._boards):
            connection.put(news.frame(table_info(self.table, connection)))

    def send_position(self, connection: Connection, board: int, message: str | None = None) -> None:
        """The present position to one who asks; it also answers a message sent again."""
        projection = self.table.projection
        if projection and board in self._boards.get(connection, ()):
            ends_at = self.table.clock.turn_ends_at(projection)
            update = news.update(self.table.settings, None, projection, board, message, ends_at)
            connection.put(news.frame(update))

    def see_again(self, commits: Sequence[Commit]) -> None:
        """What was written, to everybody who may see it."""
        table, projection = self.table, self.table.projection
        if projection is None or not self._boards:
            return
        if any(map(_opens_boards, commits)):
            self._open_boards()
            if not projection.match.is_over:
                self._tell_who_is_here()
        for commit in commits:
            for board in news.touched(commit.entries, len(projection.match.boards)):
                self._send_board(commit, board)
        if table.settings.contest:
            self._tick()

    def _send_board(self, commit: Commit, board: int) -> None:
        seers = [c for c, boards in self._boards.items() if board in boards]
        if not seers:
            return
        message = commit.asked.act.id if commit.asked and commit.asked.connection else None
        before, after = commit.before.match, commit.after
        ends_at = self.table.clock.turn_ends_at(after)
        update = news.update(self.table.settings, before, after, board, message, ends_at)
        data = news.frame(update)
        for connection in seers:
            connection.put(data)

    def _open_boards(self) -> None:
        """In a contest, who has ended may see more, and at the end everybody sees everything."""
        for connection, before in list(self._boards.items()):
            now = self.visible(connection)
            if now != before:
                self._boards[connection] = now
                for board in set(now) - set(before):
                    self.send_position(connection, board)

    def _tick(self) -> None:
        """Standings of many moves in one message; the last ones at once."""
        projection = self.table.projection
        if projection and projection.match.is_over:
            self._send_standings()
        elif not self._is_ticking:
            self._is_ticking = True
            registry = self.table.registry
            registry.loop.call_later(registry.config.tick_seconds, self._ticked)

    def _ticked(self) -> None:
        self._is_ticking = False
        self._send_standings()

    def _send_standings(self) -> None:
        projection = self.table.projection
        if projection:
            data = news.frame(news.standings(self.table.id, projection.match))
            for connection in list(self._boards):
                connection.put(data)


def _opens_boards(commit: Commit) -> bool:
    """May anybody see more after it? At the beginning, and when a board's game ends or is anew."""
    if not commit.before.seq or commit.before.began_at != commit.after.began_at:
        return True
    before, after = commit.before.match, commit.after.match
    boards = news.touched(commit.entries, len(after.boards))
    return any(before.is_board_over(board) != after.is_board_over(board) for board in boards)
