"""Draws the icons that a system wants as bitmaps, from our own SVG, with Debian's Chromium.

Run it after a change of ``web/public/icon.svg`` or ``icon-maskable.svg``; what it writes is
committed, so that building the client needs no browser.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

PUBLIC = Path(__file__).parents[1] / "web" / "public"
ICONS = {
    "icon-192.png": ("icon.svg", 192),
    "icon-512.png": ("icon.svg", 512),
    "icon-maskable-512.png": ("icon-maskable.svg", 512),
    "apple-touch-icon.png": ("icon-maskable.svg", 180),
}


def main() -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium-headless-shell"),
            args=["--no-sandbox", "--disable-gpu"],
        )
        for name, (drawing, side) in ICONS.items():
            page = browser.new_page(viewport={"width": side, "height": side})
            page.set_content((PUBLIC / drawing).read_text())
            page.add_style_tag(
                content="body { margin: 0 } svg { display: block; width: 100vw; height: 100vh }"
            )
            page.screenshot(path=PUBLIC / name, omit_background=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
