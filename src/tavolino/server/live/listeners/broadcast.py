"""Sends what was committed at a table to every connection that may see it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from tavolino.server.live.interfaces import LiveReferee, Watcher
from tavolino.server.live.messages import TableInfo
from tavolino.server.live.step import Commit
from tavolino.server.live.table import Listener, LiveTable
from tavolino.server.live.table_info import Presence, table_info
from tavolino.server.live.updates import frame, standings, touched_boards, update
from tavolino.server.live.visibility import visible_boards


class Broadcast(Listener):
    def __init__(self, table: LiveTable, referee: LiveReferee, tick_seconds: float) -> None:
        self._table, self._referee, self._tick_seconds = table, referee, tick_seconds
        self._boards: dict[Watcher, tuple[int, ...]] = {}
        """The boards that each watcher may see."""
        self._is_info_due = self._are_standings_due = False

    def __len__(self) -> int:
        return len(self._boards)

    def add(self, watcher: Watcher) -> None:
        table = self._table
        self._boards[watcher] = self._visible(watcher)
        watcher.put(frame(self.info(watcher.user_id, self._boards[watcher])))
        self._schedule_info()
        for board in self._boards[watcher]:
            self.send_position(watcher, board)
        if table.projection and table.settings.contest:
            watcher.put(frame(standings(table.id, table.projection.match)))

    def remove(self, watcher: Watcher) -> None:
        if self._boards.pop(watcher, None) is not None:
            self._schedule_info()

    def info(self, user: str | None, boards: tuple[int, ...] = ()) -> TableInfo:
        table = self._table
        seated = {seat.user for seat in table.settings.seats}
        users = [watcher.user_id for watcher in self._boards]
        presence = Presence(set(users), sum(one not in seated for one in users))
        return table_info(
            table.settings,
            table.projection,
            user,
            boards=boards,
            presence=presence,
            rematch=table.rematch,
        )

    def send_position(self, watcher: Watcher, board: int, message: str | None = None) -> None:
        """Sends the current position to one watcher; also answers a repeated command."""
        table = self._table
        if table.projection and board in self._boards.get(watcher, ()):
            position = update(table.settings, None, table.projection, board, self._referee, message)
            watcher.put(frame(position))

    # Events of the table

    def on_commit(self, commits: Sequence[Commit]) -> None:
        table, projection = self._table, self._table.projection
        if projection is None or not self._boards:
            return
        if any(map(_opens_boards, commits)):
            self._open_boards()
            if not projection.match.is_over:
                self._schedule_info()
        for commit in commits:
            for board in touched_boards(commit.entries, len(projection.match.boards)):
                self._send_board(commit, board)
        if table.settings.contest:
            self._schedule_standings()

    def on_settings(self) -> None:
        self._is_info_due = False
        for watcher in list(self._boards):
            watcher.put(frame(self.info(watcher.user_id, self._visible(watcher))))

    def on_close(self) -> None:
        self._boards.clear()

    def _visible(self, watcher: Watcher) -> tuple[int, ...]:
        return visible_boards(self._table.settings, self._table.projection, watcher.user_id)

    def _send_board(self, commit: Commit, board: int) -> None:
        watchers = [watcher for watcher, boards in self._boards.items() if board in boards]
        if not watchers:
            return
        command = commit.command
        message = command.command.id if command and not command.is_from_bot else None
        before, after = commit.before.match, commit.after
        data = frame(update(self._table.settings, before, after, board, self._referee, message))
        for watcher in watchers:
            watcher.put(data)

    def _open_boards(self) -> None:
        """In a contest, players who have finished may see more; at the end, everybody may."""
        for watcher, before in list(self._boards.items()):
            now = self._visible(watcher)
            if now != before:
                self._boards[watcher] = now
                for board in set(now) - set(before):
                    self.send_position(watcher, board)

    # Messages that are delayed, so that one message covers several events

    def _schedule_info(self) -> None:
        if not self._is_info_due and self._boards:
            self._is_info_due = True
            asyncio.get_running_loop().call_later(self._tick_seconds, self.on_settings)

    def _schedule_standings(self) -> None:
        projection = self._table.projection
        if projection and projection.match.is_over:
            self._send_standings()
        elif not self._are_standings_due:
            self._are_standings_due = True
            asyncio.get_running_loop().call_later(self._tick_seconds, self._send_standings)

    def _send_standings(self) -> None:
        self._are_standings_due = False
        projection = self._table.projection
        if projection:
            data = frame(standings(self._table.id, projection.match))
            for watcher in list(self._boards):
                watcher.put(data)


def _opens_boards(commit: Commit) -> bool:
    """May a watcher see more boards now? At the start, and when a game ends or continues."""
    if not commit.before.seq or commit.before.began_at != commit.after.began_at:
        return True
    before, after = commit.before.match, commit.after.match
    boards = touched_boards(commit.entries, len(after.boards))
    return any(before.is_board_over(board) != after.is_board_over(board) for board in boards)
