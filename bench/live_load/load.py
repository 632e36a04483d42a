"""The load: hundreds of players in one process. Reads plans, writes what was ``Measured`` by each.

Players make a random legal move: at once when it is their turn (saturation), or paced by ``rate``.
Several plans run at the same time: whatever else the machine does then disturbs all of them alike.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections import deque
from collections.abc import Callable
from random import Random
from time import perf_counter

import msgspec
import uvloop
from shared.cpu import cpu_seconds

from live_load.frames import Frames

MAX_ENTRIES = 400
"""Of a board: a patience played at random need not end."""


class Seat(msgspec.Struct):
    cookie: str
    tables: list[str]
    """Played one after the other."""
    player: int = 0
    board: int = 0
    """The same at all tables."""
    port: int = 0
    """Of the server; 0: that of the plan."""


class Plan(msgspec.Struct):
    host: str
    port: int
    pid: int
    """The server process, whose CPU time is measured."""
    seats: list[Seat]
    others: list[int] = []
    """Further processes, whose CPU time is measured too."""
    seconds: float = 10
    windows: int = 1
    """Parts of that time, each with its own CPU time and moves."""
    warm_seconds: float = 2
    rate: float | None = None
    """Moves per second; None: as many as the server can."""
    turns: int = 0
    """For the reference, whose answers never change: the players per table, who move in turn.

    0: the update says whose turn it is.
    """


class Window(msgspec.Struct):
    moves: int
    cpu: list[float]
    """Of the server, then of each further process."""


class Measured(msgspec.Struct):
    moves: int
    seconds: float
    server_cpu: float
    load_cpu: float
    p99: float
    """99th percentile of the time from move to update, in ms."""
    games: int
    """Games finished during the measurement."""
    errors: dict[str, int]
    received: int
    """Bytes of messages received."""
    other_cpu: list[float] = []
    """Of each further process."""
    windows: list[Window] = []

    @property
    def rate(self) -> float:
        return self.moves / self.seconds


class Update(msgspec.Struct, tag_field="type", tag="update"):
    table: str
    board: int
    count: int
    id: str | None
    actor: int | None
    moves: list[str]


class Error(msgspec.Struct, tag_field="type", tag="error"):
    code: str
    id: str | None = None


class TableInfo(msgspec.Struct, tag_field="type", tag="table"):
    phase: str


class Welcome(msgspec.Struct, tag_field="type", tag="welcome"):
    pass


class Standings(msgspec.Struct, tag_field="type", tag="standings"):
    pass


decoder = msgspec.json.Decoder(Update | Error | TableInfo | Welcome | Standings)


class Load:
    def __init__(self, plan: Plan) -> None:
        self.plan, self.random = plan, Random(1)
        self.is_going, self.is_measuring = False, False
        self.ready: deque[Player] = deque()
        self.latencies: list[float] = []
        self.errors: dict[str, int] = {}
        self.games = self.received = self.finished = 0

    def is_ready(self, player: Player) -> None:
        if self.is_going and not self.plan.rate:
            player.move(perf_counter())
        else:
            self.ready.append(player)

    async def connect(self) -> None:
        self.players = [await self._connected(seat) for seat in self.plan.seats]
        for player in self.players:
            player.watch()
        await until(lambda: all(player.is_watching for player in self.players))

    async def run(self) -> Measured:
        self.is_going = True
        pacing = asyncio.create_task(self._pace()) if self.plan.rate else None
        self._push()
        await asyncio.sleep(self.plan.warm_seconds)
        self.is_measuring = True
        start, own = perf_counter(), cpu_seconds(os.getpid())
        windows = [await self._window() for _ in range(self.plan.windows)]
        self.is_measuring = False
        took = perf_counter() - start
        own = cpu_seconds(os.getpid()) - own
        server, *others = (sum(cpu) for cpu in zip(*(window.cpu for window in windows)))
        if pacing:
            pacing.cancel()
        for player in self.players:
            for error in filter(None, (player.lost, player.stuck())):
                self.errors[error] = self.errors.get(error, 0) + 1
            player.close()
        self.errors |= {"finished": self.finished} if self.finished else {}
        moves = len(self.latencies)
        p99 = sorted(self.latencies)[int(0.99 * moves)]
        return Measured(
            moves, took, server, own, p99, self.games, self.errors, self.received, others, windows
        )

    async def _window(self) -> Window:
        pids = (self.plan.pid, *self.plan.others)
        moves, before = len(self.latencies), list(map(cpu_seconds, pids))
        await asyncio.sleep(self.plan.seconds / self.plan.windows)
        spent = [cpu_seconds(pid) - was for pid, was in zip(pids, before)]
        return Window(len(self.latencies) - moves, spent)

    async def _connected(self, seat: Seat) -> Player:
        loop = asyncio.get_running_loop()
        _, player = await loop.create_connection(
            lambda: Player(self, seat), self.plan.host, seat.port or self.plan.port
        )
        await player.opened
        return player

    def _push(self) -> None:
        while self.ready and not self.plan.rate:
            self.ready.popleft().move(perf_counter())

    async def _pace(self) -> None:
        """Move at the rate of the plan. A late move counts from when it was due."""
        assert self.plan.rate
        start, sent = perf_counter(), 0
        while True:
            due = start + sent / self.plan.rate
            if due > (now := perf_counter()):
                await asyncio.sleep(due - now)
            elif self.ready:
                self.ready.popleft().move(due)
                sent += 1
            else:
                await asyncio.sleep(0.001)


class Player(Frames):
    def __init__(self, load: Load, seat: Seat) -> None:
        super().__init__(f"{load.plan.host}:{load.plan.port}", seat.cookie)
        self._load, self._tables = load, iter(seat.tables)
        self._player, self._board, self._turns = seat.player, seat.board, load.plan.turns
        self._seen = self._acts = 0
        self._sent = 0.0
        self._awaited: str | None = None
        self.is_watching = False

    def watch(self) -> None:
        self._seen = 0
        self._awaited = None
        self._table = next(self._tables, "")
        if self._table:
            self.send(b'{"type":"watch","table":"%s"}' % self._table.encode())
        else:
            self._load.finished += 1

    def take(self, payload: bytes) -> None:
        if self._load.is_measuring:
            self._load.received += len(payload)
        message = decoder.decode(payload)
        if isinstance(message, Update):
            self._take_update(message)
        elif isinstance(message, Error):
            self._load.errors[message.code] = self._load.errors.get(message.code, 0) + 1

    def _take_update(self, update: Update) -> None:
        self.is_watching = True
        if self._turns:
            is_mine = self._seen % self._turns == self._player
            is_answer = self._awaited is not None
        elif update.table != self._table or update.board != self._board:
            return
        else:
            is_mine, is_answer = update.actor == self._player, update.id == self._awaited
        self._seen += 1
        if is_answer and self._awaited:
            self._awaited = None
            if self._load.is_measuring:
                self._load.latencies.append(1000 * (perf_counter() - self._sent))
        is_stuck = not update.moves or update.count > MAX_ENTRIES
        if is_mine and is_stuck and not self._turns:
            self._over()
        elif is_mine:
            self._update = update
            self._load.is_ready(self)
        elif update.actor is None and not self._turns:
            self._over()

    def _over(self) -> None:
        self._load.games += self._load.is_measuring
        self.send(b'{"type":"leave","table":"%s"}' % self._table.encode())
        self.watch()

    def stuck(self) -> str:
        """An error if a move has waited too long for its answer, else empty."""
        waits = perf_counter() - self._sent
        return "no answer for 2 s" if self._awaited and waits > 2 else ""

    def move(self, since: float) -> None:
        update = self._update
        self._acts += 1
        self._awaited, self._sent = f"{self._acts}", since
        move = self._load.random.choice(update.moves)
        self.send(
            b'{"type":"move","table":"%s","id":"%d","count":%d,"move":"%s"}'
            % (self._table.encode(), self._acts, update.count, move.encode())
        )


async def until(condition: Callable[[], bool], seconds: float = 30) -> None:
    for _ in range(int(seconds / 0.01)):
        if condition():
            return
        await asyncio.sleep(0.01)
    raise TimeoutError("no first position after 30 s")


async def run(plans: list[Plan]) -> list[Measured]:
    loads = list(map(Load, plans))
    for load in loads:
        await load.connect()
    return await asyncio.gather(*(load.run() for load in loads))


if __name__ == "__main__":
    plans = msgspec.json.decode(sys.stdin.buffer.read(), type=list[Plan])
    sys.stdout.buffer.write(msgspec.json.encode(uvloop.run(run(plans))))
