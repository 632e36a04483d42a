"""Users and their names."""

from __future__ import annotations

import unicodedata
from secrets import randbelow, token_urlsafe
from typing import Any

from msgspec import Struct
from sqlalchemy import Row

from tavolino.record import check_name
from tavolino.server.errors import BadMessage
from tavolino.translations import text

MAX_NAME_LENGTH = 40
REMOVED_NAME = "giocatore rimosso"
"""The name of a player who has deleted their account; clients translate it."""


class User(Struct, frozen=True):
    """A guest or the owner of an account; the id never changes."""

    id: str
    name: str
    account: str | None
    epoch: int

    @property
    def is_guest(self) -> bool:
        return self.account is None


def user_of_row(row: Row[Any]) -> User:
    return User(row.id, row.name, row.account, row.epoch)


def new_guest(lang: str) -> User:
    name = text(lang, "serve.guest", number=1000 + randbelow(9000))
    return User(token_urlsafe(12), name, None, 0)


def check_user_name(name: str) -> str:
    if len(name) > MAX_NAME_LENGTH:
        raise BadMessage(f"expected a name of 1 to {MAX_NAME_LENGTH} characters, got {len(name)}")
    if account_of(name) == REMOVED_NAME:
        raise BadMessage(f"expected a name of your own: {name!r} stands for deleted accounts")
    return check_name(name)


def account_of(name: str) -> str:
    """The normal form of a name, equal for all spellings that look alike.

    >>> account_of("ＡＮＮＡ") == account_of("anna"), account_of("Strauß") == account_of("STRAUSS")
    (True, True)
    """
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
