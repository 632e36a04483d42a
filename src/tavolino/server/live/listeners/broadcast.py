"""Sends what was committed at a table to every connection that may see it.

Its work grows with the number of watchers, not faster: what all onlookers get is made once. Players
are served at once; a crowd of onlookers in slices, so that other tables need not wait for all of
it. Every connection gets everything in the order in which it happened, except that a crowd that
has fallen far behind goes on with the present state.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from tavolino.server.live.domain.messages import Phrase, Said, TableInfo
from tavolino.server.live.domain.projection import Projection
from tavolino.server.live.domain.step import Commit
from tavolino.server.live.domain.table_info import Presence, table_info
from tavolino.server.live.domain.updates import frame, standings, update
from tavolino.server.live.domain.visibility import visible_boards
from tavolino.server.live.interfaces import Frame, Watcher
from tavolino.server.live.series_games import own_game
from tavolino.server.live.table import Listener, LiveTable

CROWD = 50
"""With more watchers than this, coming and going is gathered for longer."""
CROWD_SECONDS = 2.0
SLICE = 100
"""Onlookers served before other tables get their turn."""
MAX_UNSERVED = 50
"""Deliveries that wait for their slices; players may move faster than a crowd can be served."""
Serve: TypeAlias = Callable[[Iterable[Watcher]], None]


class Broadcast(Listener):
    def __init__(self, table: LiveTable, tick_seconds: float) -> None:
        self._table, self._tick_seconds = table, tick_seconds
        self._boards: dict[Watcher, tuple[int, ...]] = {}
        """The boards that each watcher may see."""
        self._players: list[Watcher] | None = None
        """Those of the watchers who have a seat; None if it is not known."""
        self._seats = table.settings.seats
        """For which ``_players`` is known."""
        self._users: Counter[str] = Counter()
        """The number of connections of each user."""
        self._unserved: deque[tuple[Serve, deque[Watcher]]] = deque()
        """What onlookers have not been sent yet."""
        self._info_timer: asyncio.TimerHandle | None = None
        self._are_standings_due = False

    def __len__(self) -> int:
        return len(self._boards)

    def is_watched_by(self, user: str) -> bool:
        return user in self._users

    def add(self, watcher: Watcher) -> None:
        table = self._table
        if watcher not in self._boards:
            self._users[watcher.user_id] += 1
            self._players = None
        self._boards[watcher] = self._visible(watcher.user_id)
        self._send(watcher, frame(self.info(watcher.user_id, self._boards[watcher])))
        self._schedule_info()
        for board in self._boards[watcher]:
            self.send_position(watcher, board)
        if table.projection and table.settings.contest:
            self._send(watcher, frame(standings(table.id, table.projection.match)))

    def remove(self, watcher: Watcher) -> None:
        if self._boards.pop(watcher, None) is not None:
            self._players = None
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
            series_games=(*table.earlier, *own_game(table.settings, table.projection)),
        )

    def say(self, player: int, phrase: Phrase) -> None:
        self._deliver(_sending(frame(Said(self._table.id, player, phrase))))

    def send_position(self, watcher: Watcher, board: int, message: str | None = None) -> None:
        """Sends the current position to one watcher; also answers a repeated command."""
        if self._table.projection and board in self._boards.get(watcher, ()):
            position = update(self._table.settings, None, self._table.projection, board, message)
            self._send(watcher, frame(position))

    # Events of the table

    def on_commit(self, commits: Sequence[Commit]) -> None:
        table, projection = self._table, self._table.projection
        if projection is None or not self._boards:
            return
        if any([_opens_boards(commit) for commit in commits]):
            self._open_boards(projection)
            if not projection.match.is_over:
                self._schedule_info()
        for commit in commits:
            for board in commit.boards:
                self._send_board(commit, board)
        if table.settings.contest:
            self._schedule_standings()

    def on_settings(self) -> None:
        self._stop_info_timer()
        self._deliver(self._send_infos)

    def on_close(self) -> None:
        self._unserved.clear()
        self._boards.clear()
        self._users.clear()
        self._players = None
        self._stop_info_timer()

    def _visible(self, user: str) -> tuple[int, ...]:
        return visible_boards(self._table.settings, self._table.projection, user)

    def _send_infos(self, watchers: Iterable[Watcher]) -> None:
        settings, infos = self._table.settings, dict[str, Frame]()
        reserved = (seat.user for seat in settings.reserved)
        known = {settings.host, *(seat.user for seat in settings.seats), *reserved}
        for watcher in watchers:
            user = watcher.user_id if watcher.user_id in known else ""
            if user not in infos:  # all onlookers get the same
                infos[user] = frame(self.info(user or None, self._visible(watcher.user_id)))
            watcher.put(infos[user])

    def _send_board(self, commit: Commit, board: int) -> None:
        for boards in self._boards.values():
            if board in boards:
                break
        else:
            return
        command = commit.command
        message = command.command.id if command and not command.is_from_bot else None
        newest = self._table.projection  # its turn may begin later than its entry says
        after = newest if newest and newest.seq == commit.after.seq else commit.after
        data = frame(update(self._table.settings, commit.before.match, after, board, message))

        def serve(watchers: Iterable[Watcher]) -> None:
            for watcher in watchers:
                if board in self._boards[watcher]:
                    watcher.put(data)

        self._deliver(serve)

    def _open_boards(self, projection: Projection) -> None:
        """In a contest, players who have finished may see more; at the end, everybody may."""
        settings, positions = self._table.settings, dict[int, Frame]()

        def serve(watchers: Iterable[Watcher]) -> None:
            for watcher in watchers:
                before = self._boards[watcher]
                now = self._boards[watcher] = visible_boards(settings, projection, watcher.user_id)
                for board in set(now) - set(before):
                    if board not in positions:
                        positions[board] = frame(update(settings, None, projection, board))
                    watcher.put(positions[board])

        self._deliver(serve)

    # Players first, onlookers in slices

    def _deliver(self, serve: Serve) -> None:
        """Serves all watchers."""
        players = self._seated()
        serve(players)
        if len(players) < len(self._boards) and (onlookers := self._onlookers()):
            self._add_unserved(serve, onlookers)

    def _seated(self) -> list[Watcher]:
        """The watchers who have a seat."""
        seats = self._table.settings.seats
        if self._players is None or self._seats is not seats:
            users = {seat.user for seat in seats}
            self._players = [watcher for watcher in self._boards if watcher.user_id in users]
            self._seats = seats
        return self._players

    def _onlookers(self) -> deque[Watcher]:
        players = set(self._seated())
        return deque(watcher for watcher in self._boards if watcher not in players)

    def _present_state(self) -> Serve:
        """Everything that a watcher is sent who begins to watch now."""
        settings, projection = self._table.settings, self._table.projection
        contest = [standings(self._table.id, projection.match)] if projection else []
        frames = [frame(one) for one in contest if settings.contest]
        positions = dict[int, Frame]()

        def serve(watchers: Iterable[Watcher]) -> None:
            self._send_infos(watchers := list(watchers))
            for watcher in watchers:
                self._boards[watcher] = visible_boards(settings, projection, watcher.user_id)
                for board in self._boards[watcher]:
                    if board not in positions and projection:
                        positions[board] = frame(update(settings, None, projection, board))
                    watcher.put(positions[board])
                for data in frames:
                    watcher.put(data)

        return serve

    def _send(self, watcher: Watcher, data: Frame) -> None:
        """To one watcher, after everything that they have not been sent yet."""
        if any(watcher in watchers for _, watchers in self._unserved):
            self._add_unserved(_sending(data), deque([watcher]))
        else:
            watcher.put(data)

    def _add_unserved(self, serve: Serve, watchers: deque[Watcher]) -> None:
        if len(self._unserved) >= MAX_UNSERVED:
            # A slice is due already.
            self._unserved.clear()
            self._unserved.append((self._present_state(), self._onlookers()))
            return
        self._unserved.append((serve, watchers))
        if len(self._unserved) == 1:
            self._serve_slice()

    def _serve_slice(self) -> None:
        """One slice in each turn of the event loop."""
        left = SLICE
        while self._unserved and left:
            serve, watchers = self._unserved[0]
            some = [watchers.popleft() for _ in range(min(left, len(watchers)))]
            left -= len(some)
            serve([watcher for watcher in some if watcher in self._boards])
            if not watchers and self._unserved:
                self._unserved.popleft()
        if self._unserved:
            asyncio.get_running_loop().call_soon(self._serve_slice)

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
            self._deliver(_sending(data))


def _sending(data: Frame) -> Serve:
    def serve(watchers: Iterable[Watcher]) -> None:
        for watcher in watchers:
            watcher.put(data)

    return serve


def _opens_boards(commit: Commit) -> bool:
    """May a watcher see more boards now? At the start, and when a game ends or continues."""
    if not commit.before.seq or commit.before.began_at != commit.after.began_at:
        return True
    before, after = commit.before.match, commit.after.match
    for board in commit.boards:
        if before.is_board_over(board) != after.is_board_over(board):
            return True
    return False
