"""Requests of one person, one after the other, over the standard library's HTTP in a thread."""

from __future__ import annotations

import asyncio
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import urlsplit

import msgspec

from tavolino.client.trouble import ServerLost, refusal
from tavolino.game import OptionError

COOKIE = "tavolino"


class Said(msgspec.Struct):
    """How the server refuses."""

    code: str
    text: str


class Rest:
    def __init__(self, url: str, cookie: str, patience: float) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise OptionError(f"expected a URL such as http://127.0.0.1:8000, got {url[:80]!r}")
        self.origin = f"{parts.scheme}://{parts.netloc}"
        self.cookie = cookie
        """Who asks; "" for nobody. Every answer may renew it."""
        self._kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        self._host, self._port, self._patience = parts.hostname, parts.port, patience

    @property
    def headers(self) -> dict[str, str]:
        """By which the server knows its own pages, and the person."""
        cookie = {"Cookie": f"{COOKIE}={self.cookie}"} if self.cookie else {}
        return {"Origin": self.origin} | cookie

    async def ask(self, method: str, path: str, body: Any = None) -> bytes:
        """The body of a good answer; the refusal is raised otherwise."""
        return await asyncio.to_thread(self._ask, method, path, body)

    def _ask(self, method: str, path: str, body: Any) -> bytes:
        connection = self._kind(self._host, self._port, timeout=self._patience)
        try:
            data = None if body is None else msgspec.json.encode(body)
            headers = self.headers | ({"Content-Type": "application/json"} if data else {})
            connection.request(method, path, data, headers)
            answer = connection.getresponse()
            text = answer.read()
            for line in answer.headers.get_all("Set-Cookie", []):
                self._keep(line)
        except (OSError, HTTPException) as error:
            raise ServerLost(f"{self.origin} does not answer: {error}") from error
        finally:
            connection.close()
        if answer.status >= 300:
            raise _refused(method, path, answer.status, text)
        return text

    def _keep(self, line: str) -> None:
        if morsel := SimpleCookie(line).get(COOKIE):
            self.cookie = morsel.value


def _refused(method: str, path: str, status: int, text: bytes) -> Exception:
    try:
        said = msgspec.json.decode(text, type=Said)
    except msgspec.MsgspecError:
        return ServerLost(f"expected an answer to {method} {path}, got HTTP {status}")
    return refusal(said.code, said.text)
