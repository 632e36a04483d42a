"""From a click to the frame in which its move is painted, in Chromium without a display.

    .venv/bin/python bench/paint.py

Measured in the page for each game: from the release of the button to the frame after the pieces
have changed their places. The mark is a median of 100 ms.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median

sys.path.append(str(Path(__file__).parents[1] / "tests"))

from playwright.sync_api import Browser, sync_playwright
from support.browser.chromium import ARGUMENTS, chromium
from support.browser.fixtures import knows_all_games
from support.browser.tab import Tab
from support.servers.process import ServerProcess

ADDRESSES = {
    "solitario40": "/g/solitario40/2",
    "nove_colonne": "/g/nove_colonne/2",
    "azul_solo": "/g/azul_solo/2",
    "aftaebr": "/g/aftaebr/5?bots=,",
}
COLOURS = ("verde", "azzurro")
MOVES = 9
MEASURE = """() => {
  window.painted = [];
  window.isMove = false;
  let released = null;
  addEventListener('pointerup', ({ timeStamp }) => { if (isMove) released = timeStamp }, true);
  new MutationObserver(() => {
    const since = released;
    released = null;
    if (since !== null) requestAnimationFrame(() => painted.push(performance.now() - since));
  }).observe(document.querySelector('[role=application]'), { childList: true, subtree: true });
}"""


def play(tab: Tab) -> None:
    """Selects the first piece that can move, and moves it to its first place."""
    page = tab.page
    page.evaluate("() => { isMove = false }")
    tab.press(page.locator("[data-piece].free").first, "mouse")
    page.evaluate("() => { isMove = true }")
    count = tab.count
    tab.press(page.locator(".target").first, "mouse")
    tab.after(count)


def measure(browser: Browser, url: str) -> Iterator[tuple[str, list[float]]]:
    context = browser.new_context(base_url=url, locale="it-IT")
    knows_all_games(context)
    for game, address in ADDRESSES.items():
        page = context.new_page()
        page.goto(address)
        tab = Tab(page).ready()
        for colour in COLOURS if game == "aftaebr" else ():
            count = tab.count
            tab.button(colour).click()
            tab.after(count)
        page.evaluate(MEASURE)
        for _ in range(MOVES):
            play(tab)
        yield game, page.evaluate("window.painted")
        page.close()


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        server = ServerProcess(Path(folder))
        server.start()
        try:
            for game, painted in measure(browser, server.url):
                least, most = min(painted), max(painted)
                time = f"{median(painted):.0f} ms ({least:.0f} to {most:.0f})"
                print(f"{game}: from a click to its paint {time}")
        finally:
            server.stop()
            browser.close()


if __name__ == "__main__":
    main()
