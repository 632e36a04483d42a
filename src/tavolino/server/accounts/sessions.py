"""Sessions of guests and accounts: cookies, signing in and out, passwords.

A guest who creates an account stays the same user. A guest who signs in to an existing account is
merged into it (``merge.py``).
"""

from __future__ import annotations

import logging
import math
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from secrets import token_bytes

from sqlalchemy import insert, select, update

from tavolino.server.accounts.account_limits import AccountLimits
from tavolino.server.accounts.cookies import SessionToken, find_cookie, read_token, sign_token
from tavolino.server.accounts.merge import merge
from tavolino.server.accounts.passwords import Passwords, check_password
from tavolino.server.accounts.users import (
    User,
    account_of,
    check_user_name,
    new_guest,
    user_of_row,
)
from tavolino.server.clock import DAY_MS, now
from tavolino.server.config import Config
from tavolino.server.errors import (
    NameTaken,
    NotAllowed,
    NotSignedIn,
    WrongPassword,
)
from tavolino.server.queues.fair_queue import SERVER, Requester
from tavolino.server.storage.database import Database
from tavolino.server.storage.keys import stored_key
from tavolino.server.storage.schema import users
from tavolino.server.storage.writer import ConflictError, Statement
from tavolino.translations import LANGUAGES

KEY = "cookies"
MAX_CACHED_USERS = 20_000
CHUNK = 500
"""Users that are read with one query."""
CLOCK_STEP = 60
"""Seconds: a cookie from further in the future says that the clock was set back."""
WARNING_SECONDS = 600.0

log = logging.getLogger("tavolino.server")


class Sessions:
    def __init__(
        self, config: Config, database: Database, key: bytes, passwords: Passwords
    ) -> None:
        self._database, self._key, self._passwords = database, key, passwords
        self.is_secure = config.is_secure
        self._cache_seconds = config.user_cache_seconds
        self._cache: OrderedDict[str, tuple[User, float]] = OrderedDict()
        self.limits = AccountLimits(config)
        self._warned_at = -WARNING_SECONDS
        self._renew_ms = int(min(config.guest_days / 2, 1) * DAY_MS)
        self.on_revoked: list[Callable[[User], None]] = []
        """Called with a user whose cookies of earlier epochs were revoked: their sockets must be
        closed."""
        self.on_merged: list[Callable[[str, str], Awaitable[None]]] = []
        """Called with a guest and the account that now has their games."""
        self.on_renamed: list[Callable[[User], Awaitable[None]]] = []

    async def user_of(self, cookie_header: str | None, address: str = "") -> User | None:
        """The user of a valid cookie; None if it is missing, forged, expired or revoked.

        ``address``: where the cookie came from.
        """
        token = self.token_of(cookie_header)
        if token is None:
            return None
        user = await self._find(token.user, Requester(address))
        if user and user.epoch < token.epoch:  # another process has signed this cookie
            self._cache.pop(user.id, None)
            user = await self._find(user.id, Requester(address))
        return user if user and user.epoch == token.epoch else None

    def token_of(self, cookie_header: str | None) -> SessionToken | None:
        value = find_cookie(cookie_header) if cookie_header else None
        at = now() // 1000
        token = read_token(self._key, value, at) if value else None
        if token and token.issued > at + CLOCK_STEP:
            self._warn_of_clock(token.issued - at)
        return token

    def _warn_of_clock(self, seconds: int) -> None:
        if time.monotonic() - self._warned_at >= WARNING_SECONDS:
            self._warned_at = time.monotonic()
            log.warning("the clock was set back: a cookie is from %d s in the future", seconds)

    def cookie_for(self, user: User) -> str:
        return sign_token(self._key, SessionToken(user.id, user.epoch, now() // 1000))

    async def new_guest(self, address: str, lang: str = LANGUAGES[0]) -> User:
        self.limits.guests.acquire(address)
        return await self._add(new_guest(lang))

    async def rename(self, user: User, name: str, address: str) -> User:
        """Games that have begun keep the old name. An account signs in by the new one."""
        account = account_of(check_user_name(name))
        self.limits.acquire_name(user.id, address)
        taken = select(users.c.id).where(users.c.account == account, users.c.id != user.id)
        if await self._database.row(taken, Requester(address)):
            raise NameTaken(f"{name!r} is the name of an account")
        change = update(users).where(users.c.id == user.id, users.c.account == user.account)
        values = {"name": name} if user.is_guest else {"name": name, "account": account}
        try:
            await self._database.writer.write(Statement(change.values(values), must_change=True))
        except ConflictError:
            raise NameTaken(f"{name!r} is the name of an account") from None
        return await self._notify_renamed(await self.reload(user.id) or user)

    async def _notify_renamed(self, user: User) -> User:
        for call in self.on_renamed:
            await call(user)
        return user

    async def create_account(
        self, user: User | None, name: str, password: str, address: str
    ) -> User:
        """Turns a guest, or a new user, into an account, and revokes the cookies of the guest.

        Somebody else may have given the guest's cookie to this browser, to read the account later.
        """
        account = account_of(check_user_name(name))
        check_password(password)
        if user and not user.is_guest:
            raise NotAllowed("you already have an account")
        self.limits.acquire_new_account(address)
        if await self._is_taken(account, address):
            raise NameTaken(f"{name!r} is taken")
        hashed = await self._passwords.hash(password)
        guest = user or await self.new_guest(address)
        change = update(users).where(users.c.id == guest.id, users.c.account.is_(None))
        change = change.values(name=name, account=account, password=hashed, epoch=users.c.epoch + 1)
        try:
            await self._database.writer.write(Statement(change, must_change=True))
        except ConflictError:
            raise NameTaken(f"{name!r} is taken") from None
        return await self._notify_renamed(await self._notify_revoked(guest.id))

    async def sign_in(self, guest: User | None, name: str, password: str, address: str) -> User:
        account = account_of(check_user_name(name))
        user = await self._authenticate(account, password, address)
        if guest and guest.is_guest:
            await self._merge(guest, user)
        return user

    async def change_password(self, user: User, old: str, new: str, address: str) -> User:
        """Signs out all other devices."""
        check_password(new)
        if user.account is None:
            raise NotAllowed("a guest has no password")
        await self._authenticate(user.account, old, address)
        await self._set_password(user.id, new, _raise_epoch(user.id))
        return await self._notify_revoked(user.id)

    async def check_password(self, user: User, password: str | None, address: str) -> None:
        """Asks an account for its password once more; a guest has none."""
        if user.account is not None:
            await self._authenticate(user.account, password or "", address)

    def was_seen(self, user: str, seconds: float) -> bool:
        """Did this user send a request to this process in the last seconds?"""
        return time.monotonic() - self._cache.get(user, (None, -math.inf))[1] < seconds

    async def sign_out_everywhere(self, user: User) -> User:
        """Returns the user with the new epoch, for the cookie of a device that stays signed in."""
        await self._database.writer.write(_raise_epoch(user.id))
        return await self._notify_revoked(user.id)

    def forget(self, user: str) -> None:
        """A user who was deleted, after all cookies were revoked."""
        self._cache.pop(user, None)

    def close(self) -> None:
        self._passwords.close()

    async def _authenticate(self, account: str, password: str, address: str) -> User:
        """A wrong name and a wrong password get the same answer, after the same time."""
        self.limits.acquire_password(account, address)
        query = select(users).where(users.c.account == account)
        row = await self._database.row(query, Requester(address))
        hashed = row.password if row else None
        if not await self._passwords.is_right(password, hashed) or row is None:
            raise WrongPassword("wrong name or password")
        self.limits.password_was_right(account, address)
        if self._passwords.is_outdated(row.password):
            await self._set_password(row.id, password)
        return user_of_row(row)

    async def _set_password(self, user: str, password: str, *together: Statement) -> None:
        hashed = await self._passwords.hash(password)
        change = update(users).where(users.c.id == user).values(password=hashed)
        await self._database.writer.write(Statement(change), *together)

    async def _merge(self, guest: User, account: User) -> None:
        await merge(self._database, guest.id, account.id, _raise_epoch(guest.id))
        for call in self.on_merged:
            await call(guest.id, account.id)
        await self._notify_revoked(guest.id)

    async def _notify_revoked(self, user: str) -> User:
        found = await self.reload(user)
        if found is None:
            raise NotSignedIn("this user no longer exists")
        for call in self.on_revoked:
            call(found)
        return found

    async def _add(self, user: User) -> User:
        row = {"id": user.id, "name": user.name, "epoch": 0, "created_at": now()}
        await self._database.writer.write(Statement(insert(users), [row]))
        return user

    async def _is_taken(self, account: str, address: str) -> bool:
        query = select(users.c.id).where(users.c.account == account)
        return await self._database.row(query, Requester(address)) is not None

    async def _find(self, user: str, requester: Requester = SERVER) -> User | None:
        found, at = self._cache.get(user, (None, 0.0))
        if found and time.monotonic() - at < self._cache_seconds:
            return found
        row = await self._database.row(select(users).where(users.c.id == user), requester)
        if row is None:
            return None
        if row.account is None and self._renew_ms and row.created_at < now() - self._renew_ms:
            await self._renew(user)
        return self._cached(user_of_row(row))

    async def _renew(self, guest: str) -> None:
        """Keeps a guest who comes back from the cleanup of any process."""
        change = update(users).where(users.c.id == guest, users.c.account.is_(None))
        await self._database.writer.write(Statement(change.values(created_at=now())))

    async def reload(self, user: str) -> User | None:
        """Reads what another process may have changed."""
        self._cache.pop(user, None)
        return await self._find(user)

    async def epochs(self, names: Sequence[str]) -> dict[str, int]:
        """Of users that another process may have changed; users that are gone have none."""
        found: dict[str, int] = {}
        for start in range(0, len(names), CHUNK):
            some = users.c.id.in_(names[start : start + CHUNK])
            for row in await self._database.rows(select(users).where(some)):
                found[row.id] = self._cached(user_of_row(row)).epoch
        for name in set(names) - found.keys():
            self._cache.pop(name, None)
        return found

    def _cached(self, user: User) -> User:
        cached, _ = self._cache.get(user.id, (user, 0.0))
        if cached.epoch > user.epoch:  # read before the cookies were revoked, answered after
            return cached
        self._cache[user.id] = (user, time.monotonic())
        self._cache.move_to_end(user.id)
        if len(self._cache) > MAX_CACHED_USERS:
            self._cache.popitem(last=False)
        return user


def _raise_epoch(user: str) -> Statement:
    return Statement(update(users).where(users.c.id == user).values(epoch=users.c.epoch + 1))


async def open_sessions(config: Config, database: Database) -> Sessions:
    passwords = Passwords(config.password_hasher)
    return Sessions(config, database, await load_key(database), passwords)


async def load_key(database: Database) -> bytes:
    return await stored_key(database, KEY, lambda: token_bytes(32))
