"""``make screenshots``: screenshots of every page, small, into ``docs/images``.

A real server with the built client, a person who has played, Debian's Chromium. A screen is a line
in ``SCREENS``: its name, its address, and what to do there before the screenshot is taken.
"""

from __future__ import annotations

import sys
import tempfile
from base64 import b64decode, b64encode
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402
from support.browser.chromium import ARGUMENTS, chromium  # noqa: E402
from support.browser.fixtures import knows_all_games  # noqa: E402
from support.browser.sample_data import create_sample_data, run_async  # noqa: E402
from support.browser.tab import Tab  # noqa: E402
from support.servers.process import ServerProcess  # noqa: E402

from tavolino.client import Client, Live  # noqa: E402

IMAGES = ROOT / "docs" / "images"
SIZES = {"phone": (360, 740), "tablet": (820, 1180), "desktop": (1440, 900)}
QUALITY = 0.82
WIDEST = 1000
"""Pixels of a screenshot in the README."""

TIMEOUT = 60_000
"""Milliseconds."""

Size = Literal["phone", "tablet", "desktop"]
Theme = Literal["light", "dark"]


def do_nothing(_: Page) -> None:
    pass


def seek(page: Page) -> None:
    slider = page.get_by_role("slider")
    slider.fill(str(int(slider.get_attribute("max") or 0) * 2 // 3))
    slider.blur()


def give_up(page: Page) -> None:
    Tab(page).ready().button("Mi arrendo").click()
    page.locator(".end").wait_for()


def select_card(page: Page) -> None:
    """Shows where the card may go."""
    tab = Tab(page).ready()
    tab.press(page.locator("[data-piece].free").first, "mouse")


def ask_odds(page: Page) -> None:
    """Can this still be won, and what kind of deal is it?"""
    Tab(page).ready()
    panel = page.get_by_test_id("deal-panel")
    for question in ("Si può ancora vincere?", "Mostra la verità", "Che mano è?"):
        panel.get_by_role("button", name=question).click()
    panel.get_by_text("ed è").wait_for()


def show_solution(page: Page) -> None:
    """The answer on the board, and why it is the only one."""
    Tab(page).button("Soluzione").click()
    page.locator(".headline").wait_for()


def open_keyboard_help(page: Page) -> None:
    Tab(page).ready()
    page.keyboard.press("?")


async def _play_hints(live: Live, table: str, moves: int) -> None:
    """Plays this many moves as the hints say."""
    yours = (await live.watch(table)).yours
    update = await live.after(table, -1)
    for _ in range(moves):
        while update.actor is not None and update.actor not in yours:
            update = await live.after(table, update.count)
        if update.actor is None:
            return
        advice = (await live.hint(table)).advice
        update = await live.move(table, advice[0].move if advice else update.moves[0])


async def in_play(url: str, cookie: str) -> dict[str, str]:
    """Tables of all four games, after some moves."""
    anna = Client(url, cookie, TIMEOUT / 1000)
    opened: dict[str, str] = {}
    for name, (game, deal, moves, settings) in IN_PLAY.items():
        opened[name] = (await anna.create_table("practice", game, deal=deal, **settings)).table
        async with anna.connect() as live:
            await _play_hints(live, opened[name], moves)
    return opened


IN_PLAY: dict[str, tuple[str, int, int, dict[str, Any]]] = {
    "s40": ("solitario40", 2, 18, {}),
    "n9": ("nove_colonne", 2, 20, {}),
    "az": ("azul_solo", 70, 9, {}),
    "af": ("aftaebr", 5, 9, {"bots": {"1": "medio"}}),
    "af_here": ("aftaebr", 8, 24, {"options": {"players": "3"}}),
}
"""Game, deal, number of moves, and other settings of the table."""


@dataclass(frozen=True)
class Screen:
    name: str
    address: str
    """``{azul}`` and so on are tables of the sample data."""
    size: Size = "desktop"
    theme: Theme = "light"
    lang: Literal["it", "en"] = "it"
    before: Callable[[Page], None] = do_nothing

    @property
    def file(self) -> Path:
        """Boards are in one folder, all other pages in another."""
        has_board = self.address.startswith(("/t/", "/g/", "/replay/")) and self.name != "lobby"
        return IMAGES / ("games" if has_board else "pages") / f"{self.name}.webp"


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
    Screen("replay", "/replay/{contest}", before=seek),
    Screen("replay-azul", "/replay/{azul}", theme="dark", before=seek),
    Screen("replay-phone", "/replay/{nove}", "phone", before=seek),
    Screen("upload", "/replay", "tablet"),
    Screen("settings", "/settings", "tablet"),
    Screen("rules", "/rules/azul_solo", "tablet", lang="en"),
    Screen("lesson", "/lesson/azul_solo"),
    Screen("lesson-phone", "/lesson/aftaebr", "phone", "dark"),
    Screen("puzzles", "/puzzles"),
    Screen("puzzle", "/puzzles/solitario40-954"),
    Screen("puzzle-phone", "/puzzles/aftaebr-34", "phone", "dark", before=show_solution),
    Screen("not-found", "/nowhere", "phone"),
    Screen("contest-end", "/t/{contest}"),
    Screen("azul_solo-end", "/t/{azul}"),
    Screen("solitario40", "/t/{unfinished}", before=select_card),
    Screen("solitario40-phone", "/t/{unfinished}", "phone", "dark"),
    Screen("solitario40-dark", "/t/{s40}", theme="dark"),
    Screen("nove_colonne", "/t/{n9}"),
    Screen("nove_colonne-tablet", "/t/{n9}", "tablet", "dark"),
    Screen("nove_colonne-phone", "/t/{n9}", "phone"),
    Screen("azul_solo", "/t/{az}"),
    Screen("azul_solo-phone", "/t/{az}", "phone"),
    Screen("azul_solo-tablet", "/t/{az}", "tablet", "dark", "en"),
    Screen("aftaebr", "/t/{af}"),
    Screen("aftaebr-phone", "/t/{af}", "phone", "dark"),
    Screen("aftaebr-one-screen", "/t/{af_here}", "tablet"),
    Screen("keys", "/t/{s40}", "tablet", lang="en", before=open_keyboard_help),
    # These start games, which the pages above would list.
    Screen("colours", "/g/aftaebr/5", "phone"),
    Screen("deal-odds", "/g/solitario40/2", before=ask_odds),
    Screen("nove_colonne-end", "/g/nove_colonne/11", before=give_up),
]


def take_screenshot(browser: Browser, url: str, tables: dict[str, str], screen: Screen) -> bytes:
    width, height = SIZES[screen.size]
    context = browser.new_context(
        base_url=url,
        viewport={"width": width, "height": height},
        color_scheme=screen.theme,
        locale={"it": "it-IT", "en": "en-GB"}[screen.lang],
        service_workers="block",
        reduced_motion="reduce",
    )
    knows_all_games(context)
    context.set_default_timeout(TIMEOUT)
    context.add_cookies([{"name": "tavolino", "value": tables["cookie"], "url": url}])
    page = context.new_page()
    page.goto(screen.address.format(**tables))
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


def shrink(browser: Browser, png: bytes) -> bytes:
    """The image as WebP, which the browser can encode."""
    page = browser.new_page()
    webp: str = page.evaluate(SHRINK, [b64encode(png).decode(), WIDEST, QUALITY])
    page.close()
    return b64decode(webp)


def take_all(browser: Browser, url: str, wanted: list[str]) -> None:
    sample = run_async(create_sample_data(url))
    tables = {**vars(sample)}
    for folder in ("games", "pages"):
        (IMAGES / folder).mkdir(parents=True, exist_ok=True)
    for screen in SCREENS:
        if "s40" not in tables and screen.address[4:-1] in IN_PLAY:
            tables |= run_async(in_play(url, sample.cookie))
        if wanted and screen.name not in wanted:
            continue
        data = shrink(browser, take_screenshot(browser, url, tables, screen))
        screen.file.write_bytes(data)
        print(f"{screen.name:20} {len(data) / 1000:6.1f} kB")


def main() -> None:
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = ServerProcess(Path(data))
        server.start()
        try:
            browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
            take_all(browser, server.url, sys.argv[1:])
            browser.close()
        finally:
            server.stop()


if __name__ == "__main__":
    main()
