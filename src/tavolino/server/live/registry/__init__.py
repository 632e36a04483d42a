"""The tables in the memory of this process: loaded when needed, evicted when idle."""

from __future__ import annotations

from tavolino.server.live.registry.open_table import OpenTable
from tavolino.server.live.registry.tables import TableRegistry

__all__ = ["OpenTable", "TableRegistry"]
