"""The browser of the tests: Debian's Chromium, which ``scripts/debian`` brings."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, sync_playwright


@contextmanager
def chromium() -> Iterator[Browser]:
    program = shutil.which("chromium")
    if not program:
        pytest.fail("these tests need Chromium: scripts/debian brings it")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program)
        yield browser
        browser.close()
