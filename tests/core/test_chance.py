"""Fair chance: the stream, deal numbers, commit–nonces–reveal (R-ALL-01)."""

from __future__ import annotations

import math
from collections import Counter
from hashlib import blake2b, sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavolino.chance import (
    MAX_DEAL_NUMBER,
    FairSeed,
    Rng,
    commit,
    deal_seed,
    new_deal_number,
)
from tavolino.game import NotationError

SECRET = "00" * 31 + "2a"


def words(seed: bytes, stream: int, count: int) -> list[int]:
    """The stream as the module's first paragraph describes it, written a second time."""
    data = b""
    block = 0
    while len(data) < 8 * count:
        message = stream.to_bytes(8, "little") + block.to_bytes(8, "little")
        data += blake2b(message, key=seed, person=b"tavolino", digest_size=64).digest()
        block += 1
    return [int.from_bytes(data[8 * i : 8 * i + 8], "little") for i in range(count)]


@given(st.binary(min_size=1, max_size=64), st.integers(0, 2**64 - 1), st.integers(1, 10**6))
def test_R_ALL_01_the_stream_is_the_documented_one(seed: bytes, stream: int, n: int) -> None:
    rng = Rng(seed, stream)
    drawn = [rng.below(n) for _ in range(20)]
    limit = 2**64 // n * n
    expected = [word % n for word in words(seed, stream, 40) if word < limit]
    assert drawn == expected[:20]


def test_rejection_leaves_no_bias_where_a_modulo_would() -> None:
    """With n = 3 * 2**62 a plain modulo would give the lower third twice as often."""
    n = 3 * 2**62
    rng = Rng(deal_seed(3), 0)
    low = sum(rng.below(n) < 2**62 for _ in range(6000))
    assert abs(low - 2000) < 5 * math.sqrt(6000 * 2 / 9)


def test_every_order_is_equally_likely() -> None:
    rng = Rng(deal_seed(11), 0)
    orders = Counter(rng.shuffled("abcd") for _ in range(24_000))
    assert len(orders) == 24
    chi_square = sum((count - 1000) ** 2 / 1000 for count in orders.values())
    assert chi_square < 49.7  # 23 degrees of freedom, one in a thousand


@given(st.integers(1, MAX_DEAL_NUMBER), st.integers(1, MAX_DEAL_NUMBER))
def test_each_deal_number_has_its_own_seed(one: int, other: int) -> None:
    assert (deal_seed(one) == deal_seed(other)) == (one == other)


@pytest.mark.parametrize("number", [0, -1, MAX_DEAL_NUMBER + 1, 10**300])
def test_an_impossible_deal_number_is_refused_in_a_sentence(number: int) -> None:
    with pytest.raises(NotationError, match="expected a deal number from 1 to 999999999, got"):
        deal_seed(number)


def test_a_new_deal_number_can_be_dealt_and_is_short() -> None:
    drawn = [new_deal_number() for _ in range(200)]
    assert all(1 <= number <= 9_999_999 for number in drawn)
    assert len(set(drawn)) > 150


def test_a_table_commits_before_it_knows_the_nonces() -> None:
    fair = FairSeed.new()
    assert fair.secret is not None
    assert fair.commitment == sha256(bytes.fromhex(fair.secret)).hexdigest()
    assert FairSeed.new().secret != fair.secret


def test_every_nonce_changes_the_seed() -> None:
    def seed(*nonces: str) -> bytes:
        return FairSeed(commit(SECRET), nonces, SECRET).seed()

    seeds = [seed(), seed("aa"), seed("aa", "bb"), seed("bb", "aa"), seed("aab", "b"), seed("aabb")]
    assert len(set(seeds)) == len(seeds)


def test_a_hidden_seed_shows_the_commitment_and_no_more() -> None:
    fair = FairSeed(commit(SECRET), ("aa",), SECRET)
    assert SECRET not in repr(fair.hidden())
    assert fair.hidden().commitment == fair.commitment
    with pytest.raises(NotationError, match="has not been revealed"):
        fair.hidden().seed()


@pytest.mark.parametrize(
    ("commitment", "nonces", "secret", "sentence"),
    [
        ("abc", (), None, "expected a commitment of 64 hexadecimal digits, got 'abc'"),
        (commit(SECRET), ("x y",), None, "expected a nonce of 1 to 64 hexadecimal digits"),
        (commit(SECRET), ("aa", ""), None, "expected a nonce of 1 to 64 hexadecimal digits"),
        (commit(SECRET), (), "2a", "expected a secret of 64 hexadecimal digits, got '2a'"),
        (commit(SECRET), (), "11" * 32, "the secret is not the one that was committed to"),
    ],
)
def test_a_fair_seed_that_cannot_be_is_refused(
    commitment: str, nonces: tuple[str, ...], secret: str | None, sentence: str
) -> None:
    with pytest.raises(NotationError, match=sentence):
        FairSeed(commitment, nonces, secret)
