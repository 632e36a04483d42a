"""What this client has contributed to the seeds of tables, and the check that it was used."""

from __future__ import annotations

from secrets import token_hex
from typing import NamedTuple

from tavolino.chance import commit
from tavolino.client.errors import UnfairTable
from tavolino.server.errors import NotOver
from tavolino.server.live.domain.messages import TableInfo

NONCE_BYTES = 16
"""The length of a nonce."""


class Contribution(NamedTuple):
    """What this client knows about the seed of a table."""

    commitment: str
    """The server's, as it was when the nonce was sent."""
    nonce: str
    """What this client added to the seed, in hexadecimal digits."""


def new_nonce() -> str:
    """A random nonce that nobody can guess."""
    return token_hex(NONCE_BYTES)


def check_contribution(table: TableInfo, ours: Contribution | None) -> None:
    """Raises ``UnfairTable`` if the seed of a finished table is not as it should be."""
    if table.secret is None or table.nonces is None:
        raise NotOver(f"the secret of table {table.table} is not revealed")
    if ours is None:
        raise UnfairTable(f"this client did not sit down at table {table.table}")
    if table.commitment != ours.commitment:
        raise UnfairTable(
            f"expected the commitment {ours.commitment}, got {table.commitment} at the end"
        )
    if commit(table.secret) != ours.commitment:
        raise UnfairTable(f"expected the secret of {ours.commitment}, got {table.secret}")
    if ours.nonce not in (table.nonces[player] for player in table.yours):
        raise UnfairTable(f"expected the nonce {ours.nonce}, got {', '.join(table.nonces)}")
