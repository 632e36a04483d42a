"""A network between a server and what it needs, which can be cut: a TCP proxy in a thread."""

from __future__ import annotations

import asyncio
import threading
from contextlib import suppress

from support.servers.process import free_port


class TcpProxy:
    """While ``stall``ed, connections stay open and nothing passes, as if a cable were pulled."""

    def __init__(self, *targets: int) -> None:
        self.port = free_port()
        self.targets = targets
        """A new connection goes to the first of these ports that accepts it."""
        self._loop = asyncio.new_event_loop()
        self._may_pass = asyncio.Event()
        self._may_pass.set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __str__(self) -> str:
        return "a proxy that passes nothing on"

    def __enter__(self) -> TcpProxy:
        is_open = threading.Event()

        async def open_it() -> None:
            self._server = await asyncio.start_server(self._carry, "127.0.0.1", self.port)
            is_open.set()

        self._loop.create_task(open_it())
        self._thread.start()
        assert is_open.wait(30)
        return self

    def __exit__(self, *_: object) -> None:
        asyncio.run_coroutine_threadsafe(self._close(), self._loop).result(30)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(30)
        self._loop.close()

    def stall(self) -> None:
        self._loop.call_soon_threadsafe(self._may_pass.clear)

    def resume(self) -> None:
        """What was on its way arrives late, or its connection has been closed meanwhile."""
        self._loop.call_soon_threadsafe(self._may_pass.set)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_forever()

    async def _close(self) -> None:
        self._server.close()
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        there_writer = None
        try:
            await self._may_pass.wait()
            there_reader, there_writer = await self._connected()
            passing = (self._pass(reader, there_writer), self._pass(there_reader, writer))
            both = [asyncio.create_task(one) for one in passing]
            try:
                await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for one in both:
                    one.cancel()
        except OSError:
            """Nobody listens there now."""
        finally:
            self._tasks.discard(task)
            for end in (writer, there_writer):
                if end:
                    end.transport.abort()

    async def _connected(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        for target in self.targets:
            with suppress(ConnectionRefusedError):
                return await asyncio.open_connection("127.0.0.1", target)
        raise ConnectionRefusedError

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(65_536):
                await self._may_pass.wait()
                writer.write(data)
                await writer.drain()
