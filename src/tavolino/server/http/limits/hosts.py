"""The ``Host`` of a request: the names by which the server may be called.

A page of another site can make its own name point to this server (DNS rebinding) and would then be
of the same origin. Such an attack needs a name, so numbers are always accepted.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Collection, Iterable
from urllib.parse import urlsplit

from tavolino.server.http.limits.addresses import parse_address

WILDCARDS = ("0.0.0.0", "::")
NAME_SECONDS = 1.0
"""For the name server to answer when the server starts."""


def host_names(bound: str, address: str, origins: Iterable[str]) -> tuple[str, ...]:
    """The names of a server at ``--host`` (its address is ``address``), with those of ``--origin``.

    >>> host_names("127.0.0.1", "127.0.0.1", ["https://play.example.org"])
    ('localhost', 'play.example.org')
    """
    names = {"localhost", *(urlsplit(origin).hostname or "" for origin in origins)}
    if parse_address(bound) is None:
        names.add(bound.lower())
    if address in WILDCARDS:
        names |= machine_names(socket.gethostname(), full_name())
    return tuple(sorted(names - {""}))


def machine_names(name: str, full: str) -> set[str]:
    """The names of a machine, with those of the local network.

    >>> sorted(machine_names("Box", "box.lan")), sorted(machine_names("box.lan", "localhost"))
    (['box', 'box.lan', 'box.local'], ['box', 'box.lan', 'box.local'])
    """
    short = name.partition(".")[0].lower()
    return {short, f"{short}.local", name.lower()} | {full.lower()} - {"localhost"}


def full_name() -> str:
    """The name of this machine with its domain; "" if the name server does not answer soon."""
    found: list[str] = []
    asking = threading.Thread(target=lambda: found.append(socket.getfqdn()), daemon=True)
    asking.start()
    asking.join(NAME_SECONDS)
    return found[0] if found else ""


def is_known_host(host: str, names: Collection[str]) -> bool:
    """
    >>> names = ["localhost"]
    >>> is_known_host("localhost:8000", names), is_known_host("[::1]:8000", names)
    (True, True)
    >>> is_known_host("evil.example", names), is_known_host("127.0.0.1.evil.example", names)
    (False, False)
    """
    name = host if host.startswith("[") else host.partition(":")[0]
    return name.rstrip(".").lower() in names or parse_address(name) is not None
