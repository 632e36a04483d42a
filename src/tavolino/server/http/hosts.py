"""The ``Host`` of a request: the names by which the server may be called.

A page of another site can make its own name point to this server (DNS rebinding) and would then be
of the same origin. Such an attack needs a name, so numbers are always accepted.
"""

from __future__ import annotations

import socket
from collections.abc import Collection, Iterable
from urllib.parse import urlsplit

from tavolino.server.http.addresses import parse_address

WILDCARDS = ("0.0.0.0", "::")


def host_names(bound: str, address: str, origins: Iterable[str]) -> tuple[str, ...]:
    """The names of a server at ``--host`` (its address is ``address``), with those of ``--origin``.

    >>> host_names("127.0.0.1", "127.0.0.1", ["https://play.example.org"])
    ('localhost', 'play.example.org')
    """
    names = {"localhost", *(urlsplit(origin).hostname or "" for origin in origins)}
    if parse_address(bound) is None:
        names.add(bound.lower())
    if address in WILDCARDS:
        machine = socket.gethostname().lower()
        names |= {machine, f"{machine}.local"}
    return tuple(sorted(names - {""}))


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
