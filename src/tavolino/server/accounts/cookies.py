"""The cookie that says who somebody is: ``1.user.epoch.issued.seal``, by the server's key.

It cannot be read from scripts, is not sent by other sites' forms, and is good for 400 days (the
longest that browsers keep one) after it was last renewed.
"""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from hashlib import sha256

NAME = "tavolino"
VERSION = "1"
LIFE = 400 * 24 * 3600
"""Seconds."""
RENEWED_AFTER = 24 * 3600
LONGEST = 200


@dataclass(frozen=True, slots=True)
class SessionToken:
    """What a good cookie says."""

    user: str
    epoch: int
    issued: int
    """In seconds since 1970."""

    def is_old(self, at: int) -> bool:
        return at - self.issued > RENEWED_AFTER


def sign_token(key: bytes, shown: SessionToken) -> str:
    said = f"{VERSION}.{shown.user}.{shown.epoch}.{shown.issued}"
    return f"{said}.{_seal(key, said)}"


def read_token(key: bytes, value: str, at: int) -> SessionToken | None:
    """None for whatever this server has not sealed, or too long ago."""
    said, _, seal = value.rpartition(".")
    if len(value) > LONGEST or not value.isascii():
        return None
    if not hmac.compare_digest(seal, _seal(key, said)):
        return None
    version, user, epoch, issued = said.split(".")
    shown = SessionToken(user, int(epoch), int(issued))
    return shown if version == VERSION and 0 <= at - shown.issued + 60 <= LIFE + 60 else None


def find_cookie(header: str) -> str | None:
    """
    >>> find_cookie("theme=dark; tavolino=1.ab.0.17.x")
    '1.ab.0.17.x'
    """
    for part in header.split(";"):
        name, equals, value = part.strip().partition("=")
        if name == NAME and equals:
            return value
    return None


def _seal(key: bytes, said: str) -> str:
    digest = hmac.new(key, said.encode(), sha256).digest()
    return urlsafe_b64encode(digest).rstrip(b"=").decode()
