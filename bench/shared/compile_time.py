"""How long the first use of compiled code takes, without and with the compiler's cache."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile


def first_use_seconds(code: str) -> tuple[float, float]:
    """CPU seconds printed by ``code``, run in a new process without a cache, then with it."""
    with tempfile.TemporaryDirectory() as folder:
        cold, cached = (
            subprocess.run(
                [sys.executable, "-c", code],
                env=os.environ | {"NUMBA_CACHE_DIR": folder},
                capture_output=True,
                text=True,
                check=True,
            ).stdout
            for _ in range(2)
        )
    return float(cold), float(cached)
