"""People and their names."""

from __future__ import annotations

import unicodedata
from secrets import randbelow, token_urlsafe
from typing import Any

from msgspec import Struct
from sqlalchemy import Row

from tavolino.record import check_name
from tavolino.server.errors import BadMessage
from tavolino.translations import text

LONGEST_NAME = 40


class Person(Struct, frozen=True):
    """Somebody who plays, under this id for ever: as a guest, or with an account."""

    id: str
    name: str
    account: str | None
    epoch: int

    @property
    def is_guest(self) -> bool:
        return self.account is None


def person_in(row: Row[Any]) -> Person:
    return Person(row.id, row.name, row.account, row.epoch)


def new_guest(lang: str) -> Person:
    name = text(lang, "serve.guest", number=1000 + randbelow(9000))
    return Person(token_urlsafe(12), name, None, 0)


def check_person_name(name: str) -> str:
    if len(name) > LONGEST_NAME:
        raise BadMessage(
            f"expected a name of 1 to {LONGEST_NAME} characters, got {len(name)} characters"
        )
    return check_name(name)


def account_of(name: str) -> str:
    """One form for all spellings of a name that look alike.

    >>> account_of("ＡＮＮＡ") == account_of("anna"), account_of("Strauß") == account_of("STRAUSS")
    (True, True)
    """
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
