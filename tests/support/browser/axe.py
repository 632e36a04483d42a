"""What axe has against a page."""

from __future__ import annotations

from typing import Literal

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

from support.browser.painting import painted

_AT_REST = """async () => {
  const frame = () => new Promise(requestAnimationFrame);
  await frame();  // the page hears of another light
  await frame();  // and shows it
  await Promise.all(document.getAnimations()
    .filter(one => one.effect.getComputedTiming().endTime < Infinity)
    .map(one => one.finished.catch(() => null)));
}"""

# Axe takes three times as long to describe all that is well.
_RUN = """async options => (await axe.run({ ...options, resultTypes: ['violations'] })).violations
  .filter(one => ['serious', 'critical'].includes(one.impact))
  .flatMap(one => one.nodes.map(node => [one.id, node.target, node.failureSummary]))"""

Violation = tuple[str, list[str], str]


def serious_violations(page: Page) -> list[Violation]:
    """In the light of the page as it is."""
    return _violations(page, {})


def low_contrast(page: Page, scheme: Literal["light", "dark"]) -> list[Violation]:
    """In another light: colours are all that it changes."""
    page.emulate_media(color_scheme=scheme)
    return _violations(page, {"runOnly": ["color-contrast"]})


def _violations(page: Page, options: dict[str, list[str]]) -> list[Violation]:
    with painted(page):
        # What is fading in has less contrast than it will have.
        page.evaluate(_AT_REST)
        if not page.evaluate("() => 'axe' in window"):
            page.evaluate(AXE_SCRIPT)
        found: list[Violation] = page.evaluate(_RUN, options)
    return found
