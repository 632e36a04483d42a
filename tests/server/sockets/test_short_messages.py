"""Short messages are taken past the parser of the library, and only where that is the same."""

from __future__ import annotations

from random import Random

import pytest
from websockets.frames import Frame, Opcode

from tavolino.server.sockets.frames import UNKNOWN, missing_after, short_text

SIZES = (0, 1, 90, 125, 126, 300, 70_000)


def masked(payload: bytes, opcode: Opcode = Opcode.TEXT, *, fin: bool = True) -> bytes:
    return Frame(opcode, payload, fin).serialize(mask=True)


@pytest.mark.parametrize("size", SIZES)
def test_a_short_text_frame_alone_is_a_message(size: int) -> None:
    payload = bytes(Random(size).choices(b"abc{}\xc3\xa8", k=size))
    assert short_text(masked(payload)) == (payload if size < 126 else None)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        masked(b"move")[:-1],
        masked(b"move") + b"x",
        masked(b"one") + masked(b"two"),
        masked(b"move", Opcode.BINARY),
        masked(b"move", Opcode.PING),
        masked(b"mo", fin=False),
        masked(b"ve", Opcode.CONT),
        Frame(Opcode.TEXT, b"move").serialize(mask=False),
        bytes((masked(b"move")[0] | 0x40,)) + masked(b"move")[1:],
    ],
    ids="empty cut longer two binary ping begun continued unmasked reserved-bit".split(),
)
def test_everything_else_is_for_the_library(data: bytes) -> None:
    assert short_text(data) is None


@pytest.mark.parametrize("seed", range(20))
def test_the_beginning_of_the_next_frame_is_known(seed: int) -> None:
    """However the stream is cut into pieces, unless a head is cut."""
    random = Random(seed)
    frames = [masked(b"x" * random.choice(SIZES)) for _ in range(30)]
    stream = b"".join(frames)
    ends = [sum(map(len, frames[:n])) for n in range(len(frames) + 1)]
    heads = [end + n for end, frame in zip(ends, frames) for n in range(1, _head(frame))]
    cuts = sorted({*random.sample(range(len(stream)), 40), *random.sample(ends, 10)} - {*heads})
    missing = 0
    for start, stop in zip([0, *cuts], [*cuts, len(stream)]):
        missing = missing_after(missing, stream[start:stop])
        assert missing == next(end for end in ends if end >= stop) - stop
    assert missing == 0


def _head(frame: bytes) -> int:
    """Bytes that say how long it is."""
    return {126: 4, 127: 10}.get(frame[1] & 0x7F, 2)


@pytest.mark.parametrize("size", SIZES)
def test_a_head_in_parts_is_not_followed(size: int) -> None:
    frame = masked(b"x" * size)
    for cut in range(1, _head(frame)):
        assert missing_after(0, frame[:cut]) == UNKNOWN
        assert missing_after(UNKNOWN, frame[cut:]) == UNKNOWN
