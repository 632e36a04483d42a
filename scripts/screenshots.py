"""``make screenshots``: pictures of every screen, small, into ``docs/images``.

A real server with the built client, a person who has played, Debian's Chromium. A screen is a line
in ``SCREENS``: its name, its address, and what to do there before the picture is taken.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from base64 import b64decode, b64encode
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tests" / name) for name in ("server", "web")]

from killing import RealServer  # noqa: E402
from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402
from stage import Stage, acted, furnished  # noqa: E402

IMAGES = ROOT / "docs" / "images"
SIZES = {"phone": (360, 740), "tablet": (820, 1180), "desktop": (1440, 900)}
QUALITY = 0.82
WIDEST = 1000
"""Pixels of a picture in the README."""

Size = Literal["phone", "tablet", "desktop"]
Theme = Literal["light", "dark"]


def nothing(_: Page) -> None:
    pass


def half_way(page: Page) -> None:
    slider = page.get_by_role("slider")
    slider.fill(str(int(slider.get_attribute("max") or 0) * 2 // 3))
    slider.blur()


@dataclass(frozen=True)
class Screen:
    name: str
    address: str
    """``{azul}`` and the like are tables of the stage."""
    size: Size = "desktop"
    theme: Theme = "light"
    lang: Literal["it", "en"] = "it"
    before: Callable[[Page], None] = nothing


SCREENS = [
    Screen("home", "/"),
    Screen("home-dark", "/", theme="dark"),
    Screen("home-phone", "/", "phone"),
    Screen("home-tablet", "/", "tablet", "dark", "en"),
    Screen("open", "/open/solitario40"),
    Screen("open-phone", "/open/aftaebr", "phone", "dark"),
    Screen("lobby", "/t/{lobby}"),
    Screen("daily", "/daily"),
    Screen("daily-phone", "/daily", "phone"),
    Screen("me", "/me"),
    Screen("me-dark", "/me", "tablet", "dark"),
    Screen("replay", "/replay/{contest}", before=half_way),
    Screen("replay-azul", "/replay/{azul}", theme="dark", before=half_way),
    Screen("replay-phone", "/replay/{nove}", "phone", before=half_way),
    Screen("upload", "/replay", "tablet"),
    Screen("settings", "/settings", "tablet"),
    Screen("rules", "/rules/azul_solo", "tablet", lang="en"),
    # These begin games, which the pages above would list.
    Screen("solitario40", "/g/solitario40/4821"),
    Screen("solitario40-phone", "/g/solitario40/4821", "phone", "dark"),
    Screen("nove_colonne", "/g/nove_colonne/11"),
    Screen("nove_colonne-tablet", "/g/nove_colonne/11", "tablet"),
    Screen("azul_solo", "/g/azul_solo/70"),
    Screen("azul_solo-phone", "/g/azul_solo/70", "phone"),
    Screen("aftaebr", "/g/aftaebr", theme="dark"),
]


def picture(browser: Browser, url: str, stage: Stage, screen: Screen) -> bytes:
    width, height = SIZES[screen.size]
    context = browser.new_context(
        base_url=url,
        viewport={"width": width, "height": height},
        color_scheme=screen.theme,
        locale={"it": "it-IT", "en": "en-GB"}[screen.lang],
        service_workers="block",
        reduced_motion="reduce",
    )
    context.add_cookies([{"name": "tavolino", "value": stage.cookie, "url": url}])
    page = context.new_page()
    page.goto(screen.address.format(**vars(stage)))
    page.wait_for_load_state("networkidle")
    page.locator("h1, [role=application]").first.wait_for()
    screen.before(page)
    page.wait_for_load_state("networkidle")
    shot = page.screenshot(animations="disabled")
    context.close()
    return shot


SHRINK = """async ([png, widest, quality]) => {
  const image = new Image();
  image.src = `data:image/png;base64,${png}`;
  await image.decode();
  const scale = Math.min(1, widest / image.width);
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [image.width * scale, image.height * scale];
  const context = canvas.getContext('2d');
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/webp', quality).split(',')[1];
}"""


def small(browser: Browser, png: bytes) -> bytes:
    """As WebP, which the browser can write by itself."""
    page = browser.new_page()
    told: str = page.evaluate(SHRINK, [b64encode(png).decode(), WIDEST, QUALITY])
    page.close()
    return b64decode(told)


def tour(browser: Browser, url: str, wanted: list[str]) -> None:
    stage = acted(furnished(url))
    IMAGES.mkdir(parents=True, exist_ok=True)
    for screen in SCREENS:
        if wanted and screen.name not in wanted:
            continue
        data = small(browser, picture(browser, url, stage, screen))
        (IMAGES / f"{screen.name}.webp").write_bytes(data)
        print(f"{screen.name:20} {len(data) / 1000:6.1f} kB")


def main() -> None:
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = RealServer(Path(data))
        server.start()
        try:
            browser = playwright.chromium.launch(
                executable_path=shutil.which("chromium"),
                args=["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"],
            )
            tour(browser, server.url, sys.argv[1:])
            browser.close()
        finally:
            server.stop()


if __name__ == "__main__":
    main()
