"""Web Push messages: encrypted for one browser (RFC 8291), signed by this server (RFC 8292)."""

from __future__ import annotations

import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import NamedTuple
from urllib.parse import urlsplit

import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tavolino.server.errors import BadMessage

CURVE = ec.SECP256R1()
PUBLIC_LENGTH, AUTH_LENGTH, SALT_LENGTH = 65, 16, 16
RECORD_SIZE = 4096
MAX_TEXT = 3000
"""Bytes; push services accept messages of 4096 at least."""
TOKEN_SECONDS = 12 * 3600
"""At most 24 hours (RFC 8292, section 2)."""


class BrowserKeys(NamedTuple):
    """From ``PushSubscription.getKey``."""

    p256dh: bytes
    auth: bytes

    @classmethod
    def parse(cls, p256dh: str, auth: str) -> BrowserKeys:
        try:
            keys = cls(decode64(p256dh), decode64(auth))
            _public_key(keys.p256dh)
        except ValueError:
            raise BadMessage("expected p256dh to be a point of the curve P-256") from None
        if len(keys.auth) != AUTH_LENGTH:
            raise BadMessage(f"expected auth to have {AUTH_LENGTH} bytes, got {len(keys.auth)}")
        return keys


def encrypt(
    text: bytes,
    browser: BrowserKeys,
    sender: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """The body of a push message; key and salt are new for each message."""
    if len(text) > MAX_TEXT:
        raise ValueError(f"expected a message of at most {MAX_TEXT} bytes, got {len(text)}")
    sender = sender or ec.generate_private_key(CURVE)
    salt = salt or os.urandom(SALT_LENGTH)
    own = public_bytes(sender)
    shared = sender.exchange(ec.ECDH(), _public_key(browser.p256dh))
    info = b"WebPush: info\0" + browser.p256dh + own
    secret = _derive(browser.auth, shared, info, 32)
    key = _derive(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(salt, secret, b"Content-Encoding: nonce\0", 12)
    # The only record, which is the last one: that is what the byte 2 says (RFC 8188, section 2).
    sealed = AESGCM(key).encrypt(nonce, text + b"\x02", None)
    return salt + RECORD_SIZE.to_bytes(4, "big") + bytes([len(own)]) + own + sealed


def authorization(
    key: ec.EllipticCurvePrivateKey, endpoint: str, contact: str, seconds: int
) -> str:
    """The header that says who sends; ``seconds`` since 1970 now."""
    parts = urlsplit(endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": seconds + TOKEN_SECONDS,
        "sub": contact,
    }
    head = encode64(msgspec.json.encode({"typ": "JWT", "alg": "ES256"}))
    payload = f"{head}.{encode64(msgspec.json.encode(claims))}"
    r, s = decode_dss_signature(key.sign(payload.encode(), ec.ECDSA(SHA256())))
    signature = encode64(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
    return f"vapid t={payload}.{signature}, k={encode64(public_bytes(key))}"


def new_key() -> bytes:
    number = ec.generate_private_key(CURVE).private_numbers().private_value
    return number.to_bytes(32, "big")


def parse_key(data: bytes) -> ec.EllipticCurvePrivateKey:
    """Inverse of ``new_key``."""
    return ec.derive_private_key(int.from_bytes(data, "big"), CURVE)


def public_bytes(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def encode64(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decode64(text: str) -> bytes:
    """Inverse of ``encode64``.

    >>> decode64(encode64(b"Tavolino"))
    b'Tavolino'
    """
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _public_key(point: bytes) -> ec.EllipticCurvePublicKey:
    """Raises ValueError."""
    if len(point) != PUBLIC_LENGTH:
        raise ValueError(f"expected a point of {PUBLIC_LENGTH} bytes, got {len(point)}")
    return ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point)


def _derive(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)
