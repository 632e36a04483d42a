"""Sequences that share their beginning behave like tuples."""

from __future__ import annotations

import pickle

from hypothesis import given
from hypothesis import strategies as st

from tavolino.match.growing_tuple import GrowingTuple, History


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 20), st.integers()), max_size=30))
def test_a_line_is_like_a_tuple_however_it_branches(steps: list[tuple[bool, int, int]]) -> None:
    lines, tuples = [GrowingTuple[int]()], [()]  # type: list[GrowingTuple[int]], list[tuple[int, ...]]
    for is_cut, at, item in steps:
        line, plain = lines[at % len(lines)], tuples[at % len(lines)]
        if is_cut:
            lines.append(line.first(at))
            tuples.append(plain[:at])
        else:
            lines.append(line.appended(item))
            tuples.append((*plain, item))
    for line, plain in zip(lines, tuples):
        assert line == plain and tuple(line) == plain and len(line) == len(plain)
        assert hash(line) == hash(plain) and repr(line) == repr(plain)
        assert tuple(reversed(line)) == plain[::-1] == line[::-1]
        assert [line[n] for n in range(-len(plain), len(plain))] == [*plain, *plain]
        assert line[1:-1] == plain[1:-1] and line[-3:] == plain[-3:]
        assert pickle.loads(pickle.dumps(line)) == line
        history = History(GrowingTuple([(0, item) for item in plain]), 99)
        whole = (*plain, 99)
        assert history == whole and len(history) == len(whole)
        assert tuple(reversed(history)) == whole[::-1]
        assert history[:-1] == plain and history[-2:] == whole[-2:]
        assert [history[n] for n in range(-len(whole), len(whole))] == [*whole, *whole]


def test_a_shared_beginning_is_not_copied() -> None:
    first = GrowingTuple(range(1000))
    second = first.appended(1)
    assert second._items is first._items
    assert first.appended(2) == (*range(1000), 2) and second == (*range(1000), 1)
    empty = GrowingTuple[int]()
    assert empty.appended(1)._items is not empty.appended(2)._items and not empty
