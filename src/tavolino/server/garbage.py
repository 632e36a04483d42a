"""Python's collector of cycles, told what a server is like.

A match is a value that points to older values only, so that its memory is freed by counting. By
default the collector would walk through all positions of all tables again and again, and hold up
every player meanwhile: a quarter of the time under load, and pauses of 0.3 s.
"""

from __future__ import annotations

import gc

THRESHOLDS = (20_000, 10, 100)
"""New objects that start a collection of the young, and how many of these one of the older."""


def collect_seldom() -> None:
    """What has been loaded so far stays as long as the server does, and need not be looked at."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
