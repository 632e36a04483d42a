"""What the Tab key reaches on a page."""

from __future__ import annotations

from playwright.sync_api import Page

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

MOST = 200


def find_controls(page: Page) -> list[str]:
    """Every control that is to be reached, with its number in the page."""
    found: list[str] = page.evaluate(_CONTROLS)
    return found


def controls_reached(page: Page) -> tuple[set[str], list[str]]:
    """The controls that Tab reaches, and those without a focus ring."""
    reached: set[str] = set()
    unseen: list[str] = []
    for _ in range(MOST):
        page.keyboard.press("Tab")
        here = page.evaluate(_HERE)
        if here is None or (here[0] and here[0] in reached):
            break
        control, shown, what = here
        reached.add(control)
        if not shown:
            unseen.append(what)
    return reached, unseen
