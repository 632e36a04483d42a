"""A push service with one browser: it receives, checks and decrypts messages."""

from __future__ import annotations

import json
import os
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import SimpleQueue
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from support.timeout import TIMEOUT
from tavolino.server.users.notices.web_push import decode64, encode64, public_bytes

CURVE = ec.SECP256R1()


class PushService:
    def __init__(self) -> None:
        self.key, self.auth = ec.generate_private_key(CURVE), os.urandom(16)
        self.status = 201
        self._received: SimpleQueue[tuple[dict[str, str], bytes]] = SimpleQueue()
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                status = service.status  # before the test hears of the message and changes it
                service._received.put((dict(self.headers), body))
                self.send_response(status)
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever)
        self._thread.start()

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}"

    def subscription(self, **changed: str) -> dict[str, str]:
        return {
            "endpoint": f"{self.origin}/send/1",
            "p256dh": encode64(public_bytes(self.key)),
            "auth": encode64(self.auth),
            "language": "en",
            **changed,
        }

    def next_message(self, server_key: str) -> Any:
        """The next message, decrypted; its signature must be the server's."""
        headers, body = self._received.get(timeout=TIMEOUT)
        assert headers["Content-Encoding"] == "aes128gcm" and int(headers["TTL"]) > 0
        check_signature(headers["Authorization"], server_key, self.origin)
        return json.loads(decrypt(body, self.key, self.auth))

    @property
    def is_empty(self) -> bool:
        return self._received.empty()

    def close(self) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


def decrypt(body: bytes, key: ec.EllipticCurvePrivateKey, auth: bytes) -> bytes:
    """As a browser does (RFC 8291, section 3.4)."""
    salt, length = body[:16], body[20]
    sender = body[21 : 21 + length]
    shared = key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, sender))
    info = b"WebPush: info\0" + public_bytes(key) + sender
    secret = HKDF(SHA256(), 32, auth, info).derive(shared)
    content_key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(secret)
    nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(secret)
    text = AESGCM(content_key).decrypt(nonce, body[21 + length :], None)
    assert text.endswith(b"\x02")
    return text[:-1]


def check_signature(header: str, server_key: str, audience: str) -> None:
    """RFC 8292; raises InvalidSignature."""
    fields = dict(part.strip().split("=", 1) for part in header.removeprefix("vapid ").split(","))
    assert fields["k"] == server_key
    payload, _, signature = fields["t"].rpartition(".")
    head, claims = (json.loads(decode64(part)) for part in payload.split("."))
    assert head["alg"] == "ES256" and claims["aud"] == audience and claims["sub"]
    r, s = (int.from_bytes(decode64(signature)[at : at + 32], "big") for at in (0, 32))
    public = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decode64(server_key))
    public.verify(encode_dss_signature(r, s), payload.encode(), ec.ECDSA(SHA256()))
