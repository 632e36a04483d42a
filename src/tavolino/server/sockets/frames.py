"""Short text messages of clients, taken past the parser of the library (RFC 6455, 5.2).

Nearly all messages are one masked text frame of less than 126 bytes that arrives alone. Whatever
else arrives is for the library: here it is only followed, to know where the next frame begins.
"""

from __future__ import annotations

try:
    from websockets.speedups import apply_mask
except ImportError:  # without its compiled part
    from websockets.utils import apply_mask

TEXT, MASKED = 0x81, 0x80
HEAD = 6
"""Bytes before the payload of a short frame: two, and the mask."""
UNKNOWN = -1
"""Nobody followed, or the head of a frame arrived in parts."""


def short_text(data: bytes) -> bytes | None:
    """The message, if this is a single short text frame and nothing else.

    >>> short_text(bytes([0x81, 0x82, 0, 0, 0, 0]) + b"hi")
    b'hi'
    >>> short_text(bytes([0x81, 0x83, 0, 0, 0, 0]) + b"hi")
    """
    size = len(data) - HEAD
    if not 0 <= size < 126 or data[0] != TEXT or data[1] != MASKED | size:
        return None
    return apply_mask(data[HEAD:], data[2:HEAD])


def missing_after(missing: int, data: bytes) -> int:
    """How many bytes of the last frame in ``data`` are missing; 0 at the beginning of a frame.

    ``missing``: as many as were missing before.

    >>> missing_after(0, bytes([0x81, 0x85, 0, 0, 0, 0]) + b"he")
    3
    >>> missing_after(3, b"llo")
    0
    >>> missing_after(3, b"llo" + bytes([0x81])) == UNKNOWN
    True
    """
    if missing == UNKNOWN:
        return UNKNOWN
    at = missing
    while at < len(data):
        size = data[at + 1] & 0x7F if at + 1 < len(data) else 0
        begin = at + 2 + {126: 2, 127: 8}.get(size, 0)
        if begin > len(data):
            return UNKNOWN
        if size >= 126:
            size = int.from_bytes(data[at + 2 : begin], "big")
        at = begin + 4 + size
    return at - len(data)
