"""Requests to push endpoints. Any client can name one: it must not be an internal address.

An endpoint has HTTPS, the usual port and public addresses only. Its name is resolved once, and the
connection goes to the address that was checked; a redirect is not followed, and nobody sees the
answer but for its status.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from socket import SOCK_STREAM, getaddrinfo
from urllib.parse import SplitResult, urlsplit

import h11

from tavolino.server.errors import BadMessage

MAX_LENGTH = 1000
SECONDS = 15.0
"""For a whole request."""
MAX_ANSWER = 65_536
RESOLVERS = 8
NAT64 = ip_network("64:ff9b::/96")
"""Leads to any address of IPv4."""


class PushError(Exception):
    """A message was not delivered."""


def check_endpoint(endpoint: str, may_be_anywhere: bool = False) -> SplitResult:
    """
    >>> check_endpoint("https://push.example.org/send/1").hostname
    'push.example.org'
    """
    try:
        parts = urlsplit(endpoint)
        is_usual = parts.scheme == "https" and parts.port in (None, 443)
        is_plain = parts.scheme in ("http", "https") and may_be_anywhere
        is_good = bool(parts.hostname) and "@" not in parts.netloc and (is_usual or is_plain)
    except ValueError:
        is_good = False
    if not is_good or len(endpoint) > MAX_LENGTH or not endpoint.isascii():
        raise BadMessage(
            f"expected an endpoint such as https://push.example.org/…, got {endpoint[:80]!r}"
        )
    if not endpoint.isprintable() or " " in endpoint:
        raise BadMessage("expected an endpoint without spaces")
    return parts


def is_public(address: str) -> bool:
    """
    >>> is_public("93.184.215.14"), is_public("10.0.0.1"), is_public("::ffff:127.0.0.1")
    (True, False, False)
    """
    found: IPv4Address | IPv6Address = ip_address(address.partition("%")[0])
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped:
            found = found.ipv4_mapped
        elif found.sixtofour or found.teredo or found in NAT64:
            return False
    return found.is_global and not found.is_multicast


async def post(
    endpoint: str, headers: Mapping[str, str], body: bytes, may_be_anywhere: bool = False
) -> int:
    """The status of the answer; raises PushError if there is none."""
    try:
        async with asyncio.timeout(SECONDS):
            return await _post(
                check_endpoint(endpoint, may_be_anywhere), headers, body, may_be_anywhere
            )
    except (OSError, TimeoutError, h11.ProtocolError, BadMessage, UnicodeError) as error:
        raise PushError(str(error) or type(error).__name__) from None


async def _post(
    parts: SplitResult, headers: Mapping[str, str], body: bytes, may_be_anywhere: bool
) -> int:
    assert parts.hostname is not None
    port = parts.port or (443 if parts.scheme == "https" else 80)
    address = await _resolve(parts.hostname, port, may_be_anywhere)
    is_secure = parts.scheme == "https"
    reader, writer = await asyncio.open_connection(
        address,
        port,
        ssl=_tls() if is_secure else None,
        server_hostname=parts.hostname if is_secure else None,
    )
    try:
        return await _exchange(reader, writer, parts, headers, body)
    finally:
        writer.close()


async def _resolve(host: str, port: int, may_be_anywhere: bool) -> str:
    ask = partial(getaddrinfo, host, port, type=SOCK_STREAM)
    found = await asyncio.get_running_loop().run_in_executor(_resolvers(), ask)
    addresses = [str(address[0]) for *_, address in found]
    if not may_be_anywhere and not all(map(is_public, addresses)):
        raise PushError(f"{host} has an address that is not public")
    return addresses[0]


async def _exchange(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    parts: SplitResult,
    headers: Mapping[str, str],
    body: bytes,
) -> int:
    http = h11.Connection(h11.CLIENT)
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    fields = {"Host": parts.netloc, "Content-Length": str(len(body)), "Connection": "close"}
    request = h11.Request(
        method="POST", target=target, headers=list((fields | dict(headers)).items())
    )
    for event in (request, h11.Data(body), h11.EndOfMessage()):
        writer.write(http.send(event) or b"")
    await writer.drain()
    received = 0
    while received < MAX_ANSWER:
        answer = http.next_event()
        if isinstance(answer, h11.Response):
            return answer.status_code
        if isinstance(answer, h11.ConnectionClosed):
            raise PushError("there was no answer")
        if answer is h11.NEED_DATA:
            data = await reader.read(4096)
            received += len(data)
            http.receive_data(data)
    raise PushError("the answer is too long")


@cache
def _resolvers() -> ThreadPoolExecutor:
    """Threads of their own: a user can name an endpoint whose name server never answers."""
    return ThreadPoolExecutor(RESOLVERS, "tavolino-resolver")


@cache
def _tls() -> ssl.SSLContext:
    return ssl.create_default_context()
