"""Threads for slow reads: parsing and playing back records, practice deals."""

from __future__ import annotations

from tavolino.server.queues.fair_pool import FairThreads

READERS = 2
MAX_WAITING, MAX_OF_OWNER = 256, 64


class Readers(FairThreads):
    """The event loop stays free for the tables in play; verification has threads of its own."""

    def __init__(self) -> None:
        super().__init__(READERS, "reader", MAX_WAITING, MAX_OF_OWNER)
