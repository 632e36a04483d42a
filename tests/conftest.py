"""Hypothesis under load: no deadlines, because machines are shared; the same examples each time."""

import os
from pathlib import Path

from hypothesis import HealthCheck, settings

# Where scripts/debian puts programs that it may not install.
os.environ["PATH"] += f"{os.pathsep}{Path(__file__).parents[1] / '.venv/debian/bin'}"

pytest_plugins = ["serving", "server_fixtures", "web_fixtures"]

settings.register_profile(
    "tavolino",
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("tavolino")
