"""The pages: the browser client as it was built, or a page that says how to build it.

Files are looked up in a list made once, never by a path that somebody sent. A path of no file is a
place inside the client, which finds its own way from ``index.html``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from mimetypes import guess_type
from pathlib import Path

from litestar.types import Receive, Scope, Send
from msgspec import json

from tavolino.server.answers import Problem
from tavolino.server.errors import NotFound, Refusal, WrongMethod
from tavolino.translations import LANGUAGES, text

WEB = Path(__file__).parent / "web"
FOREVER = b"public, max-age=31536000, immutable"
ASK_AGAIN = b"no-cache"
HASHED = re.compile(r"[-.][A-Za-z0-9_-]{8,}\.[a-z0-9]+$")
"""A name that changes with what is in it, such as ``assets/index-3f9aB2c1.js``."""
POLICY = (
    b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    b"font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    b"base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)


@dataclass(frozen=True)
class Page:
    body: bytes
    media: str
    cache: bytes

    @property
    def tag(self) -> bytes:
        return b'"%s"' % sha256(self.body).hexdigest()[:20].encode()


class Pages:
    """An ASGI app for everything that is not the program's own path."""

    def __init__(self, web: Path = WEB) -> None:
        files = {f"/{f.relative_to(web).as_posix()}": f for f in web.rglob("*") if f.is_file()}
        self._pages = {path: _page(path, file) for path, file in files.items()}
        self._index = self._pages.get("/index.html") or _not_built()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        method = scope["method"]  # type: ignore[typeddict-item]
        if method not in ("GET", "HEAD"):
            said = f"expected GET or HEAD for a page, got {method[:20]}"
            return await send_problem(send, WrongMethod(said), allow=b"GET, HEAD")
        page = self.find(scope["path"])
        if page is None:
            return await send_problem(send, NotFound(f"there is no page {scope['path'][:80]!r}"))
        await _send_page(dict(scope["headers"]), send, page, method == "HEAD")

    def find(self, path: str) -> Page | None:
        if page := self._pages.get(path):
            return page
        return self._index if is_place(path) else None


def is_place(path: str) -> bool:
    r"""Could it be an address inside the client? Tricks, and files that are not there, are not.

    >>> is_place("/g/solitario40/1234567"), is_place("/../etc/passwd"), is_place("/a\\b")
    (True, False, False)
    """
    is_tricky = re.search(r"^(?!/)|//|\\|\.", path)
    return path.isprintable() and not is_tricky


def _page(path: str, file: Path) -> Page:
    media = guess_type(path)[0] or "application/octet-stream"
    if media.startswith("text/") or media.endswith(("javascript", "json", "xml")):
        media += "; charset=utf-8"
    return Page(file.read_bytes(), media, FOREVER if HASHED.search(path) else ASK_AGAIN)


def _not_built() -> Page:
    """For those who work on the program: both languages, because nobody was asked."""
    parts = "\n".join(
        f'<section lang="{lang}"><h1>Tavolino</h1><p>{text(lang, "serve.not_built")}</p>'
        f"<pre>make web</pre></section>"
        for lang in LANGUAGES
    )
    html = (
        '<!doctype html><html lang="it"><head><meta charset="utf-8"><title>Tavolino</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1"></head>'
        f"<body><main>{parts}</main></body></html>"
    )
    return Page(html.encode(), "text/html; charset=utf-8", ASK_AGAIN)


async def _send_page(asked: Mapping[bytes, bytes], send: Send, page: Page, is_head: bool) -> None:
    headers = [
        (b"cache-control", page.cache),
        (b"etag", page.tag),
        (b"content-security-policy", POLICY),
    ]
    if asked.get(b"if-none-match") == page.tag:
        return await _send(send, 304, headers, b"")
    headers += [
        (b"content-type", page.media.encode()),
        (b"content-length", str(len(page.body)).encode()),
    ]
    await _send(send, 200, headers, b"" if is_head else page.body)


async def send_problem(send: Send, refusal: Refusal, allow: bytes | None = None) -> None:
    """The one form of refusals, where there is no handler."""
    body = json.encode(Problem(refusal.code, str(refusal)))
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
    ]
    await _send(send, refusal.status, [*headers, *([(b"allow", allow)] if allow else [])], body)


async def _send(send: Send, status: int, headers: list[tuple[bytes, bytes]], body: bytes) -> None:
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
