"""The session cookie: ``1.user.epoch.issued.signature``, signed with the server's key.

It is HTTP-only, SameSite=Lax, and expires 400 days after it was last renewed (browsers keep no
cookie longer than that).
"""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from hashlib import sha256

NAME = "tavolino"
VERSION = "1"
MAX_AGE = 400 * 24 * 3600
"""Seconds."""
RENEW_AFTER = 24 * 3600
"""Seconds."""
MAX_LENGTH = 200


@dataclass(frozen=True, slots=True)
class SessionToken:
    """The content of a valid cookie."""

    user: str
    epoch: int
    issued: int
    """Seconds since 1970."""

    def is_old(self, at: int) -> bool:
        """Also if it is from the future: then the clock was wrong, and its age means nothing."""
        return abs(at - self.issued) > RENEW_AFTER


def sign_token(key: bytes, token: SessionToken) -> str:
    payload = f"{VERSION}.{token.user}.{token.epoch}.{token.issued}"
    return f"{payload}.{_signature(key, payload)}"


def read_token(key: bytes, value: str, at: int) -> SessionToken | None:
    """The token in a cookie; None if it is expired or was not signed by this server.

    A cookie from the future is good: this server has signed it, so its clock was set back since.
    """
    payload, _, signature = value.rpartition(".")
    if len(value) > MAX_LENGTH or not value.isascii():
        return None
    if not hmac.compare_digest(signature, _signature(key, payload)):
        return None
    version, user, epoch, issued = payload.split(".")
    token = SessionToken(user, int(epoch), int(issued))
    return token if version == VERSION and at - token.issued <= MAX_AGE else None


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


def _signature(key: bytes, payload: str) -> str:
    digest = hmac.new(key, payload.encode(), sha256).digest()
    return urlsafe_b64encode(digest).rstrip(b"=").decode()
