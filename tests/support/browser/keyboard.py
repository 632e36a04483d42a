"""Over a board with the keys alone: a way is planned by trying every arrow, then walked."""

from __future__ import annotations

from collections import deque

from playwright.sync_api import Locator

from support.browser.tab import Tab

TRY_EVERYTHING = """board => {
  const from = document.activeElement;
  const to = {};
  for (const spot of board.querySelectorAll('[data-spot]'))
    for (const key of ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']) {
      spot.focus();
      spot.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true}));
      (to[spot.dataset.spot] ??= {})[key] = document.activeElement.dataset.spot;
    }
  from.focus();
  return to;
}"""


def arrows(tab: Tab) -> dict[str, dict[str, str]]:
    """From each spot, where each arrow key leads."""
    graph: dict[str, dict[str, str]] = tab.board.evaluate(TRY_EVERYTHING)
    return graph


def way(graph: dict[str, dict[str, str]], start: str, end: str) -> list[str]:
    came: dict[str, tuple[str, str]] = {}
    todo = deque([start])
    while todo and end not in came and start != end:
        here = todo.popleft()
        for key, there in graph[here].items():
            if there not in came and there != start:
                came[there] = (here, key)
                todo.append(there)
    keys: list[str] = []
    while end != start:
        assert end in came, f"no way from {start} to {end} by arrow keys"
        end, key = came[end]
        keys.insert(0, key)
    return keys


def enter_board(tab: Tab) -> None:
    for _ in range(30):
        tab.page.keyboard.press("Tab")
        if tab.board.locator(":focus").count():
            return
    raise AssertionError("expected the board to be reached by Tab")


def focused(tab: Tab) -> str:
    return str(tab.page.evaluate("() => document.activeElement.dataset.spot"))


def walk(tab: Tab, to: Locator) -> None:
    """There with arrow keys, and Enter."""
    spot = str(to.get_attribute("data-spot"))
    for key in way(arrows(tab), focused(tab), spot):
        tab.page.keyboard.press(key)
    assert focused(tab) == spot
    tab.page.keyboard.press("Enter")
