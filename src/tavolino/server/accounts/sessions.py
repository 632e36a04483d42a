"""Who is who: guests at once, accounts for those who want to be known on every device.

A guest who makes an account stays the same user, so nothing moves. A guest who signs in to an
account that exists already gives it their games (``moving.py``).
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from secrets import token_bytes

from sqlalchemy import insert, select, update

from tavolino.server.accounts.cookies import SessionToken, find_cookie, read_token, sign_token
from tavolino.server.accounts.merge import moves_of
from tavolino.server.accounts.passwords import Passwords, check_password
from tavolino.server.accounts.users import (
    User,
    account_of,
    check_user_name,
    new_guest,
    user_of_row,
)
from tavolino.server.clock import now
from tavolino.server.config import Config
from tavolino.server.errors import (
    NameTaken,
    NotAllowed,
    NotSignedIn,
    WrongPassword,
)
from tavolino.server.http.rate_limit import RateLimit
from tavolino.server.storage.database import Database
from tavolino.server.storage.schema import keys, users
from tavolino.server.storage.writer import ConflictError, Step
from tavolino.translations import LANGUAGES

KEY = "cookies"
FRESH_SECONDS = 5.0
"""For so long another process may not notice that somebody signed out everywhere."""
MOST_REMEMBERED = 20_000


class Sessions:
    def __init__(
        self, config: Config, database: Database, key: bytes, passwords: Passwords
    ) -> None:
        self._database, self._key, self._passwords = database, key, passwords
        self._remembered: OrderedDict[str, tuple[User, float]] = OrderedDict()
        self._guests = RateLimit(config.guests_per_minute, 60 / config.guests_per_minute)
        self._names = RateLimit(10, 30)
        self._addresses = RateLimit(50, 6)
        self.on_epoch: list[Callable[[str], None]] = []
        """Called with a user whose cookies are no longer good: their sockets must be closed."""
        self.on_moved: list[Callable[[str, str], Awaitable[None]]] = []
        """Called with a guest and the account that now has their games."""

    async def user_of(self, cookie_header: str | None) -> User | None:
        """Whoever the cookie names; None if nobody, forged, expired or signed out."""
        shown = self.token_of(cookie_header)
        if shown is None:
            return None
        user = await self._find(shown.user)
        return user if user and user.epoch == shown.epoch else None

    def token_of(self, cookie_header: str | None) -> SessionToken | None:
        value = find_cookie(cookie_header) if cookie_header else None
        return read_token(self._key, value, now() // 1000) if value else None

    def cookie_for(self, user: User) -> str:
        return sign_token(self._key, SessionToken(user.id, user.epoch, now() // 1000))

    async def new_guest(self, address: str, lang: str = LANGUAGES[0]) -> User:
        self._guests.acquire(address)
        return await self._add(new_guest(lang))

    async def rename(self, user: User, name: str) -> User:
        """Guests only: an account is known by its name."""
        check_user_name(name)
        if not user.is_guest:
            raise NotAllowed("an account keeps its name")
        if await self._database.row(select(users.c.id).where(users.c.account == account_of(name))):
            raise NameTaken(f"{name!r} is the name of an account")
        change = update(users).where(users.c.id == user.id, users.c.account.is_(None))
        await self._database.writer.write(Step(change.values(name=name), must_change=True))
        return await self._fresh(user.id)

    async def make_account(self, user: User | None, name: str, password: str, address: str) -> User:
        """The guest, or somebody new, gets a name of their own and a password."""
        account = account_of(check_user_name(name))
        check_password(password)
        if user and not user.is_guest:
            raise NotAllowed("you have an account already")
        self._addresses.acquire(address)
        if await self._database.row(select(users.c.id).where(users.c.account == account)):
            raise NameTaken(f"{name!r} is taken")
        hashed = await self._passwords.hash(password)
        guest = user or await self.new_guest(address)
        change = update(users).where(users.c.id == guest.id, users.c.account.is_(None))
        made = change.values(name=name, account=account, password=hashed)
        try:
            await self._database.writer.write(Step(made, must_change=True))
        except ConflictError:
            raise NameTaken(f"{name!r} is taken") from None
        return await self._fresh(guest.id)

    async def sign_in(self, guest: User | None, name: str, password: str, address: str) -> User:
        account = account_of(check_user_name(name))
        user = await self._check(account, password, address)
        if guest and guest.is_guest:
            await self._move(guest, user)
        return user

    async def change_password(self, user: User, old: str, new: str, address: str) -> User:
        """All other devices are signed out."""
        check_password(new)
        if user.account is None:
            raise NotAllowed("a guest has no password")
        await self._check(user.account, old, address)
        await self._keep_password(user.id, new)
        return await self.sign_out_everywhere(user)

    async def sign_out_everywhere(self, user: User) -> User:
        """As they are from now on, so that one device can get a new cookie."""
        await self._database.writer.write(_raise_epoch(user.id))
        return await self._end_epoch(user.id)

    def close(self) -> None:
        self._passwords.close()

    async def _check(self, account: str, password: str, address: str) -> User:
        """The same words, after the same time, whether the name or the password is wrong."""
        self._addresses.acquire(address)
        self._names.acquire(account)
        row = await self._database.row(select(users).where(users.c.account == account))
        kept = row.password if row else None
        if not await self._passwords.is_right(password, kept) or row is None:
            raise WrongPassword("there is no account with this name and this password")
        self._addresses.refund(address)
        self._names.refund(account)
        if self._passwords.is_outdated(row.password):
            await self._keep_password(row.id, password)
        return user_of_row(row)

    async def _keep_password(self, user: str, password: str) -> None:
        hashed = await self._passwords.hash(password)
        change = update(users).where(users.c.id == user).values(password=hashed)
        await self._database.writer.write(Step(change))

    async def _move(self, guest: User, account: User) -> None:
        await self._database.writer.write(*moves_of(guest.id, account.id), _raise_epoch(guest.id))
        for call in self.on_moved:
            await call(guest.id, account.id)
        await self._end_epoch(guest.id)

    async def _end_epoch(self, user: str) -> User:
        fresh = await self._fresh(user)
        for call in self.on_epoch:
            call(user)
        return fresh

    async def _add(self, user: User) -> User:
        row = {"id": user.id, "name": user.name, "epoch": 0, "created_at": now()}
        await self._database.writer.write(Step(insert(users), [row]))
        return user

    async def _find(self, user: str) -> User | None:
        found, at = self._remembered.get(user, (None, 0.0))
        if found and time.monotonic() - at < FRESH_SECONDS:
            return found
        row = await self._database.row(select(users).where(users.c.id == user))
        return self._remember(user_of_row(row)) if row else None

    async def _fresh(self, user: str) -> User:
        self._remembered.pop(user, None)
        found = await self._find(user)
        if found is None:
            raise NotSignedIn("this user is no longer known")
        return found

    def _remember(self, user: User) -> User:
        self._remembered[user.id] = (user, time.monotonic())
        self._remembered.move_to_end(user.id)
        if len(self._remembered) > MOST_REMEMBERED:
            self._remembered.popitem(last=False)
        return user


def _raise_epoch(user: str) -> Step:
    return Step(update(users).where(users.c.id == user).values(epoch=users.c.epoch + 1))


async def open_sessions(config: Config, database: Database) -> Sessions:
    return Sessions(config, database, await open_key(database), Passwords())


async def open_key(database: Database) -> bytes:
    """Made once; if several processes make one, the primary key decides whose is kept."""
    query = select(keys.c.value).where(keys.c.name == KEY)
    if await database.row(query) is None:
        try:
            made = {"name": KEY, "value": token_bytes(32)}
            await database.writer.write(Step(insert(keys), [made]))
        except ConflictError:
            pass
    row = await database.row(query)
    assert row is not None
    return bytes(row.value)
