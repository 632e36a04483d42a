"""Sends what was committed at a table to every connection that may see it.

Its work grows with the number of watchers, not faster: what all onlookers get is made once. A crowd
is served in slices, so that other tables need not wait for all of it.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import islice

from tavolino.server.live.interfaces import Frame, Watcher
from tavolino.server.live.messages import TableInfo
from tavolino.server.live.step import Commit
from tavolino.server.live.table import Listener, LiveTable
from tavolino.server.live.table_info import Presence, table_info
from tavolino.server.live.updates import frame, standings, update
from tavolino.server.live.visibility import visible_boards

CROWD = 50
"""With more watchers than this, coming and going is gathered for longer."""
CROWD_SECONDS = 2.0
SLICE = 200
"""Watchers served before other tables get their turn."""


class Broadcast(Listener):
    def __init__(self, table: LiveTable, tick_seconds: float) -> None:
        self._table, self._tick_seconds = table, tick_seconds
        self._boards: dict[Watcher, tuple[int, ...]] = {}
        """The boards that each watcher may see."""
        self._users: Counter[str] = Counter()
        """The number of connections of each user."""
        self._info_timer: asyncio.TimerHandle | None = None
        self._are_standings_due = False

    def __len__(self) -> int:
        return len(self._boards)

    def add(self, watcher: Watcher) -> None:
        table = self._table
        if watcher not in self._boards:
            self._users[watcher.user_id] += 1
        self._boards[watcher] = self._visible(watcher.user_id)
        watcher.put(frame(self.info(watcher.user_id, self._boards[watcher])))
        self._schedule_info()
        for board in self._boards[watcher]:
            self.send_position(watcher, board)
        if table.projection and table.settings.contest:
            watcher.put(frame(standings(table.id, table.projection.match)))

    def remove(self, watcher: Watcher) -> None:
        if self._boards.pop(watcher, None) is not None:
            self._users[watcher.user_id] -= 1
            if not self._users[watcher.user_id]:
                del self._users[watcher.user_id]
            self._schedule_info()

    def info(self, user: str | None, boards: tuple[int, ...] = ()) -> TableInfo:
        table = self._table
        seated = {seat.user for seat in table.settings.seats if seat.user}
        here = sum(self._users[one] for one in seated)
        return table_info(
            table.settings,
            table.projection,
            user,
            boards=boards,
            presence=Presence(self._users.keys(), len(self._boards) - here),
            rematch=table.rematch,
        )

    def send_position(self, watcher: Watcher, board: int, message: str | None = None) -> None:
        """Sends the current position to one watcher; also answers a repeated command."""
        if self._table.projection and board in self._boards.get(watcher, ()):
            watcher.put(self._position(board, message))

    def _position(self, board: int, message: str | None = None) -> Frame:
        table = self._table
        assert table.projection is not None
        return frame(update(table.settings, None, table.projection, board, message))

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
            for board in commit.boards:
                self._send_board(commit, board)
        if table.settings.contest:
            self._schedule_standings()

    def on_settings(self) -> None:
        self._stop_info_timer()
        self._in_slices(self._send_infos)

    def on_close(self) -> None:
        self._boards.clear()
        self._users.clear()
        self._stop_info_timer()

    def _visible(self, user: str) -> tuple[int, ...]:
        return visible_boards(self._table.settings, self._table.projection, user)

    def _send_infos(self, watchers: Iterable[Watcher]) -> None:
        settings, infos = self._table.settings, dict[str, Frame]()
        known = {settings.host, *(seat.user for seat in settings.seats)}
        for watcher in watchers:
            user = watcher.user_id if watcher.user_id in known else ""
            if user not in infos:  # all onlookers get the same
                infos[user] = frame(self.info(user or None, self._visible(watcher.user_id)))
            watcher.put(infos[user])

    def _send_board(self, commit: Commit, board: int) -> None:
        watchers = [watcher for watcher, boards in self._boards.items() if board in boards]
        if not watchers:
            return
        command = commit.command
        message = command.command.id if command and not command.is_from_bot else None
        before, after = commit.before.match, commit.after
        data = frame(update(self._table.settings, before, after, board, message))
        for watcher in watchers:
            watcher.put(data)

    def _open_boards(self) -> None:
        """In a contest, players who have finished may see more; at the end, everybody may."""
        positions: dict[int, Frame] = {}
        for watcher, before in list(self._boards.items()):
            now = self._visible(watcher.user_id)
            if now != before:
                self._boards[watcher] = now
                for board in set(now) - set(before):
                    if board not in positions:
                        positions[board] = self._position(board)
                    watcher.put(positions[board])

    def _in_slices(self, serve: Callable[[Iterable[Watcher]], None]) -> None:
        """Serves all watchers; a crowd in several turns of the event loop."""
        watchers = iter(list(self._boards))

        def serve_next() -> None:
            if some := list(islice(watchers, SLICE)):
                serve(one for one in some if one in self._boards)
                asyncio.get_running_loop().call_soon(serve_next)

        serve_next()

    # Messages that are delayed, so that one message covers several events

    def _schedule_info(self) -> None:
        if not self._info_timer and self._boards:
            seconds = self._tick_seconds if len(self) <= CROWD else CROWD_SECONDS
            loop = asyncio.get_running_loop()
            self._info_timer = loop.call_later(seconds, self.on_settings)

    def _stop_info_timer(self) -> None:
        if self._info_timer:
            self._info_timer.cancel()
        self._info_timer = None

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
    return any(before.is_board_over(board) != after.is_board_over(board) for board in commit.boards)
