"""Limits on guests, passwords and names, so that nobody can guess them or lock others out.

Wrong passwords count against the name and the address together: somebody else's mistakes do not
lock the owner. Against guesses from many addresses a name has a limit of its own, which does not
hold where its owner has signed in before.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

from tavolino.server.config import Config
from tavolino.server.http.limits.rate_limit import RateLimit

MAX_KNOWN = 10_000


class AccountLimits:
    def __init__(self, config: Config) -> None:
        self.guests = RateLimit(config.guests_per_minute, 60 / config.guests_per_minute)
        """New guests from one address."""
        self.from_address = RateLimit(config.password_attempts, 6)
        """Attempts to sign in or sign up from one address, with any name."""
        self.at_account_from_address = RateLimit(10, 30)
        self.at_account = RateLimit(100, 10)
        """Attempts at one account from all addresses where it has not signed in."""
        self.names_from_address = RateLimit(config.name_attempts, 6)
        """An answer to a new name says whether an account has it."""
        self.names_of_user = RateLimit(10, 30)
        self._known: OrderedDict[str, None] = OrderedDict()
        """Accounts with the addresses where they signed in, the last ones at the end."""
        self.on_known: Callable[[str], None] | None = None
        """Called with an account and the address where it signed in."""

    def acquire_name(self, user: str, address: str) -> None:
        self.names_from_address.acquire(address)
        self.names_of_user.acquire(user)

    def acquire_new_account(self, address: str) -> None:
        self.from_address.acquire(address)
        self.names_from_address.acquire(address)

    def acquire_password(self, account: str, address: str) -> None:
        both = _both(account, address)
        self.from_address.acquire(address)
        self.at_account_from_address.acquire(both)
        if both not in self._known:
            self.at_account.acquire(account)

    def password_was_right(self, account: str, address: str) -> None:
        both = _both(account, address)
        self.from_address.refund(address)
        self.at_account_from_address.refund(both)
        if both not in self._known:
            self.at_account.refund(account)
        self.know(both)
        if self.on_known:
            self.on_known(both)

    def know(self, both: str) -> None:
        """An account has signed in at an address, here or at another process."""
        self._known[both] = None
        self._known.move_to_end(both)
        if len(self._known) > MAX_KNOWN:
            self._known.popitem(last=False)


def _both(account: str, address: str) -> str:
    """No address contains a space."""
    return f"{address} {account}"
