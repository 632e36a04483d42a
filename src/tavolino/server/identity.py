"""Who is who: guests at once, accounts for those who want to be known on every device.

A guest who makes an account stays the same person, so nothing moves. A guest who signs in to an
account that exists already gives it their games (``moving.py``).
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from secrets import token_bytes

from sqlalchemy import insert, select, update

from tavolino.server.attempts import Attempts
from tavolino.server.clock import now
from tavolino.server.config import Config
from tavolino.server.cookies import Pass, find_cookie, read_pass, seal_pass
from tavolino.server.errors import (
    NameTaken,
    NotAllowed,
    NotSignedIn,
    WrongPassword,
)
from tavolino.server.moving import moves_of
from tavolino.server.passwords import Passwords, check_password
from tavolino.server.people import (
    Person,
    account_of,
    check_person_name,
    new_guest,
    person_in,
)
from tavolino.server.schema import keys, people
from tavolino.server.store import Store
from tavolino.server.writer import ConflictError, Step
from tavolino.translations import LANGUAGES

KEY = "cookies"
FRESH_SECONDS = 5.0
"""For so long another process may not notice that somebody signed out everywhere."""
MOST_REMEMBERED = 20_000


class Identity:
    def __init__(self, config: Config, store: Store, key: bytes, passwords: Passwords) -> None:
        self._store, self._key, self._passwords = store, key, passwords
        self._remembered: OrderedDict[str, tuple[Person, float]] = OrderedDict()
        self._guests = Attempts(config.guests_per_minute, 60 / config.guests_per_minute)
        self._names = Attempts(10, 30)
        self._addresses = Attempts(50, 6)
        self.on_epoch: list[Callable[[str], None]] = []
        """Called with a person whose cookies are no longer good: their sockets must be closed."""
        self.on_moved: list[Callable[[str, str], Awaitable[None]]] = []
        """Called with a guest and the account that now has their games."""

    async def person_of(self, cookie_header: str | None) -> Person | None:
        """Whoever the cookie names; None if nobody, forged, expired or signed out."""
        shown = self.pass_of(cookie_header)
        if shown is None:
            return None
        person = await self._find(shown.person)
        return person if person and person.epoch == shown.epoch else None

    def pass_of(self, cookie_header: str | None) -> Pass | None:
        value = find_cookie(cookie_header) if cookie_header else None
        return read_pass(self._key, value, now() // 1000) if value else None

    def cookie_for(self, person: Person) -> str:
        return seal_pass(self._key, Pass(person.id, person.epoch, now() // 1000))

    async def new_guest(self, address: str, lang: str = LANGUAGES[0]) -> Person:
        self._guests.spend(address)
        return await self._add(new_guest(lang))

    async def rename(self, person: Person, name: str) -> Person:
        """Guests only: an account is known by its name."""
        check_person_name(name)
        if not person.is_guest:
            raise NotAllowed("an account keeps its name")
        if await self._store.row(select(people.c.id).where(people.c.account == account_of(name))):
            raise NameTaken(f"{name!r} is the name of an account")
        change = update(people).where(people.c.id == person.id, people.c.account.is_(None))
        await self._store.writer.write(Step(change.values(name=name), must_change=True))
        return await self._fresh(person.id)

    async def make_account(
        self, person: Person | None, name: str, password: str, address: str
    ) -> Person:
        """The guest, or somebody new, gets a name of their own and a password."""
        account = account_of(check_person_name(name))
        check_password(password)
        if person and not person.is_guest:
            raise NotAllowed("you have an account already")
        self._addresses.spend(address)
        if await self._store.row(select(people.c.id).where(people.c.account == account)):
            raise NameTaken(f"{name!r} is taken")
        hashed = await self._passwords.hash(password)
        guest = person or await self.new_guest(address)
        change = update(people).where(people.c.id == guest.id, people.c.account.is_(None))
        made = change.values(name=name, account=account, password=hashed)
        try:
            await self._store.writer.write(Step(made, must_change=True))
        except ConflictError:
            raise NameTaken(f"{name!r} is taken") from None
        return await self._fresh(guest.id)

    async def sign_in(self, guest: Person | None, name: str, password: str, address: str) -> Person:
        account = account_of(check_person_name(name))
        person = await self._check(account, password, address)
        if guest and guest.is_guest:
            await self._move(guest, person)
        return person

    async def change_password(self, person: Person, old: str, new: str, address: str) -> Person:
        """All other devices are signed out."""
        check_password(new)
        if person.account is None:
            raise NotAllowed("a guest has no password")
        await self._check(person.account, old, address)
        await self._keep_password(person.id, new)
        return await self.sign_out_everywhere(person)

    async def sign_out_everywhere(self, person: Person) -> Person:
        """As they are from now on, so that one device can get a new cookie."""
        await self._store.writer.write(_raise_epoch(person.id))
        return await self._end_epoch(person.id)

    def close(self) -> None:
        self._passwords.close()

    async def _check(self, account: str, password: str, address: str) -> Person:
        """The same words, after the same time, whether the name or the password is wrong."""
        self._addresses.spend(address)
        self._names.spend(account)
        row = await self._store.row(select(people).where(people.c.account == account))
        kept = row.password if row else None
        if not await self._passwords.is_right(password, kept) or row is None:
            raise WrongPassword("there is no account with this name and this password")
        self._addresses.give_back(address)
        self._names.give_back(account)
        if self._passwords.is_outdated(row.password):
            await self._keep_password(row.id, password)
        return person_in(row)

    async def _keep_password(self, person: str, password: str) -> None:
        hashed = await self._passwords.hash(password)
        change = update(people).where(people.c.id == person).values(password=hashed)
        await self._store.writer.write(Step(change))

    async def _move(self, guest: Person, account: Person) -> None:
        await self._store.writer.write(*moves_of(guest.id, account.id), _raise_epoch(guest.id))
        for call in self.on_moved:
            await call(guest.id, account.id)
        await self._end_epoch(guest.id)

    async def _end_epoch(self, person: str) -> Person:
        fresh = await self._fresh(person)
        for call in self.on_epoch:
            call(person)
        return fresh

    async def _add(self, person: Person) -> Person:
        row = {"id": person.id, "name": person.name, "epoch": 0, "created_at": now()}
        await self._store.writer.write(Step(insert(people), [row]))
        return person

    async def _find(self, person: str) -> Person | None:
        found, at = self._remembered.get(person, (None, 0.0))
        if found and time.monotonic() - at < FRESH_SECONDS:
            return found
        row = await self._store.row(select(people).where(people.c.id == person))
        return self._remember(person_in(row)) if row else None

    async def _fresh(self, person: str) -> Person:
        self._remembered.pop(person, None)
        found = await self._find(person)
        if found is None:
            raise NotSignedIn("this person is no longer known")
        return found

    def _remember(self, person: Person) -> Person:
        self._remembered[person.id] = (person, time.monotonic())
        self._remembered.move_to_end(person.id)
        if len(self._remembered) > MOST_REMEMBERED:
            self._remembered.popitem(last=False)
        return person


def _raise_epoch(person: str) -> Step:
    return Step(update(people).where(people.c.id == person).values(epoch=people.c.epoch + 1))


async def open_identity(config: Config, store: Store) -> Identity:
    return Identity(config, store, await open_key(store), Passwords())


async def open_key(store: Store) -> bytes:
    """Made once; if several processes make one, the primary key decides whose is kept."""
    query = select(keys.c.value).where(keys.c.name == KEY)
    if await store.row(query) is None:
        try:
            made = {"name": KEY, "value": token_bytes(32)}
            await store.writer.write(Step(insert(keys), [made]))
        except ConflictError:
            pass
    row = await store.row(query)
    assert row is not None
    return bytes(row.value)
