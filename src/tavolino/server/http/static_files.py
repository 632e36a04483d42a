"""Static files: the built browser client, or a page that says how to build it.

Files are looked up in a list made at the start, never by a path from a request. Any other path is
an address inside the client and gets ``index.html``.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from mimetypes import guess_type
from pathlib import Path

from litestar.types import Receive, Scope, Send
from msgspec import json

from tavolino.server.errors import NotFound, Refusal, WrongMethod
from tavolino.server.http.error_handlers import Problem
from tavolino.translations import LANGUAGES, text

WEB = Path(__file__).parents[1] / "web"
FOREVER = b"public, max-age=31536000, immutable"
REVALIDATE = b"no-cache"
HASHED = re.compile(r"[-.][A-Za-z0-9_-]{8,}\.[a-z0-9]+$")
"""A name that contains a hash of the content, such as ``assets/index-3f9aB2c1.js``."""
CODINGS = {"br": ".br", "gzip": ".gz"}
"""How a file may be packed, the shortest first, and the suffix of the packed file beside it."""
LEAST_GZIPPED = 1_000
"""Bytes; a smaller file is one packet anyway."""
POLICY = (
    b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    b"font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    b"base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)


@dataclass(frozen=True)
class StaticFile:
    body: bytes
    media: str
    cache: bytes
    packed: Mapping[str, bytes] = field(default_factory=dict)
    """By coding, if that is worth it: texts, not fonts and pictures."""

    @property
    def etag(self) -> bytes:
        return b'"%s"' % sha256(self.body).hexdigest()[:20].encode()


class StaticFiles:
    """An ASGI app for all paths that do not belong to the API."""

    def __init__(self, web: Path = WEB) -> None:
        files = {f"/{f.relative_to(web).as_posix()}": f for f in web.rglob("*") if f.is_file()}
        self._files = {
            path: _load(path, file)
            for path, file in files.items()
            if path.removesuffix(file.suffix) not in files or file.suffix not in CODINGS.values()
        }
        self._index = self._files.get("/index.html") or _not_built()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        method = scope["method"]  # type: ignore[typeddict-item]
        if method not in ("GET", "HEAD"):
            problem = f"expected GET or HEAD for a page, got {method[:20]}"
            return await send_problem(send, WrongMethod(problem), allow=b"GET, HEAD")
        file = self.find(scope["path"])
        if file is None:
            return await send_problem(send, NotFound(f"there is no page {scope['path'][:80]!r}"))
        await _send_file(dict(scope["headers"]), send, file, method == "HEAD")

    def find(self, path: str) -> StaticFile | None:
        if file := self._files.get(path):
            return file
        return self._index if is_client_path(path) else None


def is_client_path(path: str) -> bool:
    r"""Could it be an address inside the client? Path traversal and missing files are not.

    Nor are other forms of the API's description: programs that look for one need a 404.

    >>> is_client_path("/g/solitario40/1234567"), is_client_path("/../etc/passwd")
    (True, False)
    >>> is_client_path("/a\\b"), is_client_path("/schema/swagger")
    (False, False)
    """
    is_suspicious = re.search(r"^(?!/)|^/schema/|//|\\|\.", path)
    return path.isprintable() and not is_suspicious


def _load(path: str, file: Path) -> StaticFile:
    media = guess_type(path)[0] or "application/octet-stream"
    if media.startswith("text/") or media.endswith(("javascript", "json", "xml")):
        media += "; charset=utf-8"
    cache = FOREVER if HASHED.search(path) else REVALIDATE
    body = file.read_bytes()
    packed = {
        coding: beside.read_bytes()
        for coding, suffix in CODINGS.items()
        if (beside := file.with_name(file.name + suffix)).is_file()
    }
    # Of a client that was not built by Vite's "build".
    if not packed and "charset" in media and len(body) >= LEAST_GZIPPED:
        packed = {"gzip": gzip.compress(body, mtime=0)}
    return StaticFile(body, media, cache, packed)


def _not_built() -> StaticFile:
    """A page for developers that says how to build the client, in all languages."""
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
    return StaticFile(html.encode(), "text/html; charset=utf-8", REVALIDATE)


async def _send_file(
    request_headers: Mapping[bytes, bytes], send: Send, file: StaticFile, is_head: bool
) -> None:
    body, etag = file.body, file.etag
    headers = [(b"cache-control", file.cache), (b"content-security-policy", POLICY)]
    if file.packed:
        headers.append((b"vary", b"accept-encoding"))
        accepted = request_headers.get(b"accept-encoding", b"").decode("latin-1")
        coding = next((one for one in file.packed if accepts(one, accepted)), None)
        if coding:
            body, etag = file.packed[coding], etag[:-1] + f'-{coding}"'.encode()
            headers.append((b"content-encoding", coding.encode()))
    headers.append((b"etag", etag))
    if request_headers.get(b"if-none-match") == etag:
        return await _send(send, 304, headers, b"")
    headers += [
        (b"content-type", file.media.encode()),
        (b"content-length", str(len(body)).encode()),
    ]
    await _send(send, 200, headers, b"" if is_head else body)


def accepts(coding: str, accepted: str) -> bool:
    """
    >>> accepts("gzip", "gzip, deflate, br"), accepts("br", "br, gzip;q=0.5")
    (True, True)
    >>> accepts("gzip", "gzip;q=0, br"), accepts("br", ""), accepts("gzip", "*")
    (False, False, False)
    """
    for one in accepted.split(","):
        name, _, quality = one.partition(";")
        if name.strip().lower() == coding:
            return not re.fullmatch(r"\s*q=0(\.0*)?\s*", quality)
    return False


async def send_problem(send: Send, refusal: Refusal, allow: bytes | None = None) -> None:
    """A refusal outside any handler, in the same form as from the error handlers."""
    body = json.encode(Problem(refusal.code, str(refusal)))
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
    ]
    await _send(send, refusal.status, [*headers, *([(b"allow", allow)] if allow else [])], body)


async def _send(send: Send, status: int, headers: list[tuple[bytes, bytes]], body: bytes) -> None:
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
