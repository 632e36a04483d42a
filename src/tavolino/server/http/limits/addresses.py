"""Addresses of clients: as keys of limits, and as proxies forward them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Any, TypeAlias

from litestar.types import ASGIApp, Receive, Send

from tavolino.server.http.logs import logger

HEAD_END = re.compile(rb"\n\r?\n")
"""As in h11."""
FORWARDED_FOR = re.compile(rb"(?im)^x-forwarded-for:(.*)$")

Address: TypeAlias = IPv4Address | IPv6Address
Network: TypeAlias = IPv4Network | IPv6Network


def parse_address(text: str) -> Address | None:
    """With or without a port; IPv4 inside IPv6 is IPv4.

    >>> parse_address("192.0.2.7:4711"), parse_address("[2001:db8::7]:80")
    (IPv4Address('192.0.2.7'), IPv6Address('2001:db8::7'))
    >>> parse_address("::ffff:192.0.2.7"), parse_address("unknown")
    (IPv4Address('192.0.2.7'), None)
    """
    text = text.strip()[:60]
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ip_address(text)
    except ValueError:
        return None
    return (address.ipv4_mapped or address) if isinstance(address, IPv6Address) else address


@lru_cache(2_048)
def address_key(text: str) -> str:
    """Who a limit counts: an IPv4 address, or a /64 of IPv6, which is one household.

    >>> address_key("2001:db8::7") == address_key("2001:db8::8") != address_key("2001:db8:0:1::8")
    True
    """
    address = parse_address(text)
    if isinstance(address, IPv6Address):
        return str(ip_network((int(address) >> 64 << 64, 64)))
    return str(address) if address else text[:60]


class Proxies:
    """The proxies whose ``X-Forwarded-For`` is believed: addresses and networks."""

    def __init__(self, names: Sequence[str]) -> None:
        self._networks = [parse_network(name) for name in names]
        self._is_proxy = lru_cache(2_048)(self._find)

    def __contains__(self, host: str) -> bool:
        return self._is_proxy(host)

    def _find(self, host: str) -> bool:
        address = parse_address(host)
        return address is not None and any(address in network for network in self._networks)

    def client_of(self, peer: str, hops: Sequence[str]) -> str:
        """The address before the first hop that is no proxy of ours, read from the right.

        Everything further left was written by somebody else.

        >>> ours = Proxies(["127.0.0.1", "10.0.0.0/8"])
        >>> ours.client_of("127.0.0.1", ["6.6.6.6", "192.0.2.7", "10.1.2.3"])
        '192.0.2.7'
        >>> ours.client_of("192.0.2.7", ["6.6.6.6"])
        '192.0.2.7'
        """
        client = peer
        for hop in reversed(hops):
            address = parse_address(hop)
            if client not in self or address is None:
                break
            client = str(address)
        return client

    def client_in_head(self, peer: str, head: bytes) -> str:
        r"""The client of a request whose head has arrived, at least in part.

        >>> ours = Proxies(["127.0.0.1"])
        >>> head = b"POST / HTTP/1.1\r\nX-Forwarded-For: 192.0.2.7\r\n\r\nX-Forwarded-For: 6.6.6.6"
        >>> ours.client_in_head("127.0.0.1", head), ours.client_in_head("127.0.0.1", b"GET /")
        ('192.0.2.7', '127.0.0.1')
        """
        values = FORWARDED_FOR.findall(HEAD_END.split(head, 1)[0])
        return self.client_of(peer, b",".join(values).decode("latin-1").split(","))


def parse_network(name: str) -> Network:
    """Raises ValueError."""
    return ip_network(name.strip(), strict=False)


class ForwardedFor:
    """An ASGI app that knows clients behind proxies by their own address."""

    def __init__(self, inner: ASGIApp, proxies: Proxies) -> None:
        self._inner, self._proxies = inner, proxies
        self._has_warned = False

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            self._find_client(scope)
        await self._inner(scope, receive, send)

    def _find_client(self, scope: Any) -> None:
        values = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
        if not values or not scope.get("client"):
            return
        peer, port = scope["client"]
        if peer in self._proxies:
            hops = b",".join(values).decode("latin-1").split(",")
            scope["client"] = (self._proxies.client_of(peer, hops), port)
        elif not self._has_warned:
            self._has_warned = True
            logger.warning(
                "X-Forwarded-For from %s is ignored: if that is your proxy, use --proxy %s",
                *(peer, peer),
            )
