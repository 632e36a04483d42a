"""What processes tell each other about a table, on a channel of its own.

Committed entries travel with the message, so that nobody has to read them. A message that is lost
or late costs time only: the numbers of the entries show a gap, and the log has them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import msgspec

from tavolino.server.live.domain.messages import Said
from tavolino.server.live.domain.projection import StoredEntry
from tavolino.server.live.domain.step import Commit
from tavolino.server.live.journal import log_rows

CHANNEL = "tavolino:table:"


class Committed(msgspec.Struct, frozen=True, array_like=True, tag="c"):
    """Entries, in the order of the log."""

    first: int
    """The number of the first entry."""
    commits: list[list[tuple[str, int, str | None, bool]]]
    """For each command, its entries: text, time, id of the message, is it automatic?"""

    def entries(self) -> list[list[StoredEntry]]:
        return [[StoredEntry(*row) for row in rows] for rows in self.commits]

    @property
    def last(self) -> int:
        return self.first - 1 + sum(map(len, self.commits))


class Changed(msgspec.Struct, frozen=True, array_like=True, tag="s"):
    """The settings or the seats have changed in the database."""


class Spoken(msgspec.Struct, frozen=True, array_like=True, tag="p"):
    said: Said


TableMessage: TypeAlias = Committed | Changed | Spoken
_decoder: msgspec.json.Decoder[TableMessage] = msgspec.json.Decoder(TableMessage)
_encoder = msgspec.json.Encoder()


def channel_of(table: str) -> str:
    return CHANNEL + table


def committed(table: str, commits: Sequence[Commit]) -> Committed:
    rows = [log_rows(commit, table, commit.after.last_at) for commit in commits]
    return Committed(
        commits[0].before.seq + 1,
        [[(text, at, key, automatic) for _, _, at, text, key, automatic in one] for one in rows],
    )


def encode(message: TableMessage) -> str:
    return _encoder.encode(message).decode()


def decode(content: str) -> TableMessage:
    return _decoder.decode(content)
