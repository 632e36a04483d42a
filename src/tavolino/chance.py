"""Randomness that is fair, portable and checkable.

A stream of numbers is a pure function of a seed and a stream number, the same on every platform.
Block ``i`` of stream ``k`` is ``BLAKE2b(key=seed, person="tavolino", k || i)`` with ``k`` and ``i``
as 8-byte little-endian numbers; it is read as eight 64-bit little-endian words.

Where a seed comes from:

* a practice deal has a short *deal number* that people can share (``deal_seed``);
* a rated table commits to a secret before it opens, mixes in a nonce from each player, and reveals
  the secret at the end (``FairSeed``), so that nobody can choose the deal.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import blake2b, sha256
from struct import unpack
from typing import TypeVar

from tavolino.errors import NotationError

T = TypeVar("T")

MAX_DEAL_NUMBER = 999_999_999
"""Deal numbers begin at 1."""
WORD = 1 << 64
"""The stream consists of numbers below this one."""
SECRET_BYTES = 32
"""The length of a table's secret."""


class Rng:
    """A random generator: stream ``stream`` of the seed ``seed``.

    >>> Rng(deal_seed(1), 0).shuffled("abcdef") == Rng(deal_seed(1), 0).shuffled("abcdef")
    True
    """

    def __init__(self, seed: bytes, stream: int) -> None:
        self._words = _words(seed, stream)

    def below(self, n: int) -> int:
        """A number from 0 to n-1, each equally likely (rejection sampling: no modulo bias).

        >>> rng = Rng(deal_seed(1), 0)
        >>> all(rng.below(6) in range(6) for _ in range(100))
        True
        """
        limit = WORD - WORD % n
        return next(word for word in self._words if word < limit) % n

    def shuffled(self, items: Iterable[T]) -> tuple[T, ...]:
        """The items in random order (Fisher–Yates, from the last place down)."""
        deck = list(items)
        for i in range(len(deck) - 1, 0, -1):
            j = self.below(i + 1)
            deck[i], deck[j] = deck[j], deck[i]
        return tuple(deck)


def _words(seed: bytes, stream: int) -> Iterator[int]:
    head = stream.to_bytes(8, "little")
    block = 0
    while True:
        data = head + block.to_bytes(8, "little")
        yield from unpack("<8Q", blake2b(data, key=seed, person=b"tavolino").digest())
        block += 1


def deal_seed(number: int) -> bytes:
    """The seed of a practice deal; raises ``NotationError`` if there is no such number.

    >>> len(deal_seed(1)), deal_seed(1) == deal_seed(2)
    (32, False)
    """
    return blake2b(b"tavolino deal %d" % check_deal_number(number), digest_size=32).digest()


def check_deal_number(number: int) -> int:
    """The number, if it is one of a practice deal; otherwise raises ``NotationError``."""
    if not 1 <= number <= MAX_DEAL_NUMBER:
        raise NotationError(
            f"expected a deal number from 1 to {MAX_DEAL_NUMBER}, got {str(number)[:40]}"
        )
    return number


def new_deal_number() -> int:
    """A random deal number, short enough to read aloud."""
    return 1 + secrets.randbelow(9_999_999)


@dataclass(frozen=True, slots=True)
class FairSeed:
    """The seed of a rated table: commitment, nonces and secret.

    Raises ``NotationError`` for parts that are not hexadecimal, and for a secret that is not the
    one committed to.

    >>> opened = FairSeed.new()
    >>> joined = FairSeed(opened.commitment, ("0a1b", "2c3d"), opened.secret)
    >>> joined.hidden().secret is None, len(joined.seed())
    (True, 32)
    """

    commitment: str
    """The SHA-256 of the secret, published before anybody joins."""
    nonces: tuple[str, ...] = ()
    """One from each player, in the order of the players."""
    secret: str | None = None
    """Hexadecimal; None until it is revealed."""

    def __post_init__(self) -> None:
        if not re.fullmatch("[0-9a-f]{64}", self.commitment):
            raise NotationError(
                f"expected a commitment of 64 hexadecimal digits, got {self.commitment[:80]!r}"
            )
        for nonce in self.nonces:
            if not re.fullmatch("[0-9a-f]{1,64}", nonce):
                raise NotationError(
                    f"expected a nonce of 1 to 64 hexadecimal digits, got {nonce[:80]!r}"
                )
        if self.secret is not None:
            if not re.fullmatch("[0-9a-f]{64}", self.secret):
                raise NotationError(
                    f"expected a secret of 64 hexadecimal digits, got {self.secret[:80]!r}"
                )
            if commit(self.secret) != self.commitment:
                raise NotationError("the secret is not the one that was committed to")

    @classmethod
    def new(cls) -> FairSeed:
        """A new secret and its commitment, without nonces."""
        secret = secrets.token_hex(SECRET_BYTES)
        return cls(commit(secret), (), secret)

    def hidden(self) -> FairSeed:
        """The same without the secret, to be shown during the game."""
        return FairSeed(self.commitment, self.nonces)

    def seed(self) -> bytes:
        """The seed of the match: the secret, then every nonce, each ended by a line feed.

        32 bytes, their BLAKE2b hash; raises ``NotationError`` while the secret is not known.
        """
        if self.secret is None:
            raise NotationError("the secret of this table has not been revealed")
        text = "".join(f"{part}\n" for part in (self.secret, *self.nonces))
        return blake2b(text.encode(), digest_size=32).digest()


def commit(secret: str) -> str:
    """The commitment to a secret: its SHA-256, in hexadecimal digits."""
    return sha256(bytes.fromhex(secret)).hexdigest()
