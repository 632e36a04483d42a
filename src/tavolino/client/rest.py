"""HTTP requests of one session, with the standard library's client in a thread."""

from __future__ import annotations

import asyncio
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import urlsplit

import msgspec

from tavolino.client.errors import ServerLost, refusal
from tavolino.game import OptionError

COOKIE = "tavolino"
"""The name of the session cookie."""


class Problem(msgspec.Struct):
    """The body of a refusal."""

    code: str
    """Names the error, such as ``stale``."""
    text: str
    """A sentence in English."""


class Rest:
    """HTTP requests to one server with one session cookie."""

    def __init__(self, url: str, cookie: str, timeout: float) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise OptionError(f"expected a URL such as http://127.0.0.1:8000, got {url[:80]!r}")
        self.origin = f"{parts.scheme}://{parts.netloc}"
        self.cookie = cookie
        """The session cookie; "" if there is none. Every response may renew it."""
        self._connection_type = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        self._host, self._port, self._timeout = parts.hostname, parts.port, timeout

    @property
    def headers(self) -> dict[str, str]:
        """The origin, which the server checks, and the session cookie."""
        cookie = {"Cookie": f"{COOKIE}={self.cookie}"} if self.cookie else {}
        return {"Origin": self.origin} | cookie

    async def request(self, method: str, path: str, body: Any = None) -> bytes:
        """The body of the response; raises if the request is refused."""
        return await asyncio.to_thread(self._request, method, path, body)

    def _request(self, method: str, path: str, body: Any) -> bytes:
        connection = self._connection_type(self._host, self._port, timeout=self._timeout)
        try:
            data = None if body is None else msgspec.json.encode(body)
            headers = self.headers | ({"Content-Type": "application/json"} if data else {})
            connection.request(method, path, data, headers)
            response = connection.getresponse()
            text = response.read()
            for line in response.headers.get_all("Set-Cookie", []):
                self._store_cookie(line)
        except (OSError, HTTPException) as error:
            raise ServerLost(f"{self.origin} is not responding: {error}") from error
        finally:
            connection.close()
        if response.status >= 300:
            raise _refused(method, path, response.status, text)
        return text

    def _store_cookie(self, line: str) -> None:
        if morsel := SimpleCookie(line).get(COOKIE):
            self.cookie = morsel.value


def _refused(method: str, path: str, status: int, text: bytes) -> Exception:
    try:
        problem = msgspec.json.decode(text, type=Problem)
    except msgspec.MsgspecError:
        return ServerLost(f"expected an answer to {method} {path}, got HTTP {status}")
    return refusal(problem.code, problem.text)
