"""What the Tab key reaches on a page, and over a board with the keys alone.

There a way is planned by trying every arrow, then walked.
"""

from __future__ import annotations

from collections import deque

from playwright.sync_api import Locator, Page

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


_CONTROLS = """() => {
  const all = document.querySelectorAll(
    'a[href], button, input, select, textarea, summary, [tabindex="0"]');
  const grouped = e => e.type === 'radio' && !e.checked;
  return [...all]
    .filter(e => e.tabIndex >= 0 && !e.disabled && !grouped(e))
    .filter(e => e.checkVisibility({ visibilityProperty: true }))
    .map((e, i) => (e.dataset.control = i, e.outerHTML.slice(0, 90)));
}"""

_HERE = """() => {
  const it = document.activeElement;
  if (!it || it === document.body) return null;
  // A ring of its own, or of what stands for it: a label, the track of a switch.
  const shown = [it, it.closest('label'), it.nextElementSibling].some(e => {
    const style = e && getComputedStyle(e);
    return style && style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
  });
  return [it.dataset.control ?? '', shown, it.outerHTML.slice(0, 90)];
}"""

MOST_TABS = 200


def find_controls(page: Page) -> list[str]:
    """Every control that is to be reached, with its number in the page."""
    found: list[str] = page.evaluate(_CONTROLS)
    return found


def controls_reached(page: Page) -> tuple[set[str], list[str]]:
    """The controls that Tab reaches, and those without a focus ring."""
    reached: set[str] = set()
    unseen: list[str] = []
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        here = page.evaluate(_HERE)
        if here is None or (here[0] and here[0] in reached):
            break
        control, shown, what = here
        reached.add(control)
        if not shown:
            unseen.append(what)
    return reached, unseen
